// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/ladder.h"

#include "model/parameters.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr std::string_view karpathy = "nanoGPT, config/train_shakespeare_char.py";
constexpr std::string_view pythia = "Biderman et al. 2023, arXiv 2304.01373, table 1";
constexpr std::string_view gpt3 = "Brown et al. 2020, arXiv 2005.14165, table 2.1";
constexpr std::string_view megatron = "Narayanan et al. 2021, arXiv 2104.04473, table 1";

constexpr Shape ladder[] = {
    {6, 384, 6, karpathy},
    {6, 512, 8, pythia},
    {12, 768, 12, gpt3},
    {24, 1024, 16, gpt3},
    {24, 1536, 16, gpt3},
    {20, 2048, 16, "the worked example"},
    {24, 2304, 24, megatron},
    {32, 2560, 32, gpt3},
    {30, 3072, 32, megatron},
    {32, 4096, 32, gpt3},
    {40, 5120, 40, "Touvron et al. 2023, arXiv 2302.13971, table 2"},
    {40, 6144, 48, megatron},
    {48, 8192, 64, megatron},
    {60, 10240, 80, megatron},
    {96, 12288, 96, gpt3},
    {96, 16384, 128, megatron},
    {105, 20480, 128, megatron},
    {128, 25600, 160, megatron},
};

// The most key-value heads that divide the heads, at most 8 and fewer than the heads.
std::int64_t groupedKeyValueHeads(std::int64_t heads)
{
    std::int64_t keyValueHeads = std::clamp<std::int64_t>(heads / 2, 1, 8);
    while (heads % keyValueHeads != 0)
        --keyValueHeads;
    return keyValueHeads;
}

std::int64_t roundedUp(std::int64_t value, std::int64_t step)
{
    return (value + step - 1) / step * step;
}

double counted(const ModelSpec& spec)
{
    return static_cast<double>(plainParameterCount(spec));
}

// The shape whose size is nearest on a logarithmic scale, in which the stops are about evenly spaced.
const Shape& nearestShape(const ModelSpec& spec, double parameters)
{
    return *std::ranges::min_element(
        ladder, {}, [&](const Shape& shape) { return std::abs(std::log(counted(inShape(spec, shape)) / parameters)); });
}

} // namespace

std::span<const Shape> shapeLadder()
{
    return ladder;
}

ModelSpec inShape(const ModelSpec& spec, const Shape& shape)
{
    ModelSpec result = spec;
    result.name.clear();
    const bool grouped = spec.kvHeads < spec.heads;
    result.layers = shape.layers;
    result.hidden = shape.hidden;
    result.heads = shape.heads;
    result.headDim = shape.hidden / shape.heads;
    result.kvHeads = grouped ? groupedKeyValueHeads(shape.heads) : shape.heads;
    result.ffn = spec.gatedMlp ? roundedUp(shape.hidden * 8 / 3, 256) : 4 * shape.hidden;
    return result;
}

ModelSpec withParameters(const ModelSpec& spec, double parameters)
{
    ModelSpec result = inShape(spec, nearestShape(spec, std::max(parameters, 1.0)));
    ModelSpec deeper = result;
    ++deeper.layers;
    const double block = counted(deeper) - counted(result);
    const double outside = counted(result) - block * static_cast<double>(result.layers);
    result.layers = std::max<std::int64_t>(1, std::llround((parameters - outside) / block));
    return result;
}

} // namespace plimsoll
