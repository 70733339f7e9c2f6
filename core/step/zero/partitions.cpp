// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/zero/partitions.h"

#include "step/ops.h"
#include "step/zero/checks.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t alignment = 2;      // nccl_start_alignment_factor: elements, of each part
constexpr std::int8_t reductionStream = 1; // where overlap_comm puts sums

boost::intrusive_ptr<TensorData> asGradient(const Tensor& tensor)
{
    return boost::intrusive_ptr<TensorData>(tensor.data());
}

Tensor seenAs(const Tensor& memory, const Tensor& parameter)
{
    return viewOf(memory, parameter.sizes(), contiguousStrides(parameter.sizes()));
}

} // namespace

ZeroPartitions::ZeroPartitions(Parameters narrow, const ParallelPlan& plan)
    : MasterWeights(std::move(narrow)),
      m_zero(plan.zero),
      m_stage(plan.zeroStage()),
      m_overlaps(plan.overlapsReduction()),
      m_offloads(plan.offloadOptimizer == ParameterOffload::Cpu),
      m_pins(m_offloads && plan.pinnedMemory),
      m_parts(plan.gpus)
{
    m_zero.contiguousGradients = m_zero.contiguousGradients || m_offloads;
    flatten();
    const ModuleScope scope(tape(), "all weights", LineItem::MasterWeights);
    tape().operation = "fp32 weights";
    {
        const Tensor part = empty(tape(), {m_partElements}, m_flat.dtype());
        const HostScope host(tape(), m_offloads);
        const PinScope pinned(tape(), m_pins);
        const bool asItIs = part.dtype() == DType::Float32 && !m_offloads;
        m_wide.push_back(asItIs ? part : emptyLike(part, DType::Float32));
        m_wide.back()->name = "all weights";
    }
    if (m_offloads)
        makeHostBuffers();
}

std::int64_t ZeroPartitions::oursOf(std::size_t index) const
{
    return std::min(m_narrow[index].numel(), m_partElements - m_offsets[index]);
}

// Each weight looks into the flat one from here on.
void ZeroPartitions::flatten()
{
    std::int64_t elements = 0;
    for (const Tensor& weight : m_narrow) {
        m_offsets.push_back(elements);
        elements += weight.numel();
    }
    const std::int64_t whole = roundUp(elements, alignment * m_parts);
    m_partElements = whole / m_parts;
    const ModuleScope scope(tape(), "all weights", LineItem::Weights);
    tape().markCacheEmptied();
    tape().operation = "flat weights";
    {
        const DType type = m_narrow.front().dtype();
        const Tensor padding = whole > elements ? empty(tape(), {whole - elements}, type) : Tensor();
        m_flat = empty(tape(), {whole}, type);
    }
    for (const Tensor& weight : m_narrow) {
        const Tensor part = detach(m_flat);
        std::swap(weight->storage, part->storage);
    }
}

// initialize_optimizer_states: the optimizer's own come with its first step.
void ZeroPartitions::begin(OptimizerRun&)
{
    const ModuleScope scope(tape(), "all weights", LineItem::Gradients);
    tape().operation = "gradients of zeros";
    const HostScope host(tape(), m_offloads);
    const PinScope pinned(tape(), m_pins);
    const Tensor gradient = emptyLike(m_wide.front());
    if (m_offloads)
        m_wide.front()->grad = asGradient(gradient);
}

void ZeroPartitions::makeStates()
{
    if (!m_offloads)
        m_globalNorm = empty(tape(), {}, DType::Float32);
}

// DeepSpeedEngine.backward: by the number of micro-batches, then by the loss scale.
Tensor ZeroPartitions::scaled(const Tensor& loss)
{
    m_losses = {scale(loss)};
    return scale(m_losses.front());
}

void ZeroPartitions::prepareBuckets()
{
    if (!m_buffers.empty() || !m_zero.contiguousGradients)
        return;
    const ModuleScope scope(tape(), "gradient buckets", LineItem::Communication);
    tape().operation = "bucket";
    for (int i = 0; i < (m_overlaps ? 2 : 1); ++i)
        m_buffers.push_back(empty(tape(), {m_zero.reduceBucket}, m_flat.dtype()));
    m_filled = 0;
}

void ZeroPartitions::take(const Tensor& parameter)
{
    const bool hooks = m_stage == 2 || m_overlaps || m_zero.contiguousGradients;
    if (!hooks)
        return;
    prepareBuckets();
    const bool reducesNow = m_stage == 2 || (m_overlaps && m_last);
    if (!reducesNow)
        return;
    const auto found = std::ranges::find_if(m_narrow, [&](const Tensor& each) { return each.is(parameter); });
    if (found != m_narrow.end())
        reduce(static_cast<std::size_t>(found - m_narrow.begin()));
}

// reduce_independent_p_g_buckets_and_remove_grads
void ZeroPartitions::reduce(std::size_t index)
{
    const Tensor& parameter = m_narrow[index];
    if (m_elements + parameter.numel() > m_zero.reduceBucket) {
        reduceBucket();
        if (m_overlaps && m_zero.contiguousGradients)
            m_filled = 1 - m_filled;
    }
    const bool fits = parameter.numel() <= m_zero.reduceBucket;
    if (m_zero.contiguousGradients && fits)
        parameter->grad = asGradient(seenAs(m_buffers[m_filled], parameter));
    m_elements += parameter.numel();
    m_members.push_back(index);
}

std::vector<ZeroPartitions::Slice> ZeroPartitions::slicesOf(std::span<const std::size_t> members) const
{
    std::vector<Slice> slices;
    for (std::size_t i : members) {
        std::int64_t at = m_offsets[i];
        const std::int64_t end = at + m_narrow[i].numel();
        while (at < end) {
            const std::int64_t part = at / m_partElements;
            const std::int64_t next = std::min(end, (part + 1) * m_partElements);
            if (!slices.empty() && slices.back().part == part)
                slices.back().elements += next - at;
            else
                slices.push_back({part, next - at});
            at = next;
        }
    }
    return slices;
}

// allreduce_and_scatter, allreduce_no_retain: several are copied together, one is summed where it lies.
void ZeroPartitions::sum(const std::vector<Slice>& slices, std::int64_t limit) const
{
    std::int64_t count = 0;
    std::int64_t elements = 0;
    const auto send = [&] {
        if (count > 1)
            empty(tape(), {elements}, m_flat.dtype());
        count = elements = 0;
    };
    for (const Slice& slice : slices) {
        ++count;
        elements += slice.elements;
        if (elements > limit)
            send();
    }
    send();
}

void ZeroPartitions::average()
{
    const ModuleScope scope(tape(), "gradient buckets", LineItem::Communication);
    tape().operation = "sum over GPUs";
    const StreamScope stream(tape(), m_overlaps ? reductionStream : tape().stream);
    if (m_zero.contiguousGradients) {
        const std::vector<Slice> slices = slicesOf(m_members);
        const bool reads = slices.size() == 1 || m_offloads
            || std::ranges::any_of(slices, [](const Slice& slice) { return slice.part == 0; });
        m_summed[m_filled] = m_summed[m_filled] || (reads && m_elements <= m_zero.reduceBucket);
        sum(slices, m_zero.reduceBucket);
        return;
    }
    std::vector<Slice> whole;
    for (std::size_t i : m_members)
        whole.push_back({0, m_narrow[i].numel()});
    sum(whole, m_elements);
}

// copy_grads_in_partition: the bucket will be written over.
void ZeroPartitions::keepOurs(std::size_t index)
{
    if (!m_ours) {
        std::int64_t elements = 0;
        for (std::size_t i = 0; i < m_narrow.size() && isOurs(i); ++i)
            elements += m_narrow[i].numel();
        const ModuleScope scope(tape(), "all weights", LineItem::Gradients);
        tape().operation = "gradients of this GPU's part";
        m_ours = empty(tape(), {elements}, m_flat.dtype());
    }
    m_narrow[index]->grad = asGradient(seenAs(m_ours, m_narrow[index]));
}

void ZeroPartitions::reduceBucket()
{
    average();
    const StreamScope stream(tape(), m_overlaps ? reductionStream : tape().stream);
    for (std::size_t i : m_members) {
        if (isOurs(i) && m_offloads)
            sendOurs(i);
        else if (isOurs(i) && m_zero.contiguousGradients)
            keepOurs(i);
        else if (m_stage == 2 && !isOurs(i))
            m_narrow[i]->grad.reset();
    }
    m_members.clear();
    m_elements = 0;
}

// independent_gradient_partition_epilogue: gradients of micro-batches are added to those of the first.
void ZeroPartitions::gatherAverages()
{
    const bool first = m_accumulated.empty();
    for (std::size_t i = 0; i < m_narrow.size() && isOurs(i) && first; ++i)
        m_accumulated.emplace_back(m_narrow[i]->grad ? Tensor(m_narrow[i]->grad) : emptyLike(m_narrow[i]));
    if (m_last)
        m_averaged = std::exchange(m_accumulated, {});
}

void ZeroPartitions::afterBackward()
{
    const bool reduces = m_stage == 2 || m_last;
    if (reduces) {
        if (m_stage == 1 && !m_overlaps)
            for (std::size_t i = 0; i < m_narrow.size(); ++i)
                if (m_narrow[i]->grad)
                    reduce(i);
        reduceBucket();
        if (!m_offloads)
            gatherAverages();
        // Streams beside the main one hold on to buffers until something else is asked for (record_stream).
        for (std::size_t i = 0; i < m_buffers.size(); ++i)
            if (m_overlaps && m_summed[i])
                m_heldByStream.push_back(m_buffers[i]);
        while (!m_buffers.empty())
            m_buffers.pop_back();
        m_summed = {};
        m_ours = {};
        for (const Tensor& weight : m_narrow)
            weight->grad.reset();
    }
    while (!m_losses.empty())
        m_losses.pop_back();
}

void ZeroPartitions::letGo()
{
    while (!m_heldByStream.empty())
        m_heldByStream.pop_back();
}

void ZeroPartitions::startMicroBatch(bool last)
{
    letGo();
    m_last = last;
}

// Gradients of the part, flat and widened.
Tensor ZeroPartitions::wideGradient()
{
    const ModuleScope scope(tape(), "all weights", LineItem::Gradients);
    tape().operation = "fp32 gradients";
    const bool one = m_averaged.size() == 1 && m_averaged.front().numel() >= m_partElements;
    const Tensor flat = one ? detach(m_averaged.front()) : empty(tape(), {m_partElements}, m_flat.dtype());
    return flat.dtype() == DType::Float32 ? flat : emptyLike(viewOf(flat, {m_partElements}, {1}), DType::Float32);
}

void ZeroPartitions::step(OptimizerRun& optimizer)
{
    letGo();
    if (m_offloads) {
        stepOnHost(optimizer);
        return;
    }
    Tensor norm;
    {
        const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
        std::vector<Tensor> pieces;
        for (std::size_t i = 0; i < m_averaged.size(); ++i)
            pieces.push_back(viewOf(m_averaged[i], {oursOf(i)}, {1}));
        tape().operation = "look for overflow";
        if (m_flat.dtype() != DType::Float32)
            countOverflows(pieces);
        tape().operation = "norm";
        norm = globalNorm(tape(), pieces, DType::Float32);
        if (m_flat.dtype() != DType::Float32)
            checkNorm(tape());
    }
    // It takes the last step's place; as one number is like another, the first stays instead.
    const Tensor quotient = empty(tape(), {}, DType::Float32);
    if (!m_globalNorm)
        m_globalNorm = quotient;
    m_wide.front()->grad = asGradient(wideGradient());
    m_averaged.clear();
    {
        const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
        clippingFactor(tape());
    }
    optimizer.step();
    m_wide.front()->grad.reset();
}

} // namespace plimsoll::step
