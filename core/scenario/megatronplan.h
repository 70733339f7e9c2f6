// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace plimsoll {

enum class MegatronLayers { TransformerEngine, Local };
enum class MegatronLoss { Plain, Fused, TransformerEngine };
enum class RecomputeMethod { Uniform, Block };
enum class ContextExchange { Ring, AllToAll };

// What selective recomputation runs again in backward (--recompute-modules).
struct RecomputedModules
{
    bool coreAttention = true;
    bool mlp = false;

    bool operator==(const RecomputedModules&) const = default;
};

// What Megatron-LM's command line chooses beside what all stacks know (the scenario file's "training.megatron").
struct MegatronPlan
{
    MegatronLayers layers = MegatronLayers::TransformerEngine; // --transformer-impl
    MegatronLoss crossEntropy = MegatronLoss::Plain;           // --cross-entropy-loss-fusion
    bool fusedAccumulation = true;                             // --no-gradient-accumulation-fusion turns it off
    RecomputeMethod recomputeMethod = RecomputeMethod::Uniform;
    std::int64_t recomputeLayers = 1; // uniform: of one recomputed call; block: of each stage that are recomputed
    RecomputedModules recomputed;
    ContextExchange contextExchange = ContextExchange::Ring; // --cp-comm-type
    bool attentionMask = true; // the loader makes one (--no-create-attention-mask-in-dataloader turns it off)

    bool operator==(const MegatronPlan&) const = default;
};

} // namespace plimsoll
