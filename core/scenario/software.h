// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

// What changed between releases of the software that trains, one table with the source of each rule.
namespace plimsoll {

// Releases as "2.15". The defaults are those that tests/data was counted with.
struct SoftwarePlan
{
    std::string torch = "2.15";
    std::string transformers = "5.24";
    std::string torchtune = "0.6"; // with its stack

    bool operator==(const SoftwarePlan&) const = default;
};

// How transformers gets from logits to the loss.
enum class LossPath {
    PaddedLabels, // logits widened in the loss; labels shifted by padding
    ShiftedCopy,  // logits widened in the loss, then shifted, which copies them; the narrow ones stay the output
    WideOutput,   // logits widened in the model's forward, which returns them; shifted in a copy
};

struct SoftwareRules
{
    LossPath lossPath = LossPath::PaddedLabels;
    bool keepsWorkspaces
        = false;             // cuBLAS's, one for each thread that multiplies; else one for the time of each product
    bool narrowNorm = false; // torchtune's RMS norm is narrowed before it is weighted

    bool operator==(const SoftwareRules&) const = default;
};

SoftwareRules rulesOf(const SoftwarePlan& software);

// The rules in force that are not the newest releases', a sentence each.
std::vector<std::string> softwareNotes(const SoftwarePlan& software);

// The releases that are known, as "2.0 to 2.15", and whether one is among them.
std::string_view knownTorch();
std::string_view knownTransformers();
std::string_view knownTorchtune();
bool knowsTorch(std::string_view release);
bool knowsTransformers(std::string_view release);
bool knowsTorchtune(std::string_view release);

} // namespace plimsoll
