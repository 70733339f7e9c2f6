// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/combinations.h"

#include "scenario/choices.h"
#include "scenario/fusedkernels.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

// Families whose head follows the trunk at once, so that a loss can run it: nothing is done to their logits before the
// loss, and their code calls the head lm_head. Each was counted with these losses.
constexpr std::array headFamilies{
    Family::Plain,      Family::Llama,    Family::Mistral,    Family::Qwen2,    Family::Qwen3,      Family::SmolLm3,
    Family::Phi3,       Family::Gemma,    Family::Gemma3Text, Family::Olmo,     Family::Olmo2,      Family::Glm4,
    Family::Starcoder2, Family::StableLm, Family::Nemotron,   Family::Phi,      Family::Gpt2,       Family::GptBigCode,
    Family::Opt,        Family::Mixtral,  Family::Qwen2Moe,   Family::Qwen3Moe, Family::DeepseekV2, Family::DeepseekV3,
    Family::GptOss,     Family::Falcon,   Family::Bloom,
};

bool runsHead(Family family)
{
    return std::ranges::find(headFamilies, family) != headFamilies.end();
}

bool endsInLayerNorm(Family family)
{
    constexpr std::array families{Family::Plain, Family::Falcon,     Family::Starcoder2, Family::StableLm, Family::Phi,
                                  Family::Gpt2,  Family::GptBigCode, Family::Opt,        Family::Bloom};
    return std::ranges::find(families, family) != families.end();
}

// Whether the last hidden states are 16 bits wide: cut cross entropy's backward takes no others.
bool hasNarrowHiddenStates(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const bool widened = t.method == Method::Qlora && t.quantization.widened == Widened::All
        && t.quantization.format != QuantizationFormat::GptqInt4;
    const bool wideNorm = t.autocastOverBf16 && endsInLayerNorm(scenario.model.family); // and plain decoders' norms
    return t.precision == Precision::Bf16 && !widened && !wideNorm;
}

std::string familyLabel(const Scenario& scenario)
{
    return std::string(info(scenario.model.family).label);
}

} // namespace

namespace {

// Families whose blocks were counted compiled: checkpointed too, and without checkpoints only.
constexpr std::array compiledFamilies{
    Family::Plain, Family::Llama,   Family::Mistral, Family::Qwen2,
    Family::Qwen3, Family::SmolLm3, Family::Gemma,   Family::Phi3,
};
constexpr std::array compiledWholeFamilies{
    Family::Olmo2,      Family::Granite,  Family::Starcoder2, Family::StableLm, Family::Glm4,
    Family::Gemma3Text, Family::Nemotron, Family::Cohere,     Family::Gemma2,
};

// Families whose code takes positions, from which it tells packed sequences apart; each was counted so.
constexpr std::array packedFamilies{
    Family::Llama,   Family::Mistral,  Family::Qwen2,      Family::Qwen3,      Family::SmolLm3,    Family::Phi3,
    Family::Gemma,   Family::Gemma2,   Family::Gemma3Text, Family::Olmo,       Family::Olmo2,      Family::Granite,
    Family::Cohere,  Family::Glm4,     Family::Nemotron,   Family::Phi,        Family::Starcoder2, Family::StableLm,
    Family::Mixtral, Family::Qwen2Moe, Family::Qwen3Moe,   Family::DeepseekV2, Family::DeepseekV3, Family::GptNeoX,
};

bool readsPositions(Family family)
{
    return std::ranges::find(packedFamilies, family) != packedFamilies.end();
}

bool isCompiledCheckpointed(Family family)
{
    return std::ranges::find(compiledFamilies, family) != compiledFamilies.end();
}

std::optional<Misfit> fusedMisfit(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    if (model.family == Family::Plain)
        return Misfit{"kernels", "eager or compiled for a model given by its sizes"};
    if (!hasFusedKernels(model.family))
        return Misfit{"kernels", "eager: this version knows no fused kernels for " + familyLabel(scenario)};
    if (fusedKernels(model.family).gate && model.mlpBias)
        return Misfit{"kernels", "eager: the fused gate has no biases, and the config's mlp_bias asks for them"};
    const bool ownOrSilu
        = model.hiddenActivation == HiddenActivation::Own || model.hiddenActivation == HiddenActivation::Silu;
    const bool gemma
        = model.family == Family::Gemma || model.family == Family::Gemma2 || model.family == Family::Gemma3Text;
    if (fusedKernels(model.family).gate && !gemma && !ownOrSilu)
        return Misfit{"kernels", "eager: the fused gate is made with SiLU, and the config asks for another function"};
    return std::nullopt;
}

std::optional<Misfit> compiledMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    if (!allowsCompiledBlocks(scenario.model.family))
        return Misfit{"kernels", "eager: this version has not counted compiled blocks of " + familyLabel(scenario)};
    if (t.method != Method::Full)
        return Misfit{"kernels", "eager, or method full: adapters in compiled blocks are not in this version"};
    if (t.checkpointing != Checkpointing::None && t.checkpointing != Checkpointing::Full)
        return Misfit{"kernels", "eager, or checkpointing none or full, which are counted with compiled blocks"};
    if (t.checkpointing != Checkpointing::None && !isCompiledCheckpointed(scenario.model.family))
        return Misfit{"kernels",
                      "eager, or checkpointing none, with which compiled blocks of " + familyLabel(scenario)
                          + " are counted"};
    if (t.reentrant && t.checkpointing != Checkpointing::None)
        return Misfit{"kernels", "eager, or reentrant false: torch.compile does not go through the older checkpoints"};
    if (t.attention == Attention::Flash)
        return Misfit{"kernels", "eager, or attention sdpa or eager, which are counted with compiled blocks"};
    if (t.autocastOverBf16)
        return Misfit{"kernels", "eager, or autocast false, which is counted with compiled blocks"};
    if (t.loss != Loss::Logits)
        return Misfit{"kernels", "eager, or loss logits, which is counted with compiled blocks"};
    return std::nullopt;
}

} // namespace

bool allowsCompiledBlocks(Family family)
{
    return isCompiledCheckpointed(family)
        || std::ranges::find(compiledWholeFamilies, family) != compiledWholeFamilies.end();
}

std::optional<Misfit> kernelMisfit(const Scenario& scenario)
{
    switch (scenario.training.kernels) {
    case Kernels::Fused:
        return fusedMisfit(scenario);
    case Kernels::Compiled:
        return compiledMisfit(scenario);
    case Kernels::Eager:
        break;
    }
    return std::nullopt;
}

std::optional<Misfit> lossMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const Family family = scenario.model.family;
    if (t.loss == Loss::Logits || t.stack == Stack::Litgpt)
        return std::nullopt;
    const bool fusedForward = t.loss == Loss::FusedLinear && t.kernels == Kernels::Fused;
    if (fusedForward ? !fusedKernels(family).linearLoss : !runsHead(family))
        return Misfit{"loss", "logits: this version cannot take the head out of " + familyLabel(scenario) + "'s code"};
    if ((t.loss == Loss::Cut || t.loss == Loss::FusedLinear) && scenario.model.headBias)
        return Misfit{"loss", "logits or a chunked loss: the others leave out the head's bias"};
    if (t.loss == Loss::Cut && !hasNarrowHiddenStates(scenario))
        return Misfit{"loss", "another than cut, which takes hidden states in bf16 only: precision bf16 makes them so"};
    return std::nullopt;
}

std::optional<Misfit> masterMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    if (!hasMasterWeights(t.precision))
        return std::nullopt;
    const std::string precision(choice(t.precision).id);
    if (t.method != Method::Full)
        return Misfit{"precision", "another than " + precision + ", which this version knows for full fine-tuning"};
    if (t.optimizerInBackward)
        return Misfit{"optimizer_in_backward", "false with precision " + precision + ", whose weights step together"};
    if (t.optimizer == Optimizer::Adagrad)
        return Misfit{"optimizer", "another than adagrad, whose states are made before the fp32 weights are"};
    if (t.optimizer == Optimizer::Muon && t.precision == Precision::Bf16MasterFp32Grad)
        return Misfit{"optimizer", "another than muon, for which a flat weight is no matrix"};
    return std::nullopt;
}

namespace {

std::optional<Misfit> adaptersOfLitgpt(const TrainingPlan& t)
{
    if (t.method == Method::Full)
        return std::nullopt;
    if (t.lora.fp32Adapters && t.precision != Precision::Fp32)
        return Misfit{"lora", "adapter_dtype model: litgpt's adapters are of the model's type"};
    if (t.lora.dora || t.lora.rsLora)
        return Misfit{"lora", "dora and rslora false, which litgpt does not have"};
    if (t.method == Method::Lora)
        return std::nullopt;
    const bool fourBit
        = t.quantization.format == QuantizationFormat::Nf4 || t.quantization.format == QuantizationFormat::Nf4Double;
    if (!fourBit || t.quantization.widened != Widened::None)
        return Misfit{"quantization", "format nf4 or nf4-double and upcast_fp32 false with stack litgpt"};
    if (t.precision != Precision::Bf16)
        return Misfit{"precision", "bf16 with stack litgpt and method qlora"};
    return std::nullopt;
}

std::optional<Misfit> litgptMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    constexpr std::array known{Family::Llama,  Family::Mistral, Family::Phi3,    Family::Gemma,
                               Family::Gemma2, Family::Phi,     Family::GptNeoX, Family::Falcon};
    if (std::ranges::find(known, scenario.model.family) == known.end())
        return Misfit{"stack",
                      "another than litgpt, whose Llama, Mistral, Phi, Phi-3, Gemma, Gemma 2, GPT-NeoX and Falcon are "
                      "known here"};
    if (t.precision != Precision::Bf16 && t.precision != Precision::Fp32)
        return Misfit{"precision", "bf16 or fp32 (bf16-true, 32-true) with stack litgpt"};
    if (t.autocastOverBf16)
        return Misfit{"autocast", "false with stack litgpt, as which it is counted"};
    if (t.attention != Attention::Sdpa)
        return Misfit{"attention", "sdpa, which litgpt calls"};
    if (t.kernels != Kernels::Eager)
        return Misfit{"kernels", "eager with stack litgpt, as which it is counted"};
    if (t.checkpointing != Checkpointing::None)
        return Misfit{"checkpointing", "none, as litgpt has it on one GPU"};
    if (t.loss != Loss::Chunked)
        return Misfit{"loss", "chunked: litgpt's scripts compute it in chunks of 128"};
    if (t.optimizerInBackward)
        return Misfit{"optimizer_in_backward", "false with stack litgpt, whose scripts have none"};
    return adaptersOfLitgpt(t);
}

} // namespace

std::optional<Misfit> stackMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const Family family = scenario.model.family;
    if (t.stack == Stack::Litgpt)
        return litgptMisfit(scenario);
    if (t.stack != Stack::Torchtune)
        return std::nullopt;
    if (family != Family::Llama && family != Family::Mistral && family != Family::Qwen2)
        return Misfit{"stack", "another than torchtune, whose Llama, Mistral and Qwen2 are known here"};
    if (t.method != Method::Full)
        return Misfit{"method", "full with stack torchtune; hf knows adapters"};
    if (t.precision != Precision::Bf16 && t.precision != Precision::Fp32)
        return Misfit{"precision", "bf16 or fp32, which torchtune's recipes take"};
    if (t.autocastOverBf16)
        return Misfit{"autocast", "false with stack torchtune, which runs without"};
    if (t.attention == Attention::Eager)
        return Misfit{"attention", "sdpa, which torchtune calls"};
    if (t.kernels != Kernels::Eager)
        return Misfit{"kernels", "eager with stack torchtune, as which it is counted"};
    if (t.checkpointing != Checkpointing::None && t.checkpointing != Checkpointing::Full)
        return Misfit{"checkpointing", "none or full with stack torchtune, as which it is counted"};
    if (t.reentrant && t.checkpointing != Checkpointing::None)
        return Misfit{"reentrant", "false: torchtune's checkpoints are not"};
    if (t.loss != Loss::Logits && t.loss != Loss::Chunked)
        return Misfit{"loss", "logits or chunked, which torchtune's recipes have"};
    return std::nullopt;
}

std::optional<Misfit> packingMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    if (t.packedSequences == 1)
        return std::nullopt;
    if (t.packedSequences > t.sequenceLength)
        return Misfit{"packed_sequences", "at most sequence_length, " + std::to_string(t.sequenceLength)};
    if (!readsPositions(scenario.model.family) || t.stack == Stack::Torchtune || t.stack == Stack::Litgpt)
        return Misfit{"packed_sequences",
                      "1: " + familyLabel(scenario) + " is not known here with positions of its own"};
    if (t.kernels == Kernels::Compiled)
        return Misfit{"packed_sequences", "1, or kernels eager or fused, with which it is counted"};
    return std::nullopt;
}

std::optional<Misfit> gptqMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const ModelSpec& m = scenario.model;
    if (t.method != Method::Qlora || t.quantization.format != QuantizationFormat::GptqInt4)
        return std::nullopt;
    const std::int64_t widths[]{m.hidden, m.ffn, m.heads * m.headDim, m.kvHeads * m.headDim};
    if (std::ranges::any_of(widths, [](std::int64_t width) { return width % 32 != 0; }))
        return Misfit{"quantization", "another format than gptq-int4, whose kernels take layers of multiples of 32"};
    if (t.lora.dora)
        return Misfit{"lora", "dora false: adapters beside GPTQ's layers have no DoRA"};
    return std::nullopt;
}

std::optional<Misfit> fp8Misfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    if (t.precision != Precision::Fp8)
        return std::nullopt;
    if (t.method != Method::Full)
        return Misfit{"precision", "another than fp8, or method full, with which it is known here"};
    if (t.kernels == Kernels::Compiled)
        return Misfit{"kernels", "eager or fused with precision fp8: compiled products in fp8 are not in this version"};
    if (t.microBatch * t.sequenceLength % 16 != 0)
        return Misfit{"sequence_length",
                      "one that makes micro_batch × sequence_length a multiple of 16, as fp8 products need"};
    if (scenario.model.family == Family::Falcon)
        return Misfit{"precision", "another than fp8: Falcon's code adds in place to what fp8 products return"};
    return std::nullopt;
}

bool allowsHeadLosses(Family family)
{
    return runsHead(family) || fusedKernels(family).linearLoss;
}

} // namespace plimsoll
