// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/tensorparallel.h"

#include "step/collectives.h"
#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

struct PlanRow
{
    std::string_view module;
    TensorStyle style;
};

constexpr PlanRow plan[] = {
    {"attention q", TensorStyle::Columns}, {"attention k", TensorStyle::Columns}, {"attention v", TensorStyle::Columns},
    {"attention out", TensorStyle::Rows},  {"mlp gate", TensorStyle::Columns},    {"mlp up", TensorStyle::Columns},
    {"mlp down", TensorStyle::Rows},       {"embedding", TensorStyle::Rows},      {"head", TensorStyle::Logits},
    {"norm 1", TensorStyle::Norm},         {"norm 2", TensorStyle::Norm},         {"final norm", TensorStyle::Norm},
    {"query norm", TensorStyle::HeadNorm}, {"key norm", TensorStyle::HeadNorm},
};

// What distribute_tensor sends to each GPU: parts along the first dimension are views, but for padded ones; others are
// copies.
std::vector<Tensor> partsToSend(const TensorParallel& spread, const Tensor& whole, std::size_t dimension)
{
    Dims sizes = whole.sizes();
    const std::int64_t all = sizes[dimension];
    const std::int64_t share = spread.share(all);
    sizes[dimension] = share;
    std::vector<Tensor> parts;
    for (std::int64_t i = 0; i < spread.gpus; ++i) {
        const bool padded = (i + 1) * share > all;
        if (dimension > 0 || padded)
            parts.push_back(empty(whole.tape(), sizes, whole.dtype()));
    }
    return parts;
}

// The parameter becomes its share; what it was whole is returned.
Tensor split(const TensorParallel& spread, const Tensor& parameter, std::size_t dimension)
{
    Tape& tape = parameter.tape();
    tape.operation = "parameter";
    Dims sizes = parameter.sizes();
    sizes[dimension] = spread.share(sizes[dimension]);
    Tensor other;
    {
        std::vector<Tensor> sent = partsToSend(spread, parameter, dimension);
        other = empty(tape, sizes, parameter.dtype());
        while (!sent.empty())
            sent.pop_back();
    }
    std::swap(parameter->storage, other->storage);
    std::swap(parameter->sizes, other->sizes);
    std::swap(parameter->strides, other->strides);
    return other;
}

void splitModule(const TensorParallel& spread, const PlannedSplit& planned)
{
    Tape& tape = planned.weight.tape();
    tape.setLayer(planned.weight->layer);
    const ModuleScope scope(tape, planned.weight->name, LineItem::Weights);
    const std::int64_t rows = planned.weight.size(0);
    const bool byRows = planned.style == TensorStyle::Rows && !planned.isEmbedding;
    Tensor whole = split(spread, planned.weight, byRows ? 1 : 0);
    if (planned.isEmbedding && !planned.isTied)
        planned.weight->gradientRows = rows;
    if (planned.isTied) {
        const Tensor ofHead = emptyLike(planned.weight);
        whole = {};
    }
    if (planned.bias && !byRows) {
        const Tensor wholeBias = split(spread, planned.bias, 0);
        whole = {};
    }
}

} // namespace

TensorParallel TensorParallel::of(std::string_view module) const
{
    TensorParallel here = *this;
    here.style = TensorStyle::Whole;
    const auto* const row = std::ranges::find(plan, module, &PlanRow::module);
    if (isOn() && row != std::end(plan))
        here.style = row->style;
    return here;
}

Tensor TensorParallel::entering(Tensor x) const
{
    switch (style) {
    case TensorStyle::Whole:
    case TensorStyle::Columns:
        break; // what enters is distributed already
    case TensorStyle::Logits:
        return wholeSequence(std::move(x));
    case TensorStyle::Rows:
    case TensorStyle::HeadNorm:
        return toDistributed(x, Placement::Sharded);
    case TensorStyle::Norm:
        return toDistributed(x, sequence ? Placement::Sharded : Placement::Replicated);
    }
    return x;
}

Tensor TensorParallel::leaving(Tensor y) const
{
    switch (style) {
    case TensorStyle::Whole:
    case TensorStyle::Logits:
    case TensorStyle::Norm:
        break;
    case TensorStyle::Columns:
    case TensorStyle::HeadNorm:
        return toLocal(y);
    case TensorStyle::Rows:
        return toLocal(summed(std::move(y)));
    }
    return y;
}

Tensor TensorParallel::wholeSequence(Tensor x) const
{
    return isOn() && sequence ? allGathered(x, gpus) : x;
}

Tensor TensorParallel::summed(Tensor part) const
{
    return sequence ? reduceScattered(part, gpus) : allReduced(part);
}

TensorParallel tensorParallelOf(const ParallelPlan& plan)
{
    return {plan.tensor, plan.sequenceParallel, TensorStyle::Whole};
}

void splitParameters(const TensorParallel& spread, const std::vector<PlannedSplit>& planned)
{
    if (planned.empty())
        return;
    Tape& tape = planned.front().weight.tape();
    const Place place = tape.place();
    for (const bool inBlock : {true, false})
        for (const PlannedSplit& each : planned)
            if ((each.weight->block >= 0) == inBlock)
                splitModule(spread, each);
    tape.setPlace(place);
}

Tensor laidOutGradient(const Tensor& parameter, DType dtype)
{
    if (parameter->gradientRows > 0 || parameter->gradientIsPartial)
        return emptyLike(parameter, dtype);
    return {};
}

} // namespace plimsoll::step
