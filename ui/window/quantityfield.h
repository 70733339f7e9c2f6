// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/quantity.h"

#include <QAbstractSpinBox>

namespace plimsoll::ui {

// A number typed as people write it, taken over with Enter or on leaving the field. Escape brings the last one back.
class QuantityField : public QAbstractSpinBox
{
    Q_OBJECT

public:
    QuantityField(Quantity quantity, double least, double most, QWidget* parent = nullptr);

    // What a value below zero is called; without it there is no such value.
    void setAutomatic(const QString& name);

    double value() const { return m_value; }
    void setValue(double value);

    // Begins editing as if the field had the focus and the text had been typed into it.
    void beginTyping(const QString& text);

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void valueTyped(double value);
    void stepped(int steps);
    void refused(const QString& reason);

protected:
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }
    void keyPressEvent(QKeyEvent* event) override;

private:
    void take();
    void showValue();
    QString rangeText() const;

    Quantity m_quantity;
    double m_least;
    double m_most;
    double m_value = 0;
    QString m_automatic;
    QString m_shownText;
};

} // namespace plimsoll::ui
