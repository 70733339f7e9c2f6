// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/columnsdrawing.h"

namespace plimsoll::ui {

// The Sweep view: what is needed on the card at each stop of a lever, and what pinned scenarios need there.
class SweepDrawing : public ColumnsDrawing
{
public:
    void start(const ChartInput& input) override;
    bool advance() override;
    QString description() const override;

    const std::vector<Overlay>& overlays() const { return scene().overlays; }

protected:
    std::vector<LeverStop> stopsOf(const ChartInput& input) const override;
    QString subject() const override;
    QStringList moreAbout(std::size_t column) const override;
    Bytes mostBeside() const override;

private:
    std::size_t m_nextOverlay = 0;
    std::size_t m_nextStop = 0;
};

} // namespace plimsoll::ui
