// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/ledger.h"

#include "base/format.h"

#include <algorithm>

namespace plimsoll {

namespace {

// Line items whose size follows the number of parameters, whatever the batch.
bool followsParameters(LineItem item)
{
    return item == LineItem::Weights || item == LineItem::MasterWeights || item == LineItem::Gradients
        || item == LineItem::OptimizerStates;
}

// Weights are of all parameters, the others of those that are trained.
void explainByParameters(LineItemFigure& figure, const ParameterCount& count)
{
    const bool isOfAll = figure.item == LineItem::Weights;
    const std::int64_t parameters = isOfAll ? count.total : count.trainable;
    const double each = figure.inFull.toDouble() / static_cast<double>(parameters);
    const bool whole = figure.inFull.count() % parameters == 0;
    const std::string bytes = formatNumber(each, whole ? 0 : 4) + " B";
    figure.formula = (isOfAll || count.trainable == count.total ? "parameters × " : "trained parameters × ") + bytes;
    figure.substituted = formatCount(parameters) + " × " + bytes;
    if (!whole)
        figure.formula += " on average";
}

// "20 × 839 MB mlp up: linear + 20 × 210 MB … + 12 more kinds"
void explainByTensors(LineItemFigure& figure, const std::vector<LiveTensors>& alive)
{
    constexpr std::size_t shown = 4;
    std::size_t kinds = 0;
    for (const LiveTensors& tensors : alive) {
        if (tensors.item != figure.item)
            continue;
        if (++kinds > shown)
            continue;
        if (kinds > 1)
            figure.substituted += " + ";
        figure.substituted += formatCount(tensors.count) + " × "
            + formatBytes(Bytes(tensors.bytes.count() / tensors.count)) + " " + tensors.name;
    }
    if (kinds > shown)
        figure.substituted += " + " + formatCount(static_cast<std::int64_t>(kinds - shown)) + " kinds more";
    figure.formula = kinds > 0 ? "sum over the tensors alive" : "none alive at the peak moment";
}

} // namespace

std::array<LineItemFigure, lineItemCount> ledger(const Scenario&, const Timeline& timeline,
                                                 const std::vector<LiveTensors>& alive,
                                                 const ParameterCount& parameters)
{
    std::array<LineItemFigure, lineItemCount> figures;
    for (std::size_t i = 0; i < lineItemCount; ++i) {
        LineItemFigure& figure = figures[i];
        figure.item = static_cast<LineItem>(i);
        figure.inFull = timeline.highest[i];
        figure.atPeak = timeline.atPeak[i];
        if (figure.inFull == Bytes())
            figure.formula = "none in this scenario";
        else if (followsParameters(figure.item) && parameters.trainable > 0)
            explainByParameters(figure, parameters);
        else
            explainByTensors(figure, alive);
    }
    return figures;
}

} // namespace plimsoll
