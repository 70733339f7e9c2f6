// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/oomreport.h"

#include "interchange/sentences.h"

#include <boost/json/array.hpp>

namespace plimsoll {

namespace {

namespace bj = boost::json;

std::string growth(const OomCandidate& candidate)
{
    if (candidate.growsWithBatch && candidate.growsWithSequence)
        return "grows with batch and sequence length";
    if (candidate.growsWithBatch)
        return "grows with the batch";
    return candidate.growsWithSequence ? "grows with the sequence length" : "the same for every batch";
}

std::string when(const OomCandidate& candidate)
{
    return std::string(label(candidate.phase)) + (candidate.firstStepOnly ? ", in the first step only" : "");
}

std::string lines(const OomCandidate& candidate, ByteUnit unit)
{
    const LineItemInfo& item = info(candidate.item);
    std::string text = "  " + candidate.tensor + ": " + formatExact(candidate.bytes) + ", "
        + formatCount(candidate.count) + (candidate.count == 1 ? " time" : " times") + " in " + when(candidate) + "\n";
    text += "    " + std::string(item.label) + "; " + growth(candidate) + "; up to "
        + formatBytes(candidate.liveBefore, unit) + " are live when it is asked for\n";
    return text + "    smaller by: " + std::string(item.lever) + " (" + std::string(item.leverCost) + ")\n";
}

// One figure of the message beside the estimate's.
std::string comparison(const char* what, const std::optional<Bytes>& said, Bytes ours, ByteUnit unit)
{
    if (!said)
        return {};
    return std::string("  ") + what + ": the message says " + formatBytes(*said, unit) + ", the estimate "
        + formatBytes(ours, unit) + " at the peak (" + formatDifference(*said - ours, unit) + ")\n";
}

} // namespace

std::string oomText(const OomExplanation& explanation, const Estimate& estimate, ByteUnit unit)
{
    std::string text = explanation.exact
        ? "Tensors of " + explanation.text.tried + " in this scenario's step:\n"
        : "No tensor of this scenario's step has " + explanation.text.tried + "; the nearest are:\n";
    for (const OomCandidate& candidate : explanation.candidates)
        text += lines(candidate, unit);
    std::string figures = comparison("allocated by PyTorch", explanation.text.allocated, estimate.peak.allocated, unit);
    if (explanation.text.allocated && explanation.text.unallocated)
        figures += comparison("reserved by PyTorch", *explanation.text.allocated + *explanation.text.unallocated,
                              estimate.reserved.expected, unit);
    if (explanation.text.capacity)
        figures += "  the card: the message says " + formatBytes(*explanation.text.capacity, unit)
            + ", the scenario needs " + formatBytes(estimate.total, unit) + "\n";
    if (!figures.empty())
        text += "The message's other figures:\n" + figures;
    return text;
}

bj::object oomJson(const OomExplanation& explanation, const Estimate& estimate)
{
    bj::array candidates;
    for (const OomCandidate& candidate : explanation.candidates)
        candidates.push_back(bj::object{{"tensor", candidate.tensor},
                                        {"line_item", info(candidate.item).id},
                                        {"phase", id(candidate.phase)},
                                        {"first_step_only", candidate.firstStepOnly},
                                        {"bytes", candidate.bytes.count()},
                                        {"count", candidate.count},
                                        {"live_before_bytes", candidate.liveBefore.count()},
                                        {"grows_with_batch", candidate.growsWithBatch},
                                        {"grows_with_sequence", candidate.growsWithSequence},
                                        {"lever", info(candidate.item).lever},
                                        {"lever_cost", info(candidate.item).leverCost}});
    const auto orNull
        = [](const std::optional<Bytes>& bytes) { return bytes ? bj::value(bytes->count()) : bj::value(); };
    const OomText& said = explanation.text;
    return {{"tried_bytes", said.bytes.count()},
            {"exact", explanation.exact},
            {"candidates", candidates},
            {"message",
             bj::object{{"capacity_bytes", orNull(said.capacity)},
                        {"free_bytes", orNull(said.free)},
                        {"allocated_bytes", orNull(said.allocated)},
                        {"unallocated_bytes", orNull(said.unallocated)}}},
            {"estimate",
             bj::object{{"allocated_bytes", estimate.peak.allocated.count()},
                        {"reserved_bytes", estimate.reserved.expected.count()},
                        {"total_bytes", estimate.total.count()}}}};
}

} // namespace plimsoll
