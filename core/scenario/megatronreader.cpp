// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/megatronreader.h"

#include "scenario/choices.h"
#include "scenario/readchoice.h"

namespace plimsoll {

void readMegatron(JsonObjectReader reader, MegatronPlan& plan)
{
    constexpr JsonObjectReader::Range layersRange{1, 10'000};
    readChoice(reader, "layers", plan.layers);
    readChoice(reader, "cross_entropy", plan.crossEntropy);
    reader.flag("gradient_accumulation_fusion", plan.fusedAccumulation);
    readChoice(reader, "recompute_method", plan.recomputeMethod);
    reader.whole("recompute_num_layers", plan.recomputeLayers, layersRange);
    reader.flag("recompute_core_attention", plan.recomputed.coreAttention);
    reader.flag("recompute_mlp", plan.recomputed.mlp);
    readChoice(reader, "context_exchange", plan.contextExchange);
    reader.flag("attention_mask", plan.attentionMask);
    reader.finish();
}

} // namespace plimsoll
