// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace plimsoll::ui {

// A heading that folds what stands under it.
class FoldableGroup : public QWidget
{
    Q_OBJECT

public:
    explicit FoldableGroup(const QString& title, QWidget* parent = nullptr);

    void add(QWidget* widget);
    bool isOpen() const;
    void setOpen(bool open);
    QToolButton* heading() const { return m_heading; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void pointArrow();

    QToolButton* m_heading;
    QWidget* m_body;
    QVBoxLayout* m_rows;
};

} // namespace plimsoll::ui
