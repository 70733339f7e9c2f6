// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/explainoom.h"

#include "memory/sizecheck.h"
#include "memory/timeline.h"
#include "step/trainingloop.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace plimsoll {

namespace {

constexpr std::size_t mostCandidates = 12;

using Key = std::tuple<std::string, Phase, bool, std::int64_t>; // name, phase, first step, bytes

StepProgram recorded(const Scenario& scenario)
{
    return step::record(scenario, {}, step::Recording::FirstSteps);
}

// Every kind of tensor that the first and a steady step ask for, by name, phase and size.
class Kinds
{
public:
    explicit Kinds(const StepProgram& program)
        : m_program(program)
    {
        for (std::size_t s = 0; s < program.sections.size(); ++s)
            for (std::int64_t i = 0; i < program.sections[s].repeat; ++i)
                pass(s);
    }

    std::vector<OomCandidate> candidates() const
    {
        std::vector<OomCandidate> all;
        for (const auto& [key, kind] : m_kinds) {
            const auto& [name, phase, first, bytes] = key;
            const bool everyStep = m_kinds.contains({name, phase, false, bytes});
            if (!first || !everyStep)
                all.push_back(kind.candidate);
        }
        return all;
    }

    // Which allocation stands for the kind.
    std::size_t allocationOf(const OomCandidate& kind) const
    {
        return m_kinds.at({kind.tensor, kind.phase, kind.firstStepOnly, kind.bytes.count()}).allocation;
    }

private:
    struct Kind
    {
        OomCandidate candidate;
        std::size_t allocation = 0;
    };

    void pass(std::size_t s)
    {
        const Section& section = m_program.sections[s];
        const bool first = s < m_program.steadyFrom;
        for (std::uint32_t e = section.firstEvent; e < m_program.sectionEnd(s); ++e) {
            const std::int32_t event = m_program.events[e];
            const auto index = static_cast<std::size_t>(event >= 0 ? event : ~event);
            const Allocation& allocation = m_program.allocations[index];
            if (event >= 0 && section.phase != Phase::Load)
                count(allocation, index, section.phase, first);
            m_live += Bytes(event >= 0 ? allocation.bytes : -allocation.bytes);
        }
    }

    void count(const Allocation& allocation, std::size_t index, Phase phase, bool first)
    {
        Kind& kind = m_kinds[{nameOf(allocation), phase, first, allocation.bytes}];
        OomCandidate& candidate = kind.candidate;
        if (candidate.count++ == 0) {
            kind.allocation = index;
            candidate.tensor = nameOf(allocation);
            candidate.item = allocation.item;
            candidate.phase = phase;
            candidate.firstStepOnly = first;
            candidate.bytes = Bytes(allocation.bytes);
        }
        candidate.liveBefore = std::max(candidate.liveBefore, m_live);
    }

    const StepProgram& m_program;
    std::map<Key, Kind> m_kinds;
    Bytes m_live;
};

Bytes distance(const OomCandidate& candidate, const OomText& text)
{
    const Bytes difference = candidate.bytes - text.bytes;
    return difference < Bytes() ? Bytes() - difference : difference;
}

// Those of the message's size; where there are none, those nearest to it.
std::vector<OomCandidate> fitting(std::vector<OomCandidate> all, const OomText& text, bool& exact)
{
    const auto fits = [&](const OomCandidate& candidate) { return distance(candidate, text) <= text.rounding; };
    exact = std::ranges::any_of(all, fits);
    if (exact) {
        std::erase_if(all, [&](const OomCandidate& candidate) { return !fits(candidate); });
        std::ranges::stable_sort(all, std::ranges::greater(), &OomCandidate::liveBefore);
    } else {
        std::ranges::stable_sort(all, {}, [&](const OomCandidate& candidate) { return distance(candidate, text); });
        all.resize(std::min<std::size_t>(all.size(), 3));
    }
    all.resize(std::min(all.size(), mostCandidates));
    return all;
}

// Whether the same allocation of a scenario with twice the batch or length is larger.
void findGrowth(const Scenario& scenario, const Kinds& kinds, std::vector<OomCandidate>& candidates,
                std::int64_t TrainingPlan::*size, bool OomCandidate::*grows)
{
    Scenario doubled = scenario;
    doubled.training.*size *= 2;
    if (checkSizes(doubled))
        return;
    const StepProgram larger = recorded(doubled);
    for (OomCandidate& candidate : candidates) {
        const std::size_t index = kinds.allocationOf(candidate);
        candidate.*grows
            = index < larger.allocations.size() && Bytes(larger.allocations[index].bytes) > candidate.bytes;
    }
}

} // namespace

Result<OomExplanation> explainOom(const Scenario& scenario, std::string_view given)
{
    Result<OomText> text = parseOomText(given);
    if (!text)
        return text.error();
    if (const std::optional<Error> error = checkSizes(scenario))
        return *error;
    if (const std::optional<Error> error = checkTargets(scenario))
        return *error;
    const StepProgram program = recorded(scenario);
    const Kinds kinds(program);
    OomExplanation result;
    result.text = std::move(*text);
    result.candidates = fitting(kinds.candidates(), result.text, result.exact);
    findGrowth(scenario, kinds, result.candidates, &TrainingPlan::microBatch, &OomCandidate::growsWithBatch);
    findGrowth(scenario, kinds, result.candidates, &TrainingPlan::sequenceLength, &OomCandidate::growsWithSequence);
    return result;
}

} // namespace plimsoll
