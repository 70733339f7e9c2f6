// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartstyle.h"

#include <qcustomplot.h>

namespace plimsoll::ui {

// The bars of one part: filled with its pattern, edges on whole pixels, a gap to the next.
class PartBars : public QCPBars
{
    Q_OBJECT

public:
    PartBars(QCPAxis* keyAxis, QCPAxis* valueAxis);

    void setFill(const Fill& fill, const ChartStyle& style);

protected:
    void draw(QCPPainter* painter) override;

private:
    Fill m_fill;
    ChartStyle m_style;
};

} // namespace plimsoll::ui
