// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/planreport.h"

#include "interchange/report/table.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

struct PlanColumn
{
    std::string_view title;
    std::string (*cell)(const RankedLayout&, ByteUnit);
    double (*order)(const RankedLayout&); // to sort by
    report::Align align = report::Align::Right;
    bool onlyWhereUsed = false; // where a layout has more than one
};

std::string factor(double value)
{
    return formatNumber(value, 2) + "×";
}

std::string percentOrNone(double fraction)
{
    return fraction == 0 ? std::string("–") : formatPercent(fraction);
}

std::string dataCell(const RankedLayout& ranked, ByteUnit)
{
    const ParallelPlan& plan = ranked.layout.parallelism;
    const std::string kind(choice(plan.data).label);
    return plan.data == DataParallel::None ? kind : kind + " × " + formatCount(plan.dataGroup());
}

std::string stagesCell(const RankedLayout& ranked, ByteUnit)
{
    const ParallelPlan& plan = ranked.layout.parallelism;
    return formatCount(plan.pipeline)
        + (plan.virtualStages > 1 ? " × " + formatCount(plan.virtualStages) : std::string());
}

std::string batchCell(const RankedLayout& ranked, ByteUnit)
{
    return formatCount(ranked.layout.microBatches) + " × " + formatCount(ranked.layout.microBatch);
}

double usedOf(const RankedLayout& ranked)
{
    return ranked.check.total.toDouble() / ranked.usable.toDouble();
}

double orderOf(std::int64_t value)
{
    return static_cast<double>(value);
}

constexpr std::array<PlanColumn, 12> columns{{
    {"data", dataCell, [](const RankedLayout& r) { return orderOf(r.layout.parallelism.dataGroup()); },
     report::Align::Left},
    {"tensor", [](const RankedLayout& r, ByteUnit) { return formatCount(r.layout.parallelism.tensor); },
     [](const RankedLayout& r) { return orderOf(r.layout.parallelism.tensor); }},
    {"context", [](const RankedLayout& r, ByteUnit) { return formatCount(r.layout.parallelism.context); },
     [](const RankedLayout& r) { return orderOf(r.layout.parallelism.context); }, report::Align::Right, true},
    {"experts", [](const RankedLayout& r, ByteUnit) { return formatCount(r.layout.parallelism.expert); },
     [](const RankedLayout& r) { return orderOf(r.layout.parallelism.expert); }, report::Align::Right, true},
    {"stages", stagesCell,
     [](const RankedLayout& r) {
         return orderOf(r.layout.parallelism.pipeline * 1000 + r.layout.parallelism.virtualStages);
     }},
    {"micro-batches", batchCell, [](const RankedLayout& r) { return orderOf(r.layout.microBatch); }},
    {"checkpointing", [](const RankedLayout& r, ByteUnit) { return std::string(choice(r.layout.checkpointing).label); },
     [](const RankedLayout& r) { return r.cost.recompute; }, report::Align::Left},
    {"needs", [](const RankedLayout& r, ByteUnit unit) { return formatBytes(r.check.total, unit); },
     [](const RankedLayout& r) { return r.check.total.toDouble(); }},
    {"used", [](const RankedLayout& r, ByteUnit) { return formatPercent(usedOf(r)); },
     [](const RankedLayout& r) { return usedOf(r); }},
    {"time", [](const RankedLayout& r, ByteUnit) { return factor(r.cost.time()); },
     [](const RankedLayout& r) { return r.cost.time(); }},
    {"bubble", [](const RankedLayout& r, ByteUnit) { return percentOrNone(r.cost.bubble); },
     [](const RankedLayout& r) { return r.cost.bubble; }},
    {"communication", [](const RankedLayout& r, ByteUnit) { return percentOrNone(r.cost.communication); },
     [](const RankedLayout& r) { return r.cost.communication; }},
}};

// Six places are more than the measure is good for, and the same on every machine.
double rounded(double value)
{
    return std::round(value * 1e6) / 1e6;
}

// What of the scenario file the layout decides.
boost::json::object assignments(const Scenario& scenario)
{
    const boost::json::value file = boost::json::parse(writeScenario(scenario));
    boost::json::object set;
    if (const boost::json::value* parallelism = file.as_object().if_contains("parallelism"))
        set["parallelism"] = *parallelism;
    set["training"] = boost::json::object{{"micro_batch", scenario.training.microBatch},
                                          {"gradient_accumulation", scenario.training.gradientAccumulation},
                                          {"checkpointing", choice(scenario.training.checkpointing).id}};
    return set;
}

boost::json::object layoutJson(const RankedLayout& ranked)
{
    return {{"set", assignments(ranked.scenario)},
            {"requested_bytes", ranked.check.requested.count()},
            {"total_bytes", ranked.check.total.count()},
            {"headroom_bytes", (ranked.usable - ranked.check.total).count()},
            {"verdict", id(ranked.check.verdict)},
            {"cost",
             boost::json::object{{"time", rounded(ranked.cost.time())},
                                 {"recompute", rounded(ranked.cost.recompute)},
                                 {"bubble", rounded(ranked.cost.bubble)},
                                 {"communication", rounded(ranked.cost.communication)}}}};
}

} // namespace

std::vector<std::string> layoutColumns()
{
    std::vector<std::string> titles;
    for (const PlanColumn& column : columns)
        titles.emplace_back(column.title);
    return titles;
}

std::vector<LayoutCell> layoutCells(const RankedLayout& layout, ByteUnit unit)
{
    std::vector<LayoutCell> cells;
    for (const PlanColumn& column : columns)
        cells.push_back({column.cell(layout, unit), column.order(layout), column.align == report::Align::Right});
    return cells;
}

std::vector<bool> layoutColumnsShown(const LayoutPlan& plan)
{
    std::vector<bool> shown;
    for (const PlanColumn& column : columns) {
        const auto isUsed = [&column](const RankedLayout& each) { return column.order(each) > 1; };
        shown.push_back(!column.onlyWhereUsed || std::ranges::any_of(plan.layouts, isUsed));
    }
    return shown;
}

std::string planSentence(const LayoutPlan& plan, const Device& device)
{
    std::string text = formatCount(plan.space.gpus) + " × " + shortName(device) + ", "
        + formatCount(plan.space.globalBatch) + " sequences a step: " + formatCount(plan.checked)
        + " layouts checked, of which " + formatCount(plan.tooLarge) + " are too large by their first stage alone";
    if (plan.estimated > 0)
        text += plan.complete ? "; the others were estimated"
                              : "; of the others the " + formatCount(plan.estimated) + " fastest were estimated";
    return text + (plan.layouts.empty() ? ". None fits." : ".");
}

std::string planText(const LayoutPlan& plan, const Device& device, ByteUnit unit)
{
    report::Table table;
    const std::vector<bool> shown = layoutColumnsShown(plan);
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (shown[i])
            table.columns.push_back({std::string(columns[i].title), columns[i].align});
    for (const RankedLayout& layout : plan.layouts) {
        report::Row& row = table.rows.emplace_back();
        std::vector<LayoutCell> cells = layoutCells(layout, unit);
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (shown[i])
                row.push_back(std::move(cells[i].text));
    }
    std::string text = planSentence(plan, device) + '\n';
    if (!plan.layouts.empty())
        text += '\n' + report::asText(table) + '\n' + std::string(layoutCostMethod) + '\n';
    return text;
}

boost::json::object planJson(const LayoutPlan& plan, const Device& device)
{
    boost::json::array layouts;
    for (const RankedLayout& layout : plan.layouts)
        layouts.push_back(layoutJson(layout));
    return {{"plimsoll_plan", 1},          {"gpus", plan.space.gpus},
            {"device", device.id},         {"global_batch", plan.space.globalBatch},
            {"checked", plan.checked},     {"too_large", plan.tooLarge},
            {"estimated", plan.estimated}, {"complete", plan.complete},
            {"method", layoutCostMethod},  {"layouts", std::move(layouts)}};
}

} // namespace plimsoll
