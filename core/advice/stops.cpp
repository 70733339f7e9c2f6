// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/stops.h"

#include "advice/stoprules.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

using namespace stoprules;

constexpr std::string_view measured = "counted runs and step times named in tests/data/README.md";
constexpr std::string_view kernelSource = "PyTorch, torch/optim: what each kernel copies";
constexpr std::string_view spreadSource = "PyTorch, torch/distributed/fsdp and nn/parallel";
constexpr std::string_view megatronSource = "Megatron-LM, megatron/training/arguments.py";

// clang-format off
constexpr std::array rules{
    counted([](const Scenario& s) { return s.training.microBatch; },
            {"training.micro_batch", "batch", Advised::NextSmaller,
             "accumulation keeps the tokens of a step (PyTorch, zero_grad and backward)"},
            "less work for each kernel, a little slower"),
    counted([](const Scenario& s) { return s.training.sequenceLength; },
            {"training.sequence_length", "sequence length", Advised::NextSmaller, ""},
            "longer documents are cut"),
    Rule{{"model", "model size", Advised::No, ""},
         &modelSizes},
    Rule{{"training.precision", "precision", Advised::EveryStop, "Micikevicius et al. 2018, arXiv 1710.03740"},
         &allValues<Precision>},
    Rule{{"training.optimizer", "optimizer", Advised::EveryStop, "the optimizers' papers: Adafactor arXiv 1804.04235, Lion 2302.06675, 8 bits 2110.02861"},
         &allValues<Optimizer>},
    Rule{{"training.checkpointing", "checkpointing", Advised::EveryStop, "Chen et al. 2016, arXiv 1604.06174; Korthikanti et al. 2022, 2205.05198"},
         &allValues<Checkpointing>},
    Rule{{"training.method", "method", Advised::EveryStop, "LoRA arXiv 2106.09685, QLoRA 2305.14314"},
         &allValues<Method>},
    Rule{{"training.attention", "attention", Advised::EveryStop, "FlashAttention, arXiv 2205.14135"},
         &allValues<Attention>},
    Rule{{"training.kernels", "kernels", Advised::EveryStop, "Liger kernels, arXiv 2410.10989; torch.compile"},
         &allValues<Kernels>},
    Rule{{"training.loss", "loss", Advised::EveryStop, "Liger arXiv 2410.10989, cut cross entropy 2411.09009"},
         &allValues<Loss>},
    Rule{{"training.optimizer_kernel", "optimizer kernel", Advised::EveryStop, kernelSource},
         &allValues<OptimizerKernel>},
    Rule{{"training.optimizer_in_backward", "optimizer in backward", Advised::EveryStop, "PyTorch's tutorial on fusing the optimizer's step into backward"},
         &bothValues, "no gradient clipping, no accumulation over micro-batches"},
    Rule{{"training.quantization.format", "quantization", Advised::EveryStop, "QLoRA, arXiv 2305.14314"},
         &allValues<QuantizationFormat>, "", &isQuantized},
    counted([](const Scenario& s) { return s.training.lora.rank; },
            {"training.lora.rank", "LoRA rank", Advised::NextSmaller, "LoRA, arXiv 2106.09685: section 7.2"},
            "adapters can express less", &hasAdapters),
    Rule{{"training.lora.dora", "DoRA", Advised::EveryStop, "DoRA, arXiv 2402.09353"},
         &bothValues, "magnitudes are trained beside directions, or not", &hasAdapters},
    counted([](const Scenario& s) { return s.training.gradientAccumulation; },
            {"training.gradient_accumulation", "gradient accumulation", Advised::No, ""}),
    counted([](const Scenario& s) { return s.training.checkpointEvery; },
            {"training.checkpoint_every", "checkpoint every", Advised::EveryStop, measured},
            "+33 % compute for each block covered", &checkpointsEveryNth),
    counted([](const Scenario& s) { return s.training.lossChunks; },
            {"training.loss_chunks", "chunks of the loss", Advised::EveryStop, measured},
            "smaller products, a little slower", &hasLossChunks),
    Rule{{"training.reentrant", "reentrant checkpointing", Advised::EveryStop, "PyTorch, torch/utils/checkpoint.py"},
         &bothValues, "the older way: no early stop, no nesting", &isCheckpointed},
    Rule{{"training.autocast", "autocast over bf16 weights", Advised::EveryStop, "PyTorch, torch/amp"},
         &bothValues, "norms and losses in fp32", &isPlainBf16},
    Rule{{"training.keep_gradients", "gradients kept between steps", Advised::EveryStop, "PyTorch, Optimizer.zero_grad(set_to_none)"},
         &bothValues, "none: gradients are made anew"},
    Rule{{"training.keep_logits", "logits kept through backward", Advised::EveryStop, measured},
         &bothValues, "the loop can use them after backward, or not"},
    Rule{{"memory.allocator", "allocator", Advised::EveryStop, "PyTorch, PYTORCH_CUDA_ALLOC_CONF"},
         &allValues<Segments>},
    counted([](const Scenario& s) { return s.parallelism.gpus; },
            {"parallelism.gpus", "GPUs", Advised::No, spreadSource},
            "", &isSpread),
    Rule{{"parallelism.data", "data parallelism", Advised::EveryStop, spreadSource},
         &allValues<DataParallel>, "", &hasSeveralGpus},
    counted([](const Scenario& s) { return s.parallelism.shardGroup; },
            {"parallelism.shard_group", "shard group", Advised::EveryStop, spreadSource},
            "weights are gathered from more GPUs", &isHybrid),
    Rule{{"parallelism.bucket_view", "gradients as views of buckets", Advised::EveryStop, spreadSource},
         &bothValues, "gradients cannot be detached", &isReplicated},
    Rule{{"parallelism.mixed_precision", "gathered in bf16", Advised::EveryStop, spreadSource},
         &bothValues, "weights are gathered as they are stored, or narrow", &isSharded},
    Rule{{"parallelism.reduce_dtype", "reduced in", Advised::EveryStop, spreadSource},
         &allValues<ReduceType>, "", &isSpreadByParameter},
    Rule{{"parallelism.reshard_after_forward", "reshard after forward", Advised::EveryStop, spreadSource},
         &bothValues, "weights are gathered once more in backward, or stay", &isSpreadByParameter},
    Rule{{"parallelism.orig_params", "parameters of their own", Advised::EveryStop, spreadSource},
         &bothValues, "gradients stay between steps, or nothing is frozen beside what trains", &isFlat},
    Rule{{"parallelism.wrap_adapters", "adapters apart", Advised::EveryStop, spreadSource},
         &bothValues, "many small gathers, or gradients for frozen weights", &isFlat},
    Rule{{"parallelism.offload.parameters", "offload", Advised::EveryStop, spreadSource},
         &allValues<ParameterOffload>, "", &isSpreadByParameter},
    Rule{{"training.megatron.layers", "Megatron's layers", Advised::EveryStop, megatronSource},
         &allValues<MegatronLayers>, "", &isMegatron},
    Rule{{"training.megatron.cross_entropy", "Megatron's cross entropy", Advised::EveryStop, megatronSource},
         &allValues<MegatronLoss>, "", &isMegatron},
    Rule{{"training.megatron.gradient_accumulation_fusion", "products add gradients", Advised::EveryStop, megatronSource},
         &bothValues, "needs a kernel of Apex or Transformer Engine, or a sum more for each weight", &isMegatron},
    Rule{{"training.megatron.recompute_method", "recomputed layers", Advised::EveryStop, megatronSource},
         &allValues<RecomputeMethod>, "", &recomputesLayers},
    Rule{{"training.megatron.recompute_core_attention", "core attention recomputed", Advised::EveryStop, "Korthikanti et al. 2022, arXiv 2205.05198"},
         &bothValues, "attention's scores are made twice, or kept", &recomputesModules},
    Rule{{"training.megatron.recompute_mlp", "MLP recomputed", Advised::EveryStop, megatronSource},
         &bothValues, "the MLP runs twice, or keeps its inputs", &recomputesModules},
    Rule{{"training.megatron.context_exchange", "exchange of cut sequences", Advised::EveryStop, megatronSource},
         &allValues<ContextExchange>, "", &cutsSequences},
    Rule{{"training.megatron.attention_mask", "mask from the loader", Advised::EveryStop, megatronSource},
         &bothValues, "padding is masked, or there is none", &isMegatron},
    Rule{{"training.nanotron.async_communication", "overlapped gathers", Advised::EveryStop, "nanotron, tp_linear_async_communication"},
         &bothValues, "inputs of split layers are gathered again in backward", &splitsNanotron},
    counted([](const Scenario& s) { return s.model.layers; },
            {"model.layers", "layers", Advised::No, ""}),
    counted([](const Scenario& s) { return s.model.hidden; },
            {"model.hidden", "hidden size", Advised::No, ""}),
    counted([](const Scenario& s) { return s.model.ffn; },
            {"model.ffn", "MLP width", Advised::No, ""}),
    counted([](const Scenario& s) { return s.model.vocab; },
            {"model.vocab", "vocabulary", Advised::No, ""}),
};
// clang-format on

const Rule* findRule(std::string_view path)
{
    const auto rule = std::ranges::find(rules, path, [](const Rule& each) { return each.lever.path; });
    return rule == rules.end() ? nullptr : &*rule;
}

} // namespace

std::span<const StopLever> stopLevers()
{
    static const auto levers = [] {
        std::array<StopLever, rules.size()> all;
        std::ranges::transform(rules, all.begin(), &Rule::lever);
        return all;
    }();
    return levers;
}

const StopLever* findStopLever(std::string_view path)
{
    const auto found = std::ranges::find(stopLevers(), path, &StopLever::path);
    return found == stopLevers().end() ? nullptr : &*found;
}

bool hasEffect(const StopLever& lever, const Scenario& scenario)
{
    return findRule(lever.path)->applies(scenario);
}

std::vector<LeverStop> leverStops(const Scenario& scenario, std::string_view lever)
{
    const Rule* rule = findRule(lever);
    return rule ? rule->stops(scenario, *rule) : std::vector<LeverStop>();
}

std::optional<Scenario> atStop(const Scenario& scenario, std::string_view lever, const LeverStop& stop)
{
    if (stop.value.empty()) {
        Scenario sized = scenario;
        sized.model = stop.scenario.model;
        return sized;
    }
    Result<Scenario> changed = withValue(scenario, std::string(lever) + '=' + stop.value);
    return changed ? std::optional(std::move(*changed)) : std::nullopt;
}

} // namespace plimsoll
