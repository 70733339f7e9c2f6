// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

// A choice of the training plan that does not go with the rest of the scenario.
struct Misfit
{
    std::string_view key; // of "training"
    std::string expected; // what would go
};

// Kernels and losses that the model's family has no code for, or that PyTorch refuses to run.
std::optional<Misfit> kernelMisfit(const Scenario& scenario);
std::optional<Misfit> lossMisfit(const Scenario& scenario);
// What goes with fp32 weights beside narrow ones.
std::optional<Misfit> masterMisfit(const Scenario& scenario);
// What goes with the code of torchtune.
std::optional<Misfit> stackMisfit(const Scenario& scenario);
// What goes with GPTQ's layers.
std::optional<Misfit> gptqMisfit(const Scenario& scenario);
// What goes with rows of several sequences, and with products in fp8.
std::optional<Misfit> packingMisfit(const Scenario& scenario);
std::optional<Misfit> fp8Misfit(const Scenario& scenario);

bool allowsCompiledBlocks(Family family);
// Whether a loss can run the family's head itself, in its own way.
bool allowsHeadLosses(Family family);

} // namespace plimsoll
