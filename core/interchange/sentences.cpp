// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/sentences.h"

#include "base/version.h"

#include <array>

namespace plimsoll {

namespace {

bool fits(const DeviceVerdict& verdict)
{
    return verdict.verdict != Verdict::Oom;
}

// ", 84 % sure" where it might go either way.
std::string howSure(const DeviceVerdict& verdict)
{
    const bool isOpen = verdict.probability > 0.01 && verdict.probability < 0.99;
    return isOpen ? ", " + formatPercent(verdict.probability) + " sure" : std::string();
}

std::string fitClause(const DeviceVerdict& verdict)
{
    std::string how = verdict.verdict == Verdict::Tight ? ", tight" : "";
    if (verdict.releasesCache)
        how += ", by releasing cached memory, slower";
    return "fits " + shortName(verdict.device) + " (" + formatPercent(verdict.usedFraction) + how + howSure(verdict)
        + ")";
}

std::string oomClause(const DeviceVerdict& verdict, ByteUnit unit)
{
    if (verdict.overheads.total() >= verdict.device.usable)
        return "too big for " + shortName(verdict.device) + ", whose " + formatBytes(verdict.device.usable, unit)
            + " the CUDA context and other users take already";
    return "too big for " + shortName(verdict.device) + " by " + formatBytes(Bytes() - verdict.headroom, unit);
}

std::string sentence(std::string clause)
{
    clause.front() = static_cast<char>(clause.front() - 'a' + 'A');
    return clause + '.';
}

const DeviceVerdict* smallestThatFits(const std::vector<DeviceVerdict>& verdicts)
{
    const DeviceVerdict* smallest = nullptr;
    for (const DeviceVerdict& verdict : verdicts) {
        if (fits(verdict) && (!smallest || verdict.device.usable < smallest->device.usable))
            smallest = &verdict;
    }
    return smallest;
}

const DeviceVerdict* largestThatDoesNot(const std::vector<DeviceVerdict>& verdicts)
{
    const DeviceVerdict* largest = nullptr;
    for (const DeviceVerdict& verdict : verdicts) {
        if (!fits(verdict) && (!largest || verdict.device.usable > largest->device.usable))
            largest = &verdict;
    }
    return largest;
}

std::string devicesSentence(const std::vector<DeviceVerdict>& verdicts, ByteUnit unit)
{
    const DeviceVerdict* fitting = smallestThatFits(verdicts);
    const DeviceVerdict* failing = largestThatDoesNot(verdicts);
    if (fitting && failing)
        return sentence(fitClause(*fitting) + "; " + oomClause(*failing, unit));
    if (fitting)
        return sentence(fitClause(*fitting));
    if (!failing)
        return {};
    const bool several = verdicts.size() > 1;
    return sentence(several ? "fits none of the " + std::to_string(verdicts.size()) + " devices; "
                            + oomClause(*failing, unit)
                            : oomClause(*failing, unit));
}

} // namespace

std::string verdictSentence(const Estimate& estimate, ByteUnit unit)
{
    std::string text = "Needs " + formatBytes(estimate.total, unit) + " on the card.";
    const std::string devices = devicesSentence(estimate.devices, unit);
    if (!devices.empty())
        text += ' ' + devices;
    return text + " Peak " + formatBytes(estimate.peak.requested, unit) + ' ' + peakMoment(estimate.peak) + '.';
}

std::string deviceSentence(const DeviceVerdict& verdict, ByteUnit unit)
{
    return sentence(fits(verdict) ? fitClause(verdict) : oomClause(verdict, unit));
}

std::string failureInWords(const DeviceVerdict& verdict, ByteUnit unit)
{
    if (!verdict.oom)
        return {};
    const OutOfMemory& oom = *verdict.oom;
    const std::string phase(label(oom.phase));
    return oom.tensor + ", " + formatBytes(oom.bytes, unit) + ", in "
        + (oom.phase == Phase::Load ? "loading" : phase + " of step " + std::to_string(oom.step));
}

std::string_view label(Verdict verdict)
{
    static constexpr std::array<std::string_view, 3> labels{"fits", "tight", "OOM"};
    return labels[static_cast<std::size_t>(verdict)];
}

// Operations are named "mlp down: linear, backward" and "optimizer: square roots"; the phase has been said already.
std::string peakMoment(const Peak& peak)
{
    std::string text
        = peak.phase == Phase::OptimizerStep ? "in the optimizer step" : "in " + std::string(label(peak.phase));
    constexpr std::string_view inBackward = ", backward";
    std::string operation = peak.operation;
    if (peak.phase == Phase::Backward && operation.ends_with(inBackward))
        operation.erase(operation.size() - inBackward.size());
    constexpr std::string_view byOptimizer = "optimizer: ";
    if (operation.starts_with(byOptimizer))
        operation.erase(0, byOptimizer.size());
    const std::size_t colon = operation.find(": ");
    if (colon != std::string::npos)
        operation = operation.substr(0, colon) + " (" + operation.substr(colon + 2) + ')';
    return operation.empty() ? text : text + ", at " + operation;
}

std::string barLabel(const DeviceVerdict& verdict, ByteUnit unit)
{
    const std::string figure
        = fits(verdict) ? formatPercent(verdict.usedFraction) : formatDifference(Bytes() - verdict.headroom, unit);
    return figure + ' ' + (verdict.releasesCache ? "releases cache" : std::string(label(verdict.verdict)));
}

std::string chartTitle(const Estimate& estimate)
{
    const std::string words = inWords(estimate.scenario);
    return estimate.scenario.name.empty() ? words : estimate.scenario.name + ": " + words;
}

std::vector<std::string> chartFooter(const Estimate& estimate)
{
    std::vector<std::string> lines{"Plimsoll " + std::string(version())
                                   + " · bars: live tensors at the peak moment and what stands beside them on the card "
                                     "· line: what the framework can use"};
    lines.insert(lines.end(), estimate.assumptions.begin(), estimate.assumptions.end());
    return lines;
}

} // namespace plimsoll
