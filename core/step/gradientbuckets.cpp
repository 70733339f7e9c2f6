// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/gradientbuckets.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20;
constexpr std::int64_t firstBucket = mib;       // torch.distributed._DEFAULT_FIRST_BUCKET_BYTES
constexpr std::int64_t otherBuckets = 25 * mib; // DistributedDataParallel's bucket_cap_mb
constexpr std::int64_t broadcastBuffer = 250 * mib;
constexpr std::size_t broadcastsInFlight = 2;

using Tensors = std::vector<Tensor>;

struct Group
{
    std::size_t first = 0; // its place among those that gather
    Tensors members;

    std::int64_t elements() const
    {
        return std::accumulate(members.begin(), members.end(), std::int64_t{0},
                               [](std::int64_t sum, const Tensor& tensor) { return sum + tensor.numel(); });
    }
};

// compute_bucket_assignment_by_size: tensors of one type gather until they reach a limit; the first limit holds for a
// type's first bucket, the last one for all others. What is left over comes last.
std::vector<Group> gathered(const Tensors& tensors, const std::vector<std::int64_t>& limits)
{
    struct Open
    {
        DType dtype;
        Group group;
        std::int64_t bytes = 0;
        std::size_t limit = 0;
    };
    std::vector<Open> all;
    std::vector<Group> closed;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const DType dtype = tensors[i].dtype();
        auto open = std::ranges::find(all, dtype, &Open::dtype);
        if (open == all.end())
            open = all.insert(all.end(), Open{dtype, {}});
        if (open->group.members.empty())
            open->group.first = i;
        open->group.members.push_back(tensors[i]);
        open->bytes += tensors[i].bytes();
        if (open->bytes < limits[open->limit])
            continue;
        closed.push_back(std::exchange(open->group, {}));
        open->bytes = 0;
        open->limit = std::min(open->limit + 1, limits.size() - 1);
    }
    for (Open& open : all)
        if (!open.group.members.empty())
            closed.push_back(std::move(open.group));
    return closed;
}

// Those of all layers, in order: a layer that stands for others comes as often as there are of them.
Tensors unfolded(const Tape& tape, const Tensors& tensors)
{
    Tensors all;
    for (auto begin = tensors.begin(); begin != tensors.end();) {
        const std::int32_t layer = (*begin)->layer;
        const auto end = std::find_if(begin, tensors.end(), [layer](const Tensor& t) { return t->layer != layer; });
        for (std::int64_t i = 0; i < tape.repeatOf(layer); ++i)
            all.insert(all.end(), begin, end);
        begin = end;
    }
    return all;
}

// c10d's broadcast_coalesced: copies go out flat, two of them at a time.
void broadcast(Tape& tape, const Tensors& tensors)
{
    tape.operation = "broadcast";
    std::deque<Tensor> inFlight;
    std::vector<Group> groups = gathered(unfolded(tape, tensors), {broadcastBuffer});
    std::ranges::sort(groups, {}, &Group::first);
    for (const Group& group : groups) {
        const Tensor& first = group.members.front(); // one alone is sent as it is
        inFlight.push_back(group.members.size() == 1 ? detach(first) : empty(tape, {group.elements()}, first.dtype()));
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
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        m_places[m_parameters[i].data()] = i;
    synchronize(all, gpus);
    if (m_options.inPieces) {
        makePieces();
        return;
    }
    // One for each type; the one with the first parameter is made last.
    std::vector<Group> groups = gathered(unfolded(m_tape, m_parameters), {std::numeric_limits<std::int64_t>::max()});
    std::ranges::sort(groups, std::greater<>(), &Group::first);
    for (const Group& group : groups)
        makeBucket(group.members);
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

void GradientBuckets::makeBucket(const Parameters& members)
{
    const ModuleScope scope(m_tape, "gradient buckets",
                            m_options.views ? LineItem::Gradients : LineItem::Communication);
    m_tape.operation = "bucket";
    m_buckets.push_back(empty(m_tape, {Group{0, members}.elements()}, members.front().dtype()));
    for (const Tensor& parameter : members) {
        Tensor& view = m_views[indexOf(parameter)];
        view = viewOf(m_buckets.back(), parameter.sizes(), contiguousStrides(parameter.sizes()));
        if (m_options.views && parameter->grad)
            parameter->grad = boost::intrusive_ptr<TensorData>(view.data());
    }
}

// The order is rank 0's: it is sent to all, with the number of buckets, and their sizes.
void GradientBuckets::rebuild()
{
    const Parameters ready = unfolded(m_tape, m_ready);
    const std::vector<Group> groups = gathered(ready, {firstBucket, otherBuckets});
    {
        const ModuleScope scope(m_tape, "gradient buckets", LineItem::Communication);
        m_tape.operation = "order of buckets";
        Tensor indices = empty(m_tape, {static_cast<std::int64_t>(ready.size()) + 1}, DType::Int32);
        empty(m_tape, {static_cast<std::int64_t>(groups.size())}, DType::Int32);
    }
    m_rebuilt = true;
    m_ready.clear();
    for (Tensor& view : m_views)
        view = {};
    m_buckets.clear();
    for (const Group& group : groups)
        makeBucket(group.members);
}

void GradientBuckets::synchronize(const Parameters& all, std::int64_t gpus) const
{
    const ModuleScope scope(m_tape, "data parallel", LineItem::Communication);
    m_tape.operation = "shapes of parameters";
    {
        std::int64_t dimensions = 0;
        for (const Tensor& parameter : m_parameters)
            dimensions += 2 * parameter.dimensions() * m_tape.repeatOf(parameter->layer);
        const Tensor count = empty(m_tape, {1}, DType::Int64);
        std::deque<Tensor> counts;
        for (std::int64_t i = 0; i < gpus; ++i)
            counts.push_back(empty(m_tape, {1}, DType::Int64));
        empty(m_tape, {dimensions}, DType::Int64);
        while (!counts.empty())
            counts.pop_front();
    }
    Tensors sent = all;
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
    return m_places.at(parameter.data());
}

void GradientBuckets::take(const Tensor& parameter)
{
    const std::size_t index = indexOf(parameter);
    if (!m_rebuilt && m_ready.size() < m_parameters.size())
        m_ready.push_back(parameter);
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
