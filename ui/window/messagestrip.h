// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace plimsoll::ui {

// One line across the window that says what is wrong and what would be valid, in place of a modal box.
class MessageStrip : public QFrame
{
    Q_OBJECT

public:
    explicit MessageStrip(QWidget* parent = nullptr);

    void showMessage(const QString& message);
    void clear();
    QString message() const;

protected:
    // What can be done about it, between the message and what dismisses it.
    QPushButton& addButton(const QString& text);
    void changeEvent(QEvent* event) override;

private:
    void applyColors();

    QLabel* m_text;
    QToolButton* m_close;
    QHBoxLayout* m_row;
    bool m_isColoring = false;
};

} // namespace plimsoll::ui
