// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "part.h"

#include <optional>
#include <vector>

// What the Tiers view shows, as data: an estimate's devices as bars. Nothing here knows how it is drawn.
namespace plimsoll::ui {

struct Segment
{
    Part part;
    Bytes bytes;
};

struct TierBar
{
    QString deviceId;
    QString name;
    Bytes usable;
    Bytes low; // the band of the total
    Bytes total;
    Bytes high;
    std::optional<Bytes> baseline; // what the pinned scenario needs there
    double usedFraction = 0;
    Verdict verdict = Verdict::Fits;
    bool smallestThatFits = false;
    QString label;                 // "72 % fits", "+18.4 GB OOM"
    QString sentence;              // "Too big for A100 SXM4 40GB by 18.4 GB."
    QString failure;               // which tensor finds no room; empty where it fits
    std::vector<Segment> segments; // parts that are not zero, in order; they sum to total

    // What is beyond the load line.
    Bytes excess() const { return total > usable ? total - usable : Bytes(); }
};

// A part's figure in the legend; overheads can differ from card to card. Zero for line items that the step has, but not
// at its peak.
struct LegendFigure
{
    Part part;
    Bytes low;
    Bytes high;
};

struct TierChart
{
    ByteUnit unit = ByteUnit::GB;
    std::vector<TierBar> bars;         // smallest capacity first
    std::vector<LegendFigure> figures; // in order
    Bytes totalLow;                    // of the bars
    Bytes totalHigh;
};

// The baseline is shown as a ghost, where there is one.
TierChart tierChart(const Estimate& estimate, ByteUnit unit, const Estimate* baseline = nullptr);

// The largest amount that is to be drawn. Where the demand is more than four times the largest card, that much of it
// only: the cards would be too small to be read.
Bytes longestShown(const TierChart& chart);

// The bar that is read first: the smallest that fits, else the largest card. Nothing where there are no bars.
std::optional<std::size_t> leadingBar(const TierChart& chart);

// What is needed on a device and what it holds, in words.
QString barInWords(const TierChart& chart, const TierBar& bar);

// Every tier's verdict in words, one sentence each, for those who hear the chart.
QString inSentences(const TierChart& chart);

// "activations: 44,692,760,056 B (44.7 GB), 73 % of what is needed on A100 SXM4 80GB"
QString segmentInWords(const TierChart& chart, const TierBar& bar, const Segment& segment);

} // namespace plimsoll::ui
