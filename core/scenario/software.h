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
    std::string litgpt = "0.5";    // with its stack
    std::string bitsandbytes = "0.50";

    bool operator==(const SoftwarePlan&) const = default;
};

// How transformers gets from logits to the loss.
enum class LossPath {
    PaddedLabels, // logits widened in the loss; labels shifted by padding
    ShiftedCopy,  // logits widened in the loss, then shifted, which copies them; the narrow ones stay the output
    WideOutput,   // logits widened in the model's forward, which returns them; shifted in a copy
};

// How litgpt's RMS norm computes.
enum class LitgptNorm {
    Wide,     // in fp32, the weight too, narrowed at the end
    Narrowed, // in fp32, narrowed before the weight
    Promoted, // in fp32, the weight read as it is
};

struct LitgptRules
{
    LitgptNorm norm = LitgptNorm::Wide;
    bool interleaved = false;    // queries, keys and values lie group by group
    bool copiesIndex = true;     // of the columns that have adapters, for each call
    bool padsBySequence = false; // adapters' results, transposed, into a copy of zeros
    bool chunkedCap = true;      // logits are capped in chunks too

    bool operator==(const LitgptRules&) const = default;
};

struct SoftwareRules
{
    LossPath lossPath = LossPath::PaddedLabels;
    bool keepsWorkspaces
        = false;             // cuBLAS's, one for each thread that multiplies; else one for the time of each product
    bool narrowNorm = false; // torchtune's RMS norm is narrowed before it is weighted
    LitgptRules litgpt;
    bool keepsFourBitInputs = false; // bitsandbytes' 4-bit products keep their inputs

    bool operator==(const SoftwareRules&) const = default;
};

SoftwareRules rulesOf(const SoftwarePlan& software);

// The rules in force that are not the newest releases', a sentence each.
std::vector<std::string> softwareNotes(const SoftwarePlan& software);

// The releases that are known, as "2.0 to 2.15", and whether one is among them.
std::string_view knownTorch();
std::string_view knownTransformers();
std::string_view knownTorchtune();
std::string_view knownLitgpt();
std::string_view knownBitsandbytes();
bool knowsTorch(std::string_view release);
bool knowsTransformers(std::string_view release);
bool knowsTorchtune(std::string_view release);
bool knowsLitgpt(std::string_view release);
bool knowsBitsandbytes(std::string_view release);

} // namespace plimsoll
