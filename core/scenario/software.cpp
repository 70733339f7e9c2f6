// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/software.h"

#include <array>
#include <charconv>
#include <optional>

namespace plimsoll {

namespace {

// "2.15" as 2015, so that releases compare as numbers.
std::optional<int> ordinal(std::string_view release)
{
    int major = 0;
    int minor = 0;
    const char* const end = release.data() + release.size();
    const auto [dot, majorError] = std::from_chars(release.data(), end, major);
    if (majorError != std::errc() || dot == end || *dot != '.')
        return std::nullopt;
    const auto [rest, minorError] = std::from_chars(dot + 1, end, minor);
    if (minorError != std::errc() || minor < 0 || minor > 999 || (rest != end && *rest != '.'))
        return std::nullopt;
    return major * 1000 + minor;
}

bool lies(std::string_view release, int first, int last)
{
    const std::optional<int> number = ordinal(release);
    return number && *number >= first && *number <= last;
}

// A rule that held up to a release, the last it held in.
struct PastRule
{
    int lastRelease;
    void (*apply)(SoftwareRules& rules);
    std::string_view note; // with where it was read
};

// torch/csrc and aten; the first rule that still holds counts.
constexpr std::array<PastRule, 1> torchRules{{
    {2014, [](SoftwareRules& rules) { rules.keepsWorkspaces = true; },
     "PyTorch before 2.15 keeps a cuBLAS workspace for each thread that multiplies, two in training "
     "(aten/src/ATen/cuda/CublasHandlePool.cpp, getCurrentCUDABlasHandle; changed by pytorch PR 194311)."},
}};

// Read in the releases 4.45.2, 4.46.0, 4.47.0, 4.48.3, 4.49.0 and 4.50.0.
constexpr std::array<PastRule, 2> transformersRules{{
    {4045, [](SoftwareRules& rules) { rules.lossPath = LossPath::WideOutput; },
     "transformers up to 4.45 widens logits in the model's forward and shifts them in a copy "
     "(models/*/modeling_*.py, logits.float())."},
    {4048, [](SoftwareRules& rules) { rules.lossPath = LossPath::ShiftedCopy; },
     "transformers 4.46 to 4.48 widens logits in the loss and shifts them in a copy (loss/loss_utils.py, "
     "ForCausalLMLoss)."},
}};

// Read in the releases 0.4.0, 0.5.0 and 0.6.1.
constexpr std::array<PastRule, 1> torchtuneRules{{
    {4, [](SoftwareRules& rules) { rules.narrowNorm = true; },
     "torchtune up to 0.4 narrows what its RMS norm has normalised before the weight, 6 bytes a number kept for 8 "
     "(torchtune/modules/rms_norm.py)."},
}};

template <std::size_t n>
const PastRule* ruleFor(std::string_view release, const std::array<PastRule, n>& rules)
{
    const std::optional<int> number = ordinal(release);
    for (const PastRule& rule : rules)
        if (number && *number <= rule.lastRelease)
            return &rule;
    return nullptr;
}

} // namespace

SoftwareRules rulesOf(const SoftwarePlan& software)
{
    SoftwareRules rules;
    for (const PastRule* rule : {ruleFor(software.torch, torchRules), ruleFor(software.transformers, transformersRules),
                                 ruleFor(software.torchtune, torchtuneRules)})
        if (rule)
            rule->apply(rules);
    return rules;
}

std::vector<std::string> softwareNotes(const SoftwarePlan& software)
{
    std::vector<std::string> notes;
    for (const PastRule* rule : {ruleFor(software.torch, torchRules), ruleFor(software.transformers, transformersRules),
                                 ruleFor(software.torchtune, torchtuneRules)})
        if (rule)
            notes.emplace_back(rule->note);
    return notes;
}

std::string_view knownTorch()
{
    return "2.0 to 2.15";
}

std::string_view knownTransformers()
{
    return "4.30 to 5.24";
}

std::string_view knownTorchtune()
{
    return "0.3 to 0.6";
}

// From 2.0 on the workspace comes from PyTorch's own allocator (pytorch PR 83461, issue 95668).
bool knowsTorch(std::string_view release)
{
    return lies(release, 2000, 2015);
}

bool knowsTransformers(std::string_view release)
{
    return lies(release, 4030, 5024);
}

bool knowsTorchtune(std::string_view release)
{
    return lies(release, 3, 6);
}

} // namespace plimsoll
