// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/stepcost.h"

#include <algorithm>

namespace plimsoll {

namespace {

// Multiplications of a layer's forward for one token; a causal token meets half of its sequence.
struct LayerWork
{
    double coreAttention;
    double mlp;
    double projections;

    explicit LayerWork(const Scenario& scenario)
    {
        const ModelSpec& m = scenario.model;
        const auto hidden = static_cast<double>(m.hidden);
        const auto queries = static_cast<double>(m.heads * m.headDim);
        const auto keys = static_cast<double>(m.kvHeads * m.headDim);
        coreAttention = static_cast<double>(scenario.training.sequenceLength) * queries; // scores, and what they weigh
        const std::int64_t width
            = m.experts ? m.experts->expertsPerToken * m.experts->ffn + m.experts->sharedFfn : m.ffn;
        mlp = (m.gatedMlp ? 3 : 2) * hidden * static_cast<double>(width);
        projections = 2 * hidden * (queries + keys);
    }
    double all() const { return coreAttention + mlp + projections; }
};

double megatronFactor(const Scenario& scenario, Checkpointing checkpointing, std::int64_t stages)
{
    const MegatronPlan& plan = scenario.training.megatron;
    const std::int64_t layers = scenario.model.layers;
    if (checkpointing == Checkpointing::Selective) {
        const LayerWork work(scenario);
        const double again
            = (plan.recomputed.coreAttention ? work.coreAttention : 0) + (plan.recomputed.mlp ? work.mlp : 0);
        return 1.0 + again / work.all() / 3.0;
    }
    const bool some = checkpointing == Checkpointing::Full && plan.recomputeMethod == RecomputeMethod::Block;
    const std::int64_t ofEachStage = plan.recomputeLayers * stages;
    const double share = some ? static_cast<double>(std::min(ofEachStage, layers)) / static_cast<double>(layers) : 1.0;
    return 1.0 + share * (recomputeFactor(checkpointing, layers, 1) - 1.0);
}

} // namespace

// Forward and backward cost 1 and 2; a checkpointed block's forward runs twice.
double recomputeFactor(Checkpointing checkpointing, std::int64_t layers, std::int64_t every)
{
    switch (checkpointing) {
    case Checkpointing::None:
        return 1.0;
    case Checkpointing::Full:
    case Checkpointing::Sqrt:
    case Checkpointing::Offloaded:
        return 4.0 / 3.0;
    case Checkpointing::Selective:
        return 7.0 / 6.0; // every second product is kept
    case Checkpointing::EveryNth:
        break;
    }
    const std::int64_t checkpointed = (layers + every - 1) / every;
    return 1.0 + static_cast<double>(checkpointed) / static_cast<double>(layers) / 3.0;
}

double recomputeFactor(const Scenario& scenario)
{
    return recomputeFactor(scenario, scenario.training.checkpointing, scenario.parallelism.pipeline);
}

double recomputeFactor(const Scenario& scenario, Checkpointing checkpointing, std::int64_t stages)
{
    if (scenario.training.stack == Stack::Megatron)
        return megatronFactor(scenario, checkpointing, stages);
    return recomputeFactor(checkpointing, scenario.model.layers, scenario.training.checkpointEvery);
}

} // namespace plimsoll
