// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/overheads.h"

#include <array>
#include <charconv>

namespace plimsoll {

namespace {

struct ContextRow
{
    int fromMajor; // compute capability, from this one to the next row's
    int fromMinor;
    ContextFigure figure;
};

constexpr Bytes ofMib(std::int64_t count)
{
    return Bytes(count * mib);
}

// Kernels are loaded lazily (CUDA 11.7 and later) but for the highs, which are eager loading or older software.
constexpr ContextFigure unmeasured{ofMib(572), ofMib(300), ofMib(1024),
                                   "no reading for this kind of device; the H100's figure is taken"};

constexpr std::array<ContextRow, 6> contexts{{
    {5, 0, {ofMib(330), ofMib(287), ofMib(1024), "pytorch PR 86509: 287 MiB with lazy loading; about 1 GiB before it"}},
    {7, 0, {ofMib(360), ofMib(300), ofMib(1372), "300 to 400 MiB with lazy loading; 1.34 GiB on a V100 in 2022"}},
    {8, 0, {ofMib(481), ofMib(450), ofMib(942), "A100, torch 2.1: 0.47 GiB with lazy loading, 0.92 GiB without"}},
    {8, 6, {ofMib(426), ofMib(420), ofMib(1001), "RTX 6000 Ada, torch 2.10: 426 MiB; RTX 3090 before CUDA 11.7: 1001"}},
    {9, 0, {ofMib(572), ofMib(525), ofMib(700), "H100 after a training step: about 0.6 GB"}},
    {10, 0, {ofMib(700), ofMib(572), ofMib(1024), "0.6 to 0.8 GB by few reports of B200; not well established"}},
}};

// 9.0 as 900, so that versions compare as numbers; 0 where there is none.
int ordinal(std::string_view capability)
{
    const std::size_t dot = capability.find('.');
    if (dot == std::string_view::npos)
        return 0;
    int major = 0;
    int minor = 0;
    std::from_chars(capability.data(), capability.data() + dot, major);
    std::from_chars(capability.data() + dot + 1, capability.data() + capability.size(), minor);
    return major * 100 + minor;
}

// One communicator's buffers, by how many GPUs it joins; ones across nodes have more channels.
constexpr CommunicatorFigure withinNode{Bytes(400'000'000), Bytes(300'000'000), Bytes(500'000'000)};
constexpr CommunicatorFigure acrossNodes{Bytes(1'300'000'000), Bytes(1'000'000'000), Bytes(1'600'000'000)};

CommunicatorFigure operator+(const CommunicatorFigure& a, const CommunicatorFigure& b)
{
    return {a.expected + b.expected, a.low + b.low, a.high + b.high};
}

} // namespace

// A group of neighbours that is no larger than a node lies within one.
CommunicatorFigure communicatorsOf(const ParallelPlan& plan)
{
    const auto joining = [](std::int64_t gpus) { return gpus > gpusOfNode ? acrossNodes : withinNode; };
    if (plan.gpus < 2)
        return {};
    if (plan.data == DataParallel::Hsdp && plan.gpus > plan.shardGroup)
        return joining(plan.shardGroup) + joining(plan.gpus);
    // Neighbours split layers, then sequences, then come those that hold the same layers, then the stages.
    const std::int64_t group = plan.tensor * plan.context * plan.dataGroup();
    CommunicatorFigure all;
    if (plan.tensor > 1)
        all = all + joining(plan.tensor);
    if (plan.context > 1)
        all = all + joining(plan.tensor * plan.context);
    if (plan.expert > 1)
        all = all + joining(plan.tensor * plan.expert);
    if (plan.dataGroup() * plan.context > 1)
        all = all + joining(group);
    if (plan.pipeline > 1)
        all = all + joining(plan.gpus);
    return all;
}

const ContextFigure& contextOf(std::string_view computeCapability)
{
    const int wanted = ordinal(computeCapability);
    const ContextFigure* figure = &unmeasured;
    for (const ContextRow& row : contexts) {
        if (row.fromMajor * 100 + row.fromMinor <= wanted)
            figure = &row.figure;
    }
    return *figure;
}

Overheads overheadsOn(const Device& device, const MemoryPlan& plan)
{
    Overheads overheads;
    overheads.context = plan.context ? *plan.context : contextOf(device.computeCapability).expected;
    overheads.communicator = plan.communicators.value_or(Bytes());
    overheads.dataPipeline = plan.dataPipeline;
    overheads.other = plan.other;
    return overheads;
}

} // namespace plimsoll
