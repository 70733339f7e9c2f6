// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/fullyshardunit.h"

namespace plimsoll::step {

void FullyShard::passForward()
{
    const MuteScope muted(m_tape, true);
    beforeModel();
    for (std::size_t i = 1; i < m_units.size(); ++i) {
        beforeForward(*m_units[i], {});
        afterForward(*m_units[i], {});
    }
    afterModel({});
}

void FullyShard::passBackward()
{
    const MuteScope muted(m_tape, true);
    reduceGradients(false);
    Unit& root = *m_units.front();
    if (m_units.size() == 1 && !root.pieces.empty())
        beforeBackward(root);
    for (std::size_t i = m_units.size(); i-- > 1;) {
        beforeBackward(*m_units[i]);
        if (i + 1 == m_units.size() && !root.pieces.empty())
            beforeBackward(root);
        afterBackward(*m_units[i]);
    }
    afterBackward();
}

std::vector<Storage*> FullyShard::held() const
{
    std::vector<Storage*> all;
    for (const std::unique_ptr<Unit>& unit : m_units) {
        all.push_back(unit->pending ? unit->pending->storage : nullptr);
        for (const Piece& each : unit->pieces)
            all.push_back(unit->isGathered ? each.gathered->storage : nullptr);
    }
    return all;
}

} // namespace plimsoll::step
