// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/software.h"

#include <array>
#include <charconv>
#include <optional>

namespace plimsoll {

namespace {

// Releases compare as numbers; one without a third part is the last of its kind.
constexpr int ordinalOf(int major, int minor, int patch = 999)
{
    return (major * 1000 + minor) * 1000 + patch;
}

std::optional<int> ordinal(std::string_view release)
{
    std::array<int, 3> parts{0, 0, 999};
    const char* at = release.data();
    const char* const end = at + release.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto [rest, error] = std::from_chars(at, end, parts[i]);
        if (error != std::errc() || parts[i] < 0 || parts[i] > 999)
            return std::nullopt;
        at = rest;
        if (at == end)
            return i == 0 ? std::nullopt : std::optional(ordinalOf(parts[0], parts[1], parts[2]));
        if (*at != '.')
            return std::nullopt;
        ++at;
    }
    return ordinalOf(parts[0], parts[1], parts[2]);
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
    {ordinalOf(2, 14), [](SoftwareRules& rules) { rules.keepsWorkspaces = true; },
     "PyTorch before 2.15 keeps a cuBLAS workspace for each thread that multiplies, two in training "
     "(aten/src/ATen/cuda/CublasHandlePool.cpp, getCurrentCUDABlasHandle; changed by pytorch PR 194311)."},
}};

// Read in the releases 4.45.2, 4.46.0, 4.47.0, 4.48.3, 4.49.0 and 4.50.0.
constexpr std::array<PastRule, 2> transformersRules{{
    {ordinalOf(4, 45), [](SoftwareRules& rules) { rules.lossPath = LossPath::WideOutput; },
     "transformers up to 4.45 widens logits in the model's forward and shifts them in a copy "
     "(models/*/modeling_*.py, logits.float())."},
    {ordinalOf(4, 48), [](SoftwareRules& rules) { rules.lossPath = LossPath::ShiftedCopy; },
     "transformers 4.46 to 4.48 widens logits in the loss and shifts them in a copy (loss/loss_utils.py, "
     "ForCausalLMLoss)."},
}};

// Read in the releases 0.4.0, 0.5.0 and 0.6.1.
constexpr std::array<PastRule, 1> torchtuneRules{{
    {ordinalOf(0, 4), [](SoftwareRules& rules) { rules.narrowNorm = true; },
     "torchtune up to 0.4 narrows what its RMS norm has normalised before the weight, 6 bytes a number kept for 8 "
     "(torchtune/modules/rms_norm.py)."},
}};

constexpr bool none = false;
constexpr bool yes = true;

// Read in lit-gpt of 27 October 2023, and in litgpt of 26 April and 27 September 2024, 0.5.4, 0.5.9 and 0.5.13.
constexpr std::array<PastRule, 5> litgptRules{{
    {ordinalOf(0, 1),
     [](SoftwareRules& rules) {
         rules.litgpt = {LitgptNorm::Promoted, yes, yes, yes, none};
     },
     "lit-gpt of October 2023 makes the index of the columns that have adapters for each call, and pads their results "
     "in a copy of zeros (lit_gpt/lora.py)."},
    {ordinalOf(0, 3, 0),
     [](SoftwareRules& rules) {
         rules.litgpt = {LitgptNorm::Narrowed, yes, none, yes, none};
     },
     "litgpt up to 0.4.5 narrows what its RMS norm has normalised before the weight (litgpt/model.py); up to 0.3.0 "
     "adapters' results are padded in a copy of zeros (litgpt/lora.py)."},
    {ordinalOf(0, 4, 5),
     [](SoftwareRules& rules) {
         rules.litgpt = {LitgptNorm::Narrowed, yes, none, none, none};
     },
     "litgpt up to 0.4.5 narrows what its RMS norm has normalised before the weight (litgpt/model.py)."},
    {ordinalOf(0, 5, 4),
     [](SoftwareRules& rules) {
         rules.litgpt = {LitgptNorm::Wide, yes, none, none, none};
     },
     "litgpt up to 0.5.4 lays queries, keys and values group by group, which copies the queries of grouped heads "
     "(litgpt/model.py)."},
    {ordinalOf(0, 5, 12), [](SoftwareRules& rules) { rules.litgpt.copiesIndex = false; },
     "litgpt up to 0.5.12 keeps one index of the columns that have adapters (litgpt/lora.py)."},
}};

// Read in 0.42.0 and 0.50.2, and in the release notes of 0.43.2.
constexpr std::array<PastRule, 1> bitsandbytesRules{{
    {ordinalOf(0, 43, 1), [](SoftwareRules& rules) { rules.keepsFourBitInputs = true; },
     "bitsandbytes up to 0.43.1 keeps the input of each 4-bit product, as long as the loss lives "
     "(autograd/_functions.py, MatMul4Bit; changed by bitsandbytes PR 1270)."},
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

std::array<const PastRule*, 5> rulesFor(const SoftwarePlan& software)
{
    return {ruleFor(software.torch, torchRules), ruleFor(software.transformers, transformersRules),
            ruleFor(software.torchtune, torchtuneRules), ruleFor(software.litgpt, litgptRules),
            ruleFor(software.bitsandbytes, bitsandbytesRules)};
}

} // namespace

SoftwareRules rulesOf(const SoftwarePlan& software)
{
    SoftwareRules rules;
    for (const PastRule* rule : rulesFor(software))
        if (rule)
            rule->apply(rules);
    return rules;
}

std::vector<std::string> softwareNotes(const SoftwarePlan& software)
{
    std::vector<std::string> notes;
    for (const PastRule* rule : rulesFor(software))
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

std::string_view knownLitgpt()
{
    return "0.1 to 0.5";
}

std::string_view knownBitsandbytes()
{
    return "0.41 to 0.50";
}

// From 2.0 on the workspace comes from PyTorch's own allocator (pytorch PR 83461, issue 95668).
bool knowsTorch(std::string_view release)
{
    return lies(release, ordinalOf(2, 0, 0), ordinalOf(2, 15));
}

bool knowsTransformers(std::string_view release)
{
    return lies(release, ordinalOf(4, 30, 0), ordinalOf(5, 24));
}

bool knowsTorchtune(std::string_view release)
{
    return lies(release, ordinalOf(0, 3, 0), ordinalOf(0, 6));
}

bool knowsLitgpt(std::string_view release)
{
    return lies(release, ordinalOf(0, 1, 0), ordinalOf(0, 5));
}

bool knowsBitsandbytes(std::string_view release)
{
    return lies(release, ordinalOf(0, 41, 0), ordinalOf(0, 50));
}

} // namespace plimsoll
