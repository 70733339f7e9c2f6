// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/foldablegroup.h"

#include "window/spacing.h"

#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace plimsoll::ui {

FoldableGroup::FoldableGroup(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_heading(new QToolButton(this)),
      m_body(new QWidget(this)),
      m_rows(new QVBoxLayout(m_body))
{
    m_heading->setText(title);
    m_heading->setAccessibleName(QString(title).remove(u'&'));
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setAutoRaise(true);
    m_heading->setCheckable(true);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    connect(m_heading, &QToolButton::toggled, this, &FoldableGroup::setOpen);

    m_rows->setContentsMargins(2 * spacing, spacing / 2, 0, spacing);
    m_rows->setSpacing(spacing);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_heading);
    column->addWidget(m_body);
    setOpen(false);
}

void FoldableGroup::add(QWidget* widget)
{
    m_rows->addWidget(widget);
}

bool FoldableGroup::isOpen() const
{
    return m_heading->isChecked();
}

void FoldableGroup::setOpen(bool open)
{
    m_heading->setChecked(open);
    m_body->setVisible(open);
    pointArrow();
}

void FoldableGroup::pointArrow()
{
    const Qt::ArrowType closed = isRightToLeft() ? Qt::LeftArrow : Qt::RightArrow;
    m_heading->setArrowType(isOpen() ? Qt::DownArrow : closed);
}

void FoldableGroup::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange)
        pointArrow();
}

} // namespace plimsoll::ui
