// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/fusedkernels.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct Known
{
    Family family;
    FusedKernels kernels;
};

// Source: apply_liger_kernel_to_… of liger_kernel/transformers/monkey_patch.py (0.8.5) with what its Trainer
// integration leaves on. Mixtures of experts whose experts it fuses are not among them: those kernels' sizes follow the
// routing.
constexpr std::array<Known, 14> table{{
    {Family::Llama, {FusedNorm::InPlace, true, true, true}},
    {Family::Mistral, {FusedNorm::InPlace, true, true, true}},
    {Family::Qwen2, {FusedNorm::InPlace, true, true, true}},
    {Family::Qwen3, {FusedNorm::InPlace, true, true, true}},
    {Family::SmolLm3, {FusedNorm::InPlace, true, true, true}},
    {Family::Granite, {FusedNorm::InPlace, true, true, false}}, // its logits are scaled
    {Family::Phi3, {FusedNorm::InPlace, true, true, true}},
    {Family::Gemma, {FusedNorm::InPlace, true, true, true}},
    {Family::Gemma2, {FusedNorm::Apart, true, true, true}},
    {Family::Gemma3Text, {FusedNorm::Apart, true, true, true}},
    {Family::Olmo2, {FusedNorm::Apart, true, true, true}},
    {Family::Glm4, {FusedNorm::Apart, false, true, true}},
    {Family::Nemotron, {FusedNorm::None, false, false, true, 1, true}},
    {Family::GptOss, {FusedNorm::InPlace, true, false, true, 8}},
}};

const Known* find(Family family)
{
    const auto found = std::ranges::find(table, family, &Known::family);
    return found == table.end() ? nullptr : &*found;
}

} // namespace

FusedKernels fusedKernels(Family family)
{
    const Known* known = find(family);
    return known ? known->kernels : FusedKernels{};
}

bool hasFusedKernels(Family family)
{
    return find(family) != nullptr;
}

} // namespace plimsoll
