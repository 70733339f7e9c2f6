// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/tables.h"

#include "base/version.h"
#include "interchange/sentences.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

constexpr std::size_t aliveRows = 12;

// "–" for nothing, so that what is there stands out.
std::string exact(Bytes bytes)
{
    return bytes == Bytes() ? "–" : formatExact(bytes);
}

std::string rounded(Bytes bytes, ByteUnit unit)
{
    return bytes == Bytes() ? "–" : formatBytes(bytes, unit);
}

bool occurs(const LineItemFigure& figure)
{
    return figure.inFull != Bytes() || figure.atPeak != Bytes();
}

Table ledger(const Estimate& estimate, ByteUnit unit)
{
    Table table{"Ledger",
                {{"item"},
                 {"in full", Align::Right},
                 {"", Align::Right},
                 {"at the peak", Align::Right},
                 {"", Align::Right},
                 {"how it comes about"},
                 {"with the numbers"}},
                {}};
    for (const LineItemFigure& figure : estimate.lineItems) {
        if (!occurs(figure))
            continue;
        table.rows.push_back({std::string(info(figure.item).label), exact(figure.inFull), rounded(figure.inFull, unit),
                              exact(figure.atPeak), rounded(figure.atPeak, unit), figure.formula, figure.substituted});
    }
    table.rows.push_back({"live at the peak", "", "", exact(estimate.peak.requested),
                          rounded(estimate.peak.requested, unit), "sum of what is alive", ""});
    return table;
}

Table levers(const Estimate& estimate)
{
    Table table{"Levers", {{"item"}, {"lever"}, {"its cost"}, {"source"}}, {}};
    for (const LineItemFigure& figure : estimate.lineItems) {
        const LineItemInfo& item = info(figure.item);
        if (occurs(figure))
            table.rows.push_back({std::string(item.label), std::string(item.lever), std::string(item.leverCost),
                                  std::string(item.source)});
    }
    return table;
}

// "; 60.4 GB to 62.0 GB", or nothing where the band is a point.
std::string span(const Band& band, ByteUnit unit)
{
    if (band.low == band.high)
        return {};
    return "; " + formatBytes(band.low, unit) + " to " + formatBytes(band.high, unit);
}

Table fromTensorsToCard(const Estimate& estimate, ByteUnit unit)
{
    Table table{"From tensors to the card", {{"what"}, {"bytes", Align::Right}, {"", Align::Right}, {"remark"}}, {}};
    const auto add = [&](const char* what, Bytes bytes, std::string remark) {
        table.rows.push_back({what, exact(bytes), rounded(bytes, unit), std::move(remark)});
    };
    const auto addIfAny = [&](const char* what, Bytes bytes, const char* remark) {
        if (bytes != Bytes())
            add(what, bytes, remark);
    };
    add("requested", estimate.peak.requested, "live tensors, " + peakMoment(estimate.peak));
    add("allocated", estimate.peak.allocated, "the allocator's blocks that hold them");
    add("reserved", estimate.reserved.expected, "what PyTorch takes from the driver" + span(estimate.reserved, unit));
    add("context", estimate.overheads.context, "CUDA context and loaded kernels");
    addIfAny("communicators", estimate.overheads.communicator, "buffers of NCCL");
    addIfAny("data pipeline", estimate.overheads.dataPipeline, "batches prefetched to the card");
    addIfAny("other", estimate.overheads.other, "display and other processes");
    add("total", estimate.total, "what must fit on the card" + span(estimate.totalBand, unit));
    addIfAny("on the host", estimate.host, "tensors of this GPU that wait in the machine's memory");
    addIfAny("of it page-locked", estimate.hostPinned, "in powers of two, as PyTorch takes it");
    if (estimate.hostOfNode != estimate.host)
        add("host, all GPUs", estimate.hostOfNode, "of the GPUs of one machine, eight at most");
    return table;
}

Table phases(const Estimate& estimate, ByteUnit unit)
{
    Table table{"Phases", {{"phase"}, {"peak", Align::Right}, {"", Align::Right}}, {}};
    for (const PhaseFigure& figure : estimate.phases)
        table.rows.push_back({std::string(label(figure.phase)), exact(figure.peak), rounded(figure.peak, unit)});
    table.rows.push_back({"between steps", exact(estimate.resident), rounded(estimate.resident, unit)});
    return table;
}

Table alive(const Estimate& estimate, ByteUnit unit)
{
    Table table{"Alive at the peak",
                {{"item"}, {"tensors"}, {"count", Align::Right}, {"bytes", Align::Right}, {"", Align::Right}},
                {}};
    const std::size_t shown = std::min(estimate.alive.size(), aliveRows);
    Bytes rest = estimate.peak.requested;
    for (std::size_t i = 0; i < shown; ++i) {
        const LiveTensors& tensors = estimate.alive[i];
        rest -= tensors.bytes;
        table.rows.push_back({std::string(info(tensors.item).label), tensors.name, formatCount(tensors.count),
                              exact(tensors.bytes), rounded(tensors.bytes, unit)});
    }
    if (shown < estimate.alive.size())
        table.rows.push_back({"",
                              formatCount(static_cast<std::int64_t>(estimate.alive.size() - shown)) + " smaller kinds",
                              "", exact(rest), rounded(rest, unit)});
    return table;
}

Table stages(const Estimate& estimate, ByteUnit unit)
{
    Table table{"Stages",
                {{"stage"},
                 {"layers", Align::Right},
                 {"parameters", Align::Right},
                 {"in flight", Align::Right},
                 {"requested", Align::Right},
                 {"", Align::Right},
                 {"at its peak"}},
                {}};
    for (const StageFigure& figure : estimate.stages)
        table.rows.push_back({formatCount(figure.stage) + (figure.stage == estimate.stage ? ", shown here" : ""),
                              formatCount(figure.layers), formatCount(figure.parameters), formatCount(figure.inFlight),
                              exact(figure.peak.requested), rounded(figure.peak.requested, unit),
                              peakMoment(figure.peak)});
    return table;
}

Table devices(const Estimate& estimate, ByteUnit unit)
{
    Table table{"Devices",
                {{"device"},
                 {"usable", Align::Right},
                 {"needed", Align::Right},
                 {"used", Align::Right},
                 {"headroom", Align::Right},
                 {"verdict"},
                 {"chance", Align::Right},
                 {"runs out at"},
                 {"usable: source"}},
                {}};
    for (const DeviceVerdict& verdict : estimate.devices) {
        table.rows.push_back(
            {shortName(verdict.device), formatBytes(verdict.device.usable, unit), formatBytes(verdict.total, unit),
             formatPercent(verdict.usedFraction), formatDifference(verdict.headroom, unit),
             std::string(label(verdict.verdict)) + (verdict.releasesCache ? ", by releasing cached memory" : ""),
             formatPercent(verdict.probability), failureInWords(verdict, unit), verdict.device.usableSource});
    }
    return table;
}

} // namespace

std::vector<Table> tables(const Estimate& estimate, ByteUnit unit)
{
    std::vector<Table> all{ledger(estimate, unit), levers(estimate),      fromTensorsToCard(estimate, unit),
                           phases(estimate, unit), alive(estimate, unit), stages(estimate, unit),
                           devices(estimate, unit)};
    std::erase_if(all, [](const Table& table) { return table.rows.empty(); });
    return all;
}

std::vector<List> lists(const Estimate& estimate)
{
    std::vector<List> all{{"Assumptions", estimate.assumptions}, {"Warnings", estimate.warnings}};
    std::erase_if(all, [](const List& list) { return list.lines.empty(); });
    return all;
}

List versions(const Estimate& estimate)
{
    const SoftwarePlan& software = estimate.scenario.software;
    return {
        "Versions",
        {"Plimsoll " + std::string(version()), "PyTorch " + software.torch, "transformers " + software.transformers}};
}

} // namespace plimsoll::report
