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
// integration leaves on.
constexpr std::array<Known, 18> table{{
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
    {Family::Mixtral, {FusedNorm::InPlace, true, false, true, 1, false, true}},
    {Family::Qwen3Moe, {FusedNorm::InPlace, true, false, true, 1, false, true}},
    {Family::DeepseekV2, {FusedNorm::InPlace, false, true, true, 1, false, true}},
    {Family::DeepseekV3, {FusedNorm::InPlace, false, true, true, 1, false, true}},
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
