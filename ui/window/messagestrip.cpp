// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/messagestrip.h"

#include "window/spacing.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace plimsoll::ui {

MessageStrip::MessageStrip(QWidget* parent)
    : QFrame(parent),
      m_text(new QLabel(this)),
      m_close(new QToolButton(this)),
      m_row(new QHBoxLayout(this))
{
    auto* icon = new QLabel(this);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize);
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(size, size));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setText(QStringLiteral("✕"));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Dismiss the message"));
    m_close->setToolTip(m_close->accessibleName());
    connect(m_close, &QToolButton::clicked, this, &MessageStrip::clear);

    m_row->setContentsMargins(spacing, spacing / 2, spacing / 2, spacing / 2);
    m_row->addWidget(icon);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_close);
    setAutoFillBackground(true);
    applyColors();
    hide();
}

QPushButton& MessageStrip::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    m_row->insertWidget(m_row->count() - 1, button);
    return *button;
}

void MessageStrip::showMessage(const QString& message)
{
    m_text->setText(message);
    setAccessibleName(message);
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageStrip::clear()
{
    m_text->clear();
    hide();
}

QString MessageStrip::message() const
{
    return m_text->text();
}

// A pale amber ground, mixed into the palette's own so that it suits light and dark.
void MessageStrip::applyColors()
{
    const QPalette inherited = parentWidget() ? parentWidget()->palette() : QPalette();
    const QColor ground = inherited.color(QPalette::Window);
    const QColor amber(230, 159, 0);
    const auto mixed = [](int under, int over) { return (3 * under + over) / 4; };
    QPalette colors = inherited;
    colors.setColor(
        QPalette::Window,
        {mixed(ground.red(), amber.red()), mixed(ground.green(), amber.green()), mixed(ground.blue(), amber.blue())});
    m_isColoring = true;
    setPalette(colors);
    m_isColoring = false;
}

void MessageStrip::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_isColoring)
        applyColors();
}

} // namespace plimsoll::ui
