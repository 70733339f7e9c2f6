// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"

#include <QWidget>

class QLabel;

namespace plimsoll {
struct Estimate;
}

namespace plimsoll::ui {

// What the estimate comes to, in a sentence, with its warnings in small type.
class VerdictBar : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void render(const Estimate& estimate, ByteUnit unit);
    QString sentence() const;

private:
    QLabel* m_sentence;
    QLabel* m_warnings;
};

} // namespace plimsoll::ui
