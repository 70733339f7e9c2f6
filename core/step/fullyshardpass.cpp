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

void FullyShard::passBackward(bool reduces)
{
    const MuteScope muted(m_tape, true);
    reduceGradients(reduces);
    Unit& root = *m_units.front();
    for (std::size_t i = m_units.size(); i-- > 1;) {
        beforeBackward(*m_units[i]);
        if (i + 1 == m_units.size() && !root.pieces.empty())
            beforeBackward(root);
        passBackward(*m_units[i]);
    }
    if (!root.pieces.empty())
        passBackward(root);
    afterBackward();
}

// What its backward makes of a unit's gradients, and what becomes of them.
void FullyShard::passBackward(Unit& unit)
{
    for (const Piece& each : unit.pieces)
        if (each.gathered.requiresGrad() && !each.gathered->grad) {
            const Tensor grad = emptyLike(each.gathered, each.gathered->gradientType.value_or(each.gathered.dtype()));
            each.gathered->grad = boost::intrusive_ptr<TensorData>(grad.data());
        }
    afterBackward(unit);
}

std::vector<Storage*> FullyShard::held() const
{
    const auto memoryOf
        = [](const boost::intrusive_ptr<TensorData>& tensor) { return tensor ? tensor->storage : nullptr; };
    std::vector<Storage*> all;
    for (const std::unique_ptr<Unit>& unit : m_units) {
        all.push_back(unit->pending ? unit->pending->storage : nullptr);
        for (const Piece& each : unit->pieces) {
            all.push_back(unit->isGathered ? each.gathered->storage : nullptr);
            all.push_back(memoryOf(each.gathered->grad));
            all.push_back(memoryOf(each.piece->grad));
        }
    }
    return all;
}

} // namespace plimsoll::step
