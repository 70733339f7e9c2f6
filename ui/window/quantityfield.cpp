// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/quantityfield.h"

#include "window/wheelguard.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionSpinBox>

namespace plimsoll::ui {

QuantityField::QuantityField(Quantity quantity, double least, double most, QWidget* parent)
    : QAbstractSpinBox(parent),
      m_quantity(quantity),
      m_least(least),
      m_most(most)
{
    guardWheel(*this);
    setAlignment(Qt::AlignRight);
    setAccelerated(true);
    connect(this, &QAbstractSpinBox::editingFinished, this, &QuantityField::take);
}

void QuantityField::setAutomatic(const QString& name)
{
    m_automatic = name;
    updateGeometry();
}

void QuantityField::setValue(double value)
{
    m_value = value;
    showValue();
}

void QuantityField::beginTyping(const QString& text)
{
    setFocus(Qt::OtherFocusReason);
    lineEdit()->setText(text);
}

void QuantityField::showValue()
{
    m_shownText = m_value < 0 ? m_automatic : quantityText(m_value, m_quantity);
    if (lineEdit()->text() != m_shownText) // setText() lays the line out anew in any case
        lineEdit()->setText(m_shownText);
}

void QuantityField::take()
{
    const QString text = lineEdit()->text().trimmed();
    if (text == m_shownText)
        return;
    if (!m_automatic.isEmpty() && (text.isEmpty() || text.compare(m_automatic, Qt::CaseInsensitive) == 0)) {
        setValue(-1);
        emit valueTyped(m_value);
        return;
    }
    const std::optional<double> value = parsedQuantity(text, m_quantity);
    if (!value)
        emit refused(tr("“%1” is not %2.").arg(text, quantityExample(m_quantity)));
    else if (*value < m_least || *value > m_most)
        emit refused(rangeText());
    else {
        setValue(*value);
        emit valueTyped(*value);
    }
}

QString QuantityField::rangeText() const
{
    return tr("Must lie between %1 and %2.").arg(quantityText(m_least, m_quantity), quantityText(m_most, m_quantity));
}

void QuantityField::stepBy(int steps)
{
    take();
    emit stepped(steps);
}

void QuantityField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && lineEdit()->text() != m_shownText) {
        showValue();
        emit valueTyped(m_value);
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

QSize QuantityField::sizeHint() const
{
    const QString widest = m_automatic.size() > 10 ? m_automatic : QStringLiteral("16,777,216");
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize content(fontMetrics().horizontalAdvance(widest) + 12, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this);
}

} // namespace plimsoll::ui
