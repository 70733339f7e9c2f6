// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/shortcutguard.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QWidget>

#include <algorithm>

namespace plimsoll::ui {

namespace {

class ShortcutGuard : public QObject
{
public:
    ShortcutGuard(QWidget& window, const QList<QAction*>& actions)
        : QObject(&window),
          m_window(window),
          m_actions(actions)
    {
    }

    // A field that never hears of the key does not claim it.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType())
            return false;
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (static_cast<QWidget*>(watched)->window() != &m_window || !isKept(QKeySequence(key.keyCombination())))
            return false;
        event->ignore();
        return true;
    }

private:
    bool isKept(const QKeySequence& keys) const
    {
        return std::ranges::any_of(
            m_actions, [&](const QAction* action) { return action->isEnabled() && action->shortcut() == keys; });
    }

    QWidget& m_window;
    QList<QAction*> m_actions;
};

} // namespace

void keepShortcuts(QWidget& window, const QList<QAction*>& actions)
{
    QCoreApplication::instance()->installEventFilter(new ShortcutGuard(window, actions));
}

} // namespace plimsoll::ui
