// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/columnsdrawing.h"

namespace plimsoll::ui {

// The Scenarios view: pinned scenarios beside the present one, and what has changed since the last was pinned, term by
// term. The terms add up to the difference of the totals, to the byte.
class ScenariosDrawing : public ColumnsDrawing
{
public:
    struct Term
    {
        Part part;
        Bytes change;
    };

    QString description() const override;

    // Against the scenario that was pinned last; empty where none is.
    std::vector<Term> terms() const;

protected:
    std::vector<SweepStop> stopsOf(const ChartInput& input) const override;
    QString subject() const override;
    double asideShare() const override;
    void paintAside(QPainter& painter, const QRectF& place) const override;

private:
    const Column* baseline() const;
};

} // namespace plimsoll::ui
