// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/zero/shards.h"

#include "step/ops.h"
#include "step/zero/checks.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

boost::intrusive_ptr<TensorData> asGradient(const Tensor& tensor)
{
    return boost::intrusive_ptr<TensorData>(tensor.data());
}

} // namespace

ZeroShards::ZeroShards(Parameters narrow, const ParallelPlan& plan, ZeroModules& modules)
    : MasterWeights(std::move(narrow)),
      m_zero(plan.zero),
      m_modules(modules),
      m_shards(plan.gpus),
      m_offloads(plan.offloadOptimizer == ParameterOffload::Cpu),
      m_offloadsWeights(plan.offload == ParameterOffload::Cpu),
      m_pins(plan.pinnedMemory),
      m_stream(plan.overlapsReduction() ? std::int8_t{2} : tape().stream)
{
    makeGroups();
    {
        const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
        tape().operation = "overflow";
        const HostScope host(tape(), m_offloads);
        m_tracker = empty(tape(), {}, DType::Bool);
    }
    {
        const ModuleScope scope(tape(), "all weights", LineItem::Weights);
        tape().operation = "this GPU's parts";
        const HostScope host(tape(), m_offloadsWeights);
        const PinScope pinned(tape(), m_offloadsWeights && m_pins);
        m_flat = empty(tape(), {m_elements}, type());
    }
    makeMasters();
}

// _create_fp16_sub_groups
void ZeroShards::makeGroups()
{
    std::int64_t elements = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < m_narrow.size(); ++i) {
        m_offsets.push_back(m_elements);
        elements += m_modules.partOf(m_narrow[i]);
        m_elements += m_modules.partOf(m_narrow[i]);
        if (elements < m_zero.subGroup && i + 1 < m_narrow.size())
            continue;
        m_groups.push_back({first, i + 1, elements});
        first = i + 1;
        elements = 0;
    }
}

// Narrow parts are widened, and copied then; fp32 ones are copied.
void ZeroShards::makeMasters()
{
    const ModuleScope scope(tape(), "all weights", LineItem::MasterWeights);
    tape().operation = "fp32 weights";
    const HostScope host(tape(), m_offloads);
    for (const Group& group : m_groups) {
        const bool widens = type() != DType::Float32 || m_offloads;
        const Tensor converted = widens ? empty(tape(), {group.elements}, DType::Float32) : Tensor();
        m_wide.push_back(empty(tape(), {group.elements}, DType::Float32));
        m_wide.back()->name = "all weights";
    }
}

void ZeroShards::begin(OptimizerRun& optimizer)
{
    const ModuleScope scope(tape(), "all weights", LineItem::Gradients);
    tape().operation = "gradients of zeros";
    {
        const HostScope host(tape(), m_offloads);
        const PinScope pinned(tape(), m_offloads && m_pins);
        std::int64_t largest = 0;
        for (const Group& group : m_groups)
            largest = std::max(largest, group.elements);
        if (!m_offloads)
            empty(tape(), {largest}, DType::Float32);
        for (const Tensor& wide : m_wide) {
            if (m_offloads)
                wide->grad = asGradient(emptyLike(wide));
            if (m_wide.size() > 1)
                m_runs.push_back(optimizer.over({wide}));
        }
    }
    {
        const ModuleScope buckets(tape(), "gradient buckets", LineItem::Communication);
        tape().operation = "bucket";
        if (m_zero.contiguousGradients)
            m_bucket = empty(tape(), {m_zero.reduceBucket}, type());
    }
    tape().operation = "gradients of this GPU's parts";
    const HostScope host(tape(), m_offloads);
    const PinScope pinned(tape(), m_offloads && m_pins);
    m_gradients = empty(tape(), {m_elements}, type());
    m_modules.tryEach();
}

void ZeroShards::makeStates()
{
    if (!m_globalNorm)
        m_globalNorm = empty(tape(), {}, DType::Float64);
    m_modules.endStep();
}

// DeepSpeedEngine.backward: by the number of micro-batches, then by the loss scale.
Tensor ZeroShards::scaled(const Tensor& loss)
{
    m_losses = {scale(loss)};
    return scale(m_losses.front());
}

// reduce_independent_p_g_buckets_and_remove_grads
void ZeroShards::take(const Tensor& parameter)
{
    const auto found = std::ranges::find_if(m_narrow, [&](const Tensor& each) { return each.is(parameter); });
    if (found == m_narrow.end())
        return;
    const std::int64_t elements = parameter.numel();
    if (m_filled + elements > m_zero.reduceBucket && m_filled > 0)
        reduceBucket();
    if (m_bucket && m_filled + elements <= m_zero.reduceBucket)
        parameter->grad = asGradient(viewOf(m_bucket, parameter.sizes(), contiguousStrides(parameter.sizes())));
    m_members.push_back(static_cast<std::size_t>(found - m_narrow.begin()));
    m_filled += elements;
}

// reduce_scatter_coalesced: parts of all members, those for one GPU together, each as long as the longest.
void ZeroShards::sum() const
{
    std::int64_t parts = 0;
    for (std::size_t i : m_members)
        parts += m_modules.partOf(m_narrow[i]);
    if (m_members.size() == 1 && m_narrow[m_members.front()].numel() % m_shards == 0)
        return;
    std::vector<Tensor> padding;
    for (std::int64_t rank = 0; rank < m_shards; ++rank)
        for (std::size_t i : m_members) {
            const std::int64_t part = m_modules.partOf(m_narrow[i]);
            const std::int64_t real = std::clamp(m_narrow[i].numel() - rank * part, std::int64_t{0}, part);
            if (real < part)
                padding.push_back(empty(tape(), {part - real}, type()));
        }
    empty(tape(), {parts * m_shards}, type());
}

void ZeroShards::reduceBucket()
{
    if (m_members.empty())
        return;
    const ModuleScope scope(tape(), "gradient buckets", LineItem::Communication);
    tape().operation = "sum over GPUs";
    const StreamScope stream(tape(), m_stream);
    std::ranges::sort(m_members);
    sum();
    for (std::size_t i : m_members) {
        if (m_offloads)
            sendToHost(i);
        m_narrow[i]->grad.reset();
    }
    m_members.clear();
    m_filled = 0;
}

// A part's sum goes to the host, where it is added up, and back for its norm, and widened to the fp32 gradient there.
void ZeroShards::sendToHost(std::size_t index)
{
    const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
    tape().operation = "gradient to the host";
    const Tensor back = empty(tape(), {m_modules.partOf(m_narrow[index])}, type());
    if (!m_last)
        return;
    m_norms.push_back(normOf(back));
    if (type() != DType::Float32)
        emptyLike(back, DType::Float32);
}

void ZeroShards::afterBackward()
{
    reduceBucket();
    m_modules.endBackward();
    while (!m_losses.empty())
        m_losses.pop_back();
}

std::vector<Tensor> ZeroShards::pieces(const Group& group) const
{
    std::vector<Tensor> list;
    for (std::size_t i = group.first; i < group.end; ++i)
        list.push_back(viewOf(m_gradients, {m_modules.partOf(m_narrow[i])}, {1}));
    return list;
}

// has_overflow, of fp16 alone: infinite elements by their magnitude, and those that are no numbers.
void ZeroShards::lookForOverflow() const
{
    const StreamScope stream(tape(), m_stream);
    {
        const Tensor magnitude = emptyLike(m_gradients);
        const Tensor infinite = emptyLike(m_gradients, DType::Bool);
    }
    emptyLike(m_gradients, DType::Bool);
}

Tensor ZeroShards::wideGradient(const Group& group) const
{
    const ModuleScope scope(tape(), "all weights", LineItem::Gradients);
    tape().operation = "fp32 gradients";
    const bool one = group.end - group.first == 1;
    const Tensor flat = one ? viewOf(m_gradients, {group.elements}, {1}) : empty(tape(), {group.elements}, type());
    return type() == DType::Float32 ? flat : emptyLike(flat, DType::Float32);
}

void ZeroShards::step(OptimizerRun& optimizer)
{
    m_modules.startStep();
    Tensor norm;
    std::vector<Tensor> norms; // of the groups
    if (!m_offloads) {
        const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
        tape().operation = "norm";
        if (type() == DType::Float16)
            lookForOverflow();
        for (const Group& group : m_groups) {
            norm = globalNorm(tape(), pieces(group), DType::Float64);
            norms.push_back(empty(tape(), {}, DType::Float64));
        }
        checkNorm(tape(), DType::Float64);
    }
    // It takes the last step's place; as one number is like another, the first stays instead.
    const Tensor quotient = empty(tape(), {}, DType::Float64);
    if (!m_globalNorm)
        m_globalNorm = quotient;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        if (!m_offloads) {
            m_wide[i]->grad = asGradient(wideGradient(m_groups[i]));
            const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
            clippingFactor(tape(), DType::Float64);
        }
        const HostScope host(tape(), m_offloads);
        if (m_runs.empty()) {
            optimizer.step();
        } else {
            optimizer.prepareStates(m_wide[i]);
            m_runs[i].step();
        }
        if (!m_offloads)
            m_wide[i]->grad.reset();
    }
    m_norms.clear();
    m_modules.endStep();
}

} // namespace plimsoll::step
