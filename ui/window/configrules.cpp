// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leverrules.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::ui::rules {

namespace {

// Whose configuration classes have a sliding window (configuration_*.py of transformers 5.24).
constexpr std::array windowFamilies{Family::Mistral,  Family::Qwen2,      Family::Qwen3,      Family::Phi3,
                                    Family::Gemma2,   Family::Gemma3Text, Family::Starcoder2, Family::Mixtral,
                                    Family::Qwen2Moe, Family::Qwen3Moe,   Family::GptOss,     Family::ModernBert};

// Whose code drops what attention and MLP put out (modeling_*.py).
constexpr std::array dropoutFamilies{Family::Phi3, Family::Starcoder2, Family::Gpt2,       Family::GptNeoX,
                                     Family::Opt,  Family::Falcon,     Family::Bloom,      Family::StableLm,
                                     Family::Phi,  Family::GptJ,       Family::GptBigCode, Family::Bert,
                                     Family::T5,   Family::Roberta,    Family::ModernBert};

template <std::size_t Count>
bool isOneOf(Family family, const std::array<Family, Count>& families)
{
    return std::ranges::find(families, family) != families.end();
}

} // namespace

double readWindow(const Scenario& scenario)
{
    return static_cast<double>(scenario.model.slidingWindow.value_or(-1));
}

void writeWindow(Scenario& scenario, double value)
{
    scenario.model.slidingWindow.reset();
    if (value > 0)
        scenario.model.slidingWindow = static_cast<std::int64_t>(value);
}

const char* needsConfigModel(const Scenario& scenario)
{
    return scenario.model.family != Family::Plain
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "A plain decoder has switches of its own for it.");
}

const char* needsExperts(const Scenario& scenario)
{
    return scenario.model.experts ? nullptr
                                  : QT_TRANSLATE_NOOP("Lever", "Only models with a mixture of experts have it.");
}

const char* needsLatent(const Scenario& scenario)
{
    return scenario.model.latent ? nullptr
                                 : QT_TRANSLATE_NOOP("Lever", "Only models with latent attention (DeepSeek) have it.");
}

const char* needsWindow(const Scenario& scenario)
{
    return isOneOf(scenario.model.family, windowFamilies)
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "This model's code knows no sliding window.");
}

const char* needsBranchDropout(const Scenario& scenario)
{
    return isOneOf(scenario.model.family, dropoutFamilies)
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "This model's code drops nothing there.");
}

const char* needsEncoder(const Scenario& scenario)
{
    return scenario.model.family == Family::T5 ? nullptr
                                               : QT_TRANSLATE_NOOP("Lever", "Only encoder-decoders (T5) have it.");
}

} // namespace plimsoll::ui::rules
