// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/gradientbuckets.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20;
constexpr std::int64_t firstBucket = mib;       // torch.distributed._DEFAULT_FIRST_BUCKET_BYTES
constexpr std::int64_t otherBuckets = 25 * mib; // DistributedDataParallel's bucket_cap_mb
constexpr std::int64_t broadcastBuffer = 250 * mib;
constexpr std::size_t broadcastsInFlight = 2;

// compute_bucket_assignment_by_size: tensors of one type gather until they reach a limit; the first limit holds for a
// type's first bucket, the last one for all others. What is left over comes last.
std::vector<std::vector<std::size_t>> gathered(const std::vector<Tensor>& tensors,
                                               const std::vector<std::size_t>& order,
                                               const std::vector<std::int64_t>& limits)
{
    struct Open
    {
        DType dtype;
        std::vector<std::size_t> members;
        std::int64_t bytes = 0;
        std::size_t limit = 0;
    };
    std::vector<Open> open;
    std::vector<std::vector<std::size_t>> closed;
    for (std::size_t i : order) {
        const DType dtype = tensors[i].dtype();
        auto group = std::find_if(open.begin(), open.end(), [dtype](const Open& o) { return o.dtype == dtype; });
        if (group == open.end())
            group = open.insert(open.end(), Open{dtype, {}});
        group->members.push_back(i);
        group->bytes += tensors[i].bytes();
        if (group->bytes < limits[group->limit])
            continue;
        closed.push_back(std::exchange(group->members, {}));
        group->bytes = 0;
        group->limit = std::min(group->limit + 1, limits.size() - 1);
    }
    for (Open& group : open)
        if (!group.members.empty())
            closed.push_back(std::move(group.members));
    return closed;
}

std::vector<std::size_t> inOrder(std::size_t count)
{
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    return order;
}

std::int64_t elements(const std::vector<Tensor>& tensors, const std::vector<std::size_t>& members)
{
    std::int64_t count = 0;
    for (std::size_t i : members)
        count += tensors[i].numel();
    return count;
}

// c10d's broadcast_coalesced: copies go out flat, two of them at a time.
void broadcast(Tape& tape, const std::vector<Tensor>& tensors)
{
    tape.operation = "broadcast";
    std::deque<Tensor> inFlight;
    auto groups = gathered(tensors, inOrder(tensors.size()), {broadcastBuffer});
    std::ranges::sort(groups, {}, [](const auto& members) { return members.front(); });
    for (const auto& members : groups) {
        const Tensor& first = tensors[members.front()]; // one alone is sent as it is
        inFlight.push_back(members.size() == 1 ? detach(first)
                                               : empty(tape, {elements(tensors, members)}, first.dtype()));
        if (inFlight.size() >= broadcastsInFlight)
            inFlight.pop_front();
    }
    while (!inFlight.empty())
        inFlight.pop_front();
}

} // namespace

GradientBuckets::GradientBuckets(Parameters trainable, const Parameters& all, std::vector<Tensor> buffers,
                                 std::int64_t gpus, Options options)
    : m_tape(trainable.front().tape()),
      m_parameters(std::move(trainable)),
      m_buffers(std::move(buffers)),
      m_options(options),
      m_views(m_parameters.size()),
      m_dropped(m_parameters.size(), noAllocation)
{
    synchronize(all, gpus);
    if (m_options.inPieces) {
        makePieces();
        return;
    }
    auto buckets = gathered(m_parameters, inOrder(m_parameters.size()), {std::numeric_limits<std::int64_t>::max()});
    std::ranges::sort(buckets, std::greater<>(), [](const Bucket& members) { return members.front(); });
    makeBuckets(buckets);
}

void GradientBuckets::makePieces()
{
    m_rebuilt = true;
    const Place place = m_tape.place();
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const Tensor& parameter = m_parameters[i];
        m_tape.setPlace(
            {"gradient buckets", m_options.views ? LineItem::Gradients : LineItem::Communication, parameter->layer});
        m_tape.operation = "bucket";
        m_views[i] = empty(m_tape, parameter.sizes(), parameter.dtype());
    }
    m_tape.setPlace(place);
}

void GradientBuckets::makeBuckets(const std::vector<Bucket>& buckets)
{
    const ModuleScope scope(m_tape, "gradient buckets",
                            m_options.views ? LineItem::Gradients : LineItem::Communication);
    for (const Bucket& members : buckets) {
        m_tape.operation = "bucket";
        const Tensor& first = m_parameters[members.front()];
        m_buckets.push_back(empty(m_tape, {elements(m_parameters, members)}, first.dtype()));
        for (std::size_t i : members) {
            const Tensor& parameter = m_parameters[i];
            m_views[i] = viewOf(m_buckets.back(), parameter.sizes(), contiguousStrides(parameter.sizes()));
            if (m_options.views && parameter->grad)
                parameter->grad = boost::intrusive_ptr<TensorData>(m_views[i].data());
        }
    }
}

// The order is rank 0's: it is sent to all, with the number of buckets, and their sizes.
void GradientBuckets::rebuild()
{
    const auto buckets = gathered(m_parameters, m_ready, {firstBucket, otherBuckets});
    {
        const ModuleScope scope(m_tape, "gradient buckets", LineItem::Communication);
        m_tape.operation = "order of buckets";
        Tensor indices = empty(m_tape, {static_cast<std::int64_t>(m_ready.size()) + 1}, DType::Int32);
        empty(m_tape, {static_cast<std::int64_t>(buckets.size())}, DType::Int32);
    }
    m_rebuilt = true;
    m_ready.clear();
    for (Tensor& view : m_views)
        view = {};
    m_buckets.clear();
    makeBuckets(buckets);
}

void GradientBuckets::synchronize(const Parameters& all, std::int64_t gpus) const
{
    const ModuleScope scope(m_tape, "data parallel", LineItem::Communication);
    m_tape.operation = "shapes of parameters";
    {
        std::int64_t dimensions = 0;
        for (const Tensor& parameter : m_parameters)
            dimensions += 2 * parameter.dimensions();
        const Tensor count = empty(m_tape, {1}, DType::Int64);
        std::deque<Tensor> counts;
        for (std::int64_t i = 0; i < gpus; ++i)
            counts.push_back(empty(m_tape, {1}, DType::Int64));
        empty(m_tape, {dimensions}, DType::Int64);
        while (!counts.empty())
            counts.pop_front();
    }
    std::vector<Tensor> sent = all;
    sent.insert(sent.end(), m_buffers.begin(), m_buffers.end());
    broadcast(m_tape, sent);
}

void GradientBuckets::beforeForward()
{
    if (!m_rebuilt && !m_ready.empty())
        rebuild();
    const ModuleScope scope(m_tape, "data parallel", LineItem::Communication);
    broadcast(m_tape, m_buffers);
}

std::size_t GradientBuckets::indexOf(const Tensor& parameter) const
{
    const auto found = std::ranges::find_if(m_parameters, [&](const Tensor& each) { return each.is(parameter); });
    return static_cast<std::size_t>(found - m_parameters.begin());
}

void GradientBuckets::take(const Tensor& parameter)
{
    const std::size_t index = indexOf(parameter);
    if (!m_rebuilt && m_ready.size() < m_parameters.size())
        m_ready.push_back(index);
    if (m_options.views && parameter->grad)
        parameter->grad = boost::intrusive_ptr<TensorData>(m_views[index].data());
}

void GradientBuckets::giveBack()
{
    const Place place = m_tape.place();
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const Tensor& parameter = m_parameters[i];
        if (parameter->grad)
            continue;
        m_tape.setPlace({"gradient buckets", LineItem::Gradients, parameter->layer});
        m_tape.operation = "reduced gradient";
        const Tensor gradient = m_options.views ? m_views[i] : emptyLike(parameter);
        if (!m_options.views && m_dropped[i] != noAllocation)
            m_tape.renameAs(gradient->storage, m_dropped[i]);
        parameter->grad = boost::intrusive_ptr<TensorData>(gradient.data());
    }
    m_tape.setPlace(place);
}

void GradientBuckets::noteDropped(const Tensor& parameter)
{
    m_dropped[indexOf(parameter)] = parameter->grad->storage->allocation;
}

} // namespace plimsoll::step
