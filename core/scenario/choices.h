// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "scenario/allocatorsettings.h"
#include "scenario/parallelplan.h"
#include "scenario/trainingplan.h"

#include <span>
#include <string_view>

namespace plimsoll {

// One value of a choice: how files name it, how people read it, and what taking it costs.
// The span's index is the enumerator's value; the first is the default.
struct Choice
{
    std::string_view id;    // "bf16-autocast"
    std::string_view label; // "bf16 autocast"
    std::string_view cost;  // "half the bytes an activation; fp32 weights stay" (one line, empty if there is none)
};

template <class Enum>
std::span<const Choice> choices();

template <>
std::span<const Choice> choices<Norm>();
template <>
std::span<const Choice> choices<Activation>();
template <>
std::span<const Choice> choices<Positional>();
template <>
std::span<const Choice> choices<Stack>();
template <>
std::span<const Choice> choices<Method>();
template <>
std::span<const Choice> choices<QuantizationFormat>();
template <>
std::span<const Choice> choices<Widened>(); // as upcast_fp32 has it: true, false or a word
template <>
std::span<const Choice> choices<Precision>();
template <>
std::span<const Choice> choices<Optimizer>();
template <>
std::span<const Choice> choices<OptimizerKernel>();
template <>
std::span<const Choice> choices<Attention>();
template <>
std::span<const Choice> choices<Kernels>();
template <>
std::span<const Choice> choices<Checkpointing>();
template <>
std::span<const Choice> choices<Loss>();
template <>
std::span<const Choice> choices<Segments>();
template <>
std::span<const Choice> choices<DataParallel>();
template <>
std::span<const Choice> choices<ReduceType>();
template <>
std::span<const Choice> choices<FlatSharding>();
template <>
std::span<const Choice> choices<ParameterOffload>();
template <>
std::span<const Choice> choices<PipelineSchedule>();
template <>
std::span<const Choice> choices<MegatronLayers>();
template <>
std::span<const Choice> choices<MegatronLoss>();
template <>
std::span<const Choice> choices<RecomputeMethod>();
template <>
std::span<const Choice> choices<ContextExchange>();

template <class Enum>
const Choice& choice(Enum value)
{
    return choices<Enum>()[static_cast<std::size_t>(value)];
}

} // namespace plimsoll
