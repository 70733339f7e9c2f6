// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/difference.h"
#include "chart/columnsdrawing.h"
#include "chart/waterfall.h"

namespace plimsoll::ui {

// The Scenarios view: pinned scenarios beside the present one, and how the one that was pinned last becomes it: which
// levers have changed and what each did, and in which line items. Both add up to the difference of the totals, to the
// byte.
class ScenariosDrawing : public ColumnsDrawing
{
public:
    struct Term
    {
        Part part;
        Bytes change;
    };

    void start(const ChartInput& input) override;
    bool advance() override;
    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Part> partAt(const QPointF& place) const override;

    // Against the scenario that was pinned last; empty where none is.
    std::vector<Term> terms() const;
    const std::vector<DifferenceTerm>& changes() const { return m_difference.terms(); }

protected:
    std::vector<LeverStop> stopsOf(const ChartInput& input) const override;
    QString subject() const override;
    double asideShare() const override;
    void layOut() override;
    void paintAside(QPainter& painter, const QRectF& place) const override;

private:
    // A waterfall and where it stands.
    struct Block
    {
        Waterfall waterfall;
        QRectF place;
    };

    const Column* baseline() const;
    Waterfall changesInSteps() const;
    Waterfall partsInSteps() const;

    Difference m_difference;
    bool m_hasDifference = false;
    std::vector<Block> m_blocks;
    double m_line = 1;
};

} // namespace plimsoll::ui
