// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/kept.h"

#include <algorithm>

namespace plimsoll::step::megatron {

namespace {

// Outside of layers and phases: it is there in all of them.
class KeptScope
{
public:
    KeptScope(Tape& tape, const char* module, LineItem item)
        : m_tape(tape),
          m_outer(tape.place())
    {
        tape.setPlace({module, item, noLayer});
    }
    ~KeptScope() { m_tape.setPlace(m_outer); }
    KeptScope(const KeptScope&) = delete;
    KeptScope& operator=(const KeptScope&) = delete;

private:
    Tape& m_tape;
    Place m_outer;
};

} // namespace

void Kept::workspace()
{
    if (m_workspace)
        return;
    const KeptScope scope(*m_tape, "Transformer Engine", LineItem::Workspace);
    m_tape->operation = "workspace of products";
    m_workspace = empty(*m_tape, {m_tape->gpu().engineWorkspace}, DType::UInt8);
}

void Kept::groupedWorkspaces()
{
    constexpr std::size_t streams = 4; // common/util/multi_stream.cpp
    const KeptScope scope(*m_tape, "Transformer Engine", LineItem::Workspace);
    m_tape->operation = "workspace of products";
    while (m_groupedWorkspaces.size() < streams)
        m_groupedWorkspaces.push_back(empty(*m_tape, {m_tape->gpu().engineWorkspace}, DType::UInt8));
}

Tensor Kept::dummy(const Dims& sizes, DType dtype)
{
    const auto found = std::ranges::find_if(
        m_dummies, [&](const Tensor& each) { return each.sizes() == sizes && each.dtype() == dtype; });
    if (found != m_dummies.end())
        return *found;
    const KeptScope scope(*m_tape, "dummy gradients", LineItem::Workspace);
    m_tape->operation = "dummy gradient";
    m_dummies.push_back(empty(*m_tape, sizes, dtype));
    return m_dummies.back();
}

Tensor Kept::dummyGradient(const Tensor& weight)
{
    return detach(dummy(weight.sizes(), weight.dtype()));
}

void Kept::growBuffer(std::int64_t bytes)
{
    const KeptScope scope(*m_tape, "memory buffer", LineItem::Communication);
    m_tape->operation = "global memory buffer";
    m_buffer = empty(*m_tape, {bytes}, DType::UInt8);
}

Tensor Kept::buffer(const Dims& sizes, DType dtype)
{
    const std::int64_t bytes = numel(sizes) * sizeOf(dtype);
    if (!m_buffer || m_buffer.bytes() < bytes)
        growBuffer(bytes);
    Tensor view = detach(m_buffer);
    view->sizes = sizes;
    view->strides = contiguousStrides(sizes);
    view->dtype = dtype;
    return view;
}

Kept::Sizes Kept::sizes() const
{
    Sizes sizes;
    for (const Tensor& each : m_dummies)
        sizes.dummies.emplace_back(each.sizes(), each.dtype());
    sizes.bufferBytes = m_buffer ? m_buffer.bytes() : 0;
    sizes.workspace = static_cast<bool>(m_workspace);
    sizes.groupedWorkspaces = !m_groupedWorkspaces.empty();
    return sizes;
}

void Kept::begin(const Sizes& sizes)
{
    if (sizes.workspace)
        workspace();
    if (sizes.groupedWorkspaces)
        groupedWorkspaces();
    for (const auto& [shape, dtype] : sizes.dummies)
        dummy(shape, dtype);
    if (sizes.bufferBytes > 0)
        growBuffer(sizes.bufferBytes);
}

} // namespace plimsoll::step::megatron
