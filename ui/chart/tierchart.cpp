// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tierchart.h"

#include "format.h"
#include "interchange/sentences.h"
#include "language.h"
#include "memory/cardcheck.h"
#include "memory/overheads.h"
#include "memory/uncertainty.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr std::int64_t longestInCards = 4;

QString tr(const char* english)
{
    return QCoreApplication::translate("TierChart", english);
}

std::vector<Segment> segmentsOf(const Estimate& estimate, const DeviceVerdict& verdict)
{
    std::vector<Segment> segments;
    segments.reserve(partCount);
    for (const Part part : parts()) {
        const Bytes bytes = bytesOf(part, estimate, verdict);
        if (bytes > Bytes())
            segments.push_back({part, bytes});
    }
    return segments;
}

TierBar barOf(const Estimate& estimate, const DeviceVerdict& verdict, ByteUnit unit)
{
    const Band band = totalBand(estimate.reserved, verdict.overheads, verdict.device, estimate.scenario.memory);
    TierBar bar;
    bar.deviceId = toQString(verdict.device.id);
    bar.name = toQString(shortName(verdict.device));
    bar.usable = verdict.device.usable;
    bar.total = verdict.total;
    bar.low = std::min(band.low, bar.total); // which is less than the band's middle where cached memory is given back
    bar.high = std::max(band.high, bar.total);
    bar.usedFraction = verdict.usedFraction;
    bar.verdict = verdict.verdict;
    bar.label = shown(barLabel(verdict, unit));
    bar.sentence = shown(deviceSentence(verdict, unit));
    bar.segments = segmentsOf(estimate, verdict);
    if (verdict.oom)
        bar.failure
            = tr("It fails at %1 of %2.").arg(shownTensors(verdict.oom->tensor), exactText(verdict.oom->bytes, unit));
    return bar;
}

bool isInStep(Part part, const Estimate& estimate)
{
    const auto* item = std::get_if<LineItem>(&part);
    return item && estimate.lineItems[static_cast<std::size_t>(*item)].inFull > Bytes();
}

std::vector<LegendFigure> figuresOf(const Estimate& estimate)
{
    std::vector<LegendFigure> figures;
    for (const Part part : parts()) {
        LegendFigure figure{part, Bytes::saturated(), Bytes()};
        for (const DeviceVerdict& verdict : estimate.devices) {
            const Bytes bytes = bytesOf(part, estimate, verdict);
            figure.low = std::min(figure.low, bytes);
            figure.high = std::max(figure.high, bytes);
        }
        if (figure.high > Bytes() || isInStep(part, estimate))
            figures.push_back(figure);
    }
    return figures;
}

} // namespace

TierChart tierChart(const Estimate& estimate, ByteUnit unit, const Estimate* baseline)
{
    TierChart chart;
    chart.unit = unit;
    chart.bars.reserve(estimate.devices.size());
    for (const DeviceVerdict& verdict : estimate.devices) {
        chart.bars.push_back(barOf(estimate, verdict, unit));
        if (baseline)
            chart.bars.back().baseline = baseline->reserved.expected
                + overheadsOn(verdict.device, withCommunicators(baseline->scenario)).total();
    }
    std::ranges::stable_sort(chart.bars, {}, &TierBar::usable);
    const auto fitting
        = std::ranges::find_if(chart.bars, [](const TierBar& bar) { return bar.verdict != Verdict::Oom; });
    if (fitting != chart.bars.end())
        fitting->smallestThatFits = true;
    chart.figures = figuresOf(estimate);
    if (!chart.bars.empty()) {
        const auto [least, most] = std::ranges::minmax_element(chart.bars, {}, &TierBar::total);
        chart.totalLow = least->total;
        chart.totalHigh = most->total;
    }
    return chart;
}

Bytes longestShown(const TierChart& chart)
{
    if (chart.bars.empty())
        return Bytes();
    const Bytes largestCard = chart.bars.back().usable;
    Bytes longest = largestCard;
    for (const TierBar& bar : chart.bars)
        longest = std::max({longest, bar.total, bar.high, bar.baseline.value_or(Bytes())});
    return std::min(longest, largestCard * longestInCards);
}

std::optional<std::size_t> leadingBar(const TierChart& chart)
{
    if (chart.bars.empty())
        return std::nullopt;
    const auto fitting = std::ranges::find(chart.bars, true, &TierBar::smallestThatFits);
    const auto leading = fitting == chart.bars.end() ? chart.bars.end() - 1 : fitting;
    return static_cast<std::size_t>(leading - chart.bars.begin());
}

QString inSentences(const TierChart& chart)
{
    if (chart.bars.empty())
        return tr("No tiers are shown.");
    QStringList sentences;
    for (const TierBar& bar : chart.bars)
        sentences << bar.sentence;
    return sentences.join(u' ');
}

QString barInWords(const TierChart& chart, const TierBar& bar)
{
    QString text = tr("%1\nNeeded: %2\nUsable: %3")
                       .arg(bar.sentence, exactText(bar.total, chart.unit), exactText(bar.usable, chart.unit));
    if (bar.high > bar.low)
        text += tr("\nTo be expected: %1 to %2").arg(bytesText(bar.low, chart.unit), bytesText(bar.high, chart.unit));
    if (!bar.failure.isEmpty())
        text += u'\n' + bar.failure;
    if (bar.baseline)
        text += tr("\nPinned: %1").arg(exactText(*bar.baseline, chart.unit));
    return text;
}

QString segmentInWords(const TierChart& chart, const TierBar& bar, const Segment& segment)
{
    const double share = segment.bytes.toDouble() / bar.total.toDouble();
    return tr("%1: %2, %3 of what is needed on %4")
        .arg(label(segment.part), exactText(segment.bytes, chart.unit), percentText(share), bar.name);
}

} // namespace plimsoll::ui
