// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "memory/lineitem.h"
#include "scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// What PyTorch's OutOfMemoryError says. Its figures have two decimals: they are right to half a hundredth of their
// unit.
struct OomText
{
    std::string tried; // as it stands there, "3.91 GiB"
    Bytes bytes;
    Bytes rounding; // the true size lies within so much of it
    std::optional<Bytes> capacity;
    std::optional<Bytes> free;
    std::optional<Bytes> allocated;   // by PyTorch
    std::optional<Bytes> unallocated; // reserved by PyTorch beyond that
};

// Reads the messages of PyTorch 1.x and 2.x. An error says which part is missing.
Result<OomText> parseOomText(std::string_view text);

// Tensors of a step that are alike in name, phase and size.
struct OomCandidate
{
    std::string tensor;
    LineItem item = LineItem::Activations;
    Phase phase = Phase::Forward;
    bool firstStepOnly = false;
    Bytes bytes;
    std::int64_t count = 0; // how many in one step
    Bytes liveBefore;       // requested bytes when the last of them is asked for, where most are live
    bool growsWithBatch = false;
    bool growsWithSequence = false;
};

struct OomExplanation
{
    OomText text;
    bool exact = false;                   // the candidates have the message's size; else they are the nearest there are
    std::vector<OomCandidate> candidates; // where most bytes are live first
};

Result<OomExplanation> explainOom(const Scenario& scenario, std::string_view text);

} // namespace plimsoll
