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
    Family::Llama,    Family::Mistral,    Family::Qwen2, Family::Qwen3, Family::SmolLm3,    Family::Phi3,
    Family::Gemma,    Family::Gemma3Text, Family::Olmo,  Family::Olmo2, Family::Glm4,       Family::Starcoder2,
    Family::StableLm, Family::Nemotron,   Family::Phi,   Family::Gpt2,  Family::GptBigCode, Family::Opt,
};

bool runsHead(Family family)
{
    return std::ranges::find(headFamilies, family) != headFamilies.end();
}

bool endsInLayerNorm(Family family)
{
    constexpr std::array families{Family::Starcoder2, Family::StableLm,   Family::Phi,
                                  Family::Gpt2,       Family::GptBigCode, Family::Opt};
    return std::ranges::find(families, family) != families.end();
}

// Whether the last hidden states are 16 bits wide: cut cross entropy's backward takes no others.
bool hasNarrowHiddenStates(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const bool widened = t.method == Method::Qlora && t.quantization.upcastFp32;
    const bool wideNorm = t.autocastOverBf16 && endsInLayerNorm(scenario.model.family);
    return t.precision == Precision::Bf16 && !widened && !wideNorm;
}

std::string familyLabel(const Scenario& scenario)
{
    return std::string(info(scenario.model.family).label);
}

} // namespace

std::optional<Misfit> kernelMisfit(const Scenario& scenario)
{
    const Kernels kernels = scenario.training.kernels;
    if (kernels == Kernels::Compiled)
        return Misfit{"kernels", "eager or fused, the values this version computes"};
    if (kernels != Kernels::Fused)
        return std::nullopt;
    if (scenario.model.family == Family::Plain)
        return Misfit{"kernels", "eager for a model given by its sizes"};
    if (!hasFusedKernels(scenario.model.family))
        return Misfit{"kernels", "eager: this version knows no fused kernels for " + familyLabel(scenario)};
    if (fusedKernels(scenario.model.family).gate && scenario.model.mlpBias)
        return Misfit{"kernels", "eager: the fused gate has no biases, and the config's mlp_bias asks for them"};
    return std::nullopt;
}

std::optional<Misfit> lossMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const Family family = scenario.model.family;
    if (t.loss == Loss::Logits)
        return std::nullopt;
    if (family == Family::Plain)
        return Misfit{"loss", "logits for a model given by its sizes"};
    const bool fusedForward = t.loss == Loss::FusedLinear && t.kernels == Kernels::Fused;
    if (fusedForward ? !fusedKernels(family).linearLoss : !runsHead(family))
        return Misfit{"loss", "logits: this version cannot take the head out of " + familyLabel(scenario) + "'s code"};
    if ((t.loss == Loss::Cut || t.loss == Loss::FusedLinear) && scenario.model.family == Family::Phi)
        return Misfit{"loss", "logits or a chunked loss: the others leave out the head's bias"};
    if (t.loss == Loss::Cut && !hasNarrowHiddenStates(scenario))
        return Misfit{"loss", "another than cut, which takes hidden states in bf16 only: precision bf16 makes them so"};
    return std::nullopt;
}

bool allowsHeadLosses(Family family)
{
    return runsHead(family) || fusedKernels(family).linearLoss;
}

} // namespace plimsoll
