// SPDX-License-Identifier: GPL-3.0-or-later
// ZeRO stages 1 and 2 with states on the host.
#include "step/ops.h"
#include "step/zero/checks.h"
#include "step/zero/partitions.h"

#include <algorithm>

namespace plimsoll::step {

// Of the part: weights in the model's type on their way back. Of the largest parameter: a gradient's way there and
// back.
void ZeroPartitions::makeHostBuffers()
{
    std::int64_t largest = 0;
    for (const Tensor& weight : m_narrow)
        largest = std::max(largest, weight.numel());
    {
        const HostScope host(tape(), true);
        const PinScope pinned(tape(), m_pins);
        m_hostBuffers.push_back(empty(tape(), {m_partElements}, m_flat.dtype()));
        m_hostBuffers.push_back(empty(tape(), {largest}, m_flat.dtype()));
    }
    const ModuleScope scope(tape(), "all weights", LineItem::Communication);
    tape().operation = "a gradient from the host";
    m_cardBuffer = empty(tape(), {largest}, m_flat.dtype());
    m_accumulates.assign(m_narrow.size(), false);
}

// Gradients of micro-batches are added up there; with the last, the sum goes to the
// fp32 gradient there by way of a wide copy.
void ZeroPartitions::sendOurs(std::size_t index)
{
    const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
    tape().operation = "gradient to the host";
    const Tensor& weight = m_narrow[index];
    if (!m_accumulates[index] && !m_last) {
        m_accumulates[index] = true;
        const HostScope host(tape(), true);
        const PinScope pinned(tape(), m_pins);
        m_hostBuffers.push_back(empty(tape(), {weight.numel()}, m_flat.dtype()));
    }
    if (m_last) {
        const Tensor piece = viewOf(Tensor(weight->grad), {oursOf(index)}, {1});
        m_norms.push_back(normOf(piece));
        lookForOverflow(Tensor(weight->grad));
        if (piece.dtype() != DType::Float32)
            emptyLike(piece, DType::Float32);
        weight->grad.reset();
    }
}

void ZeroPartitions::stepOnHost(OptimizerRun& optimizer)
{
    {
        const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
        tape().operation = "norm";
        empty(tape(), {1}, DType::Bool);
        empty(tape(), {1}, DType::Float32);
    }
    const HostScope host(tape(), true);
    optimizer.step();
    while (!m_norms.empty())
        m_norms.pop_back();
}

} // namespace plimsoll::step
