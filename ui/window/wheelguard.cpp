// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/wheelguard.h"

#include <QEvent>
#include <QWidget>

namespace plimsoll::ui {

namespace {

class WheelGuard : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus())
            return false;
        event->ignore();
        return true;
    }
};

} // namespace

void guardWheel(QWidget& control)
{
    control.setFocusPolicy(Qt::StrongFocus);
    control.installEventFilter(new WheelGuard(&control));
}

} // namespace plimsoll::ui
