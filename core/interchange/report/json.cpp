// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/jsonwriter.h"
#include "interchange/outofmemory.h"
#include "interchange/report/renderers.h"

#include <boost/json.hpp>

#include <cmath>

namespace plimsoll::report {

namespace {

namespace bj = boost::json;

// Fractions are meant for people and comparisons: six places say all there is to say.
double sixPlaces(double value)
{
    return std::round(value * 1e6) / 1e6;
}

bj::object object(const ParameterCount& parameters)
{
    return {{"total", parameters.total}, {"trainable", parameters.trainable}, {"active", parameters.active}};
}

bj::object object(const LineItemFigure& figure)
{
    const LineItemInfo& item = info(figure.item);
    return {{"id", item.id},
            {"bytes", figure.inFull.count()},
            {"at_peak", figure.atPeak.count()},
            {"formula", figure.formula},
            {"substituted", figure.substituted},
            {"lever", item.lever},
            {"lever_cost", item.leverCost},
            {"source", item.source}};
}

bj::object object(const PhaseFigure& figure)
{
    return {{"id", id(figure.phase)}, {"peak_bytes", figure.peak.count()}};
}

bj::object object(const Peak& peak)
{
    return {{"phase", id(peak.phase)},
            {"operation", peak.operation},
            {"requested_bytes", peak.requested.count()},
            {"allocated_bytes", peak.allocated.count()}};
}

bj::object object(const StageFigure& figure)
{
    return {{"stage", figure.stage},
            {"layers", figure.layers},
            {"parameters", figure.parameters},
            {"in_flight", figure.inFlight},
            {"peak",
             {{"phase", id(figure.peak.phase)},
              {"operation", figure.peak.operation},
              {"requested_bytes", figure.peak.requested.count()}}}};
}

bj::object object(const Band& band)
{
    return {
        {"expected_bytes", band.expected.count()}, {"low_bytes", band.low.count()}, {"high_bytes", band.high.count()}};
}

bj::object object(const Overheads& overheads)
{
    return {{"context_bytes", overheads.context.count()},
            {"communicator_bytes", overheads.communicator.count()},
            {"data_pipeline_bytes", overheads.dataPipeline.count()},
            {"other_bytes", overheads.other.count()}};
}

bj::object object(const OutOfMemory& oom, const DeviceVerdict& verdict)
{
    return {{"tensor", oom.tensor},
            {"bytes", oom.bytes.count()},
            {"phase", id(oom.phase)},
            {"step", oom.step},
            {"message", outOfMemoryMessage(verdict)}};
}

bj::object object(const DeviceVerdict& verdict)
{
    return {{"id", verdict.device.id},
            {"usable_bytes", verdict.device.usable.count()},
            {"total_bytes", verdict.total.count()},
            {"headroom_bytes", verdict.headroom.count()},
            {"used_fraction", sixPlaces(verdict.usedFraction)},
            {"verdict", id(verdict.verdict)},
            {"releases_cache", verdict.releasesCache},
            {"probability", sixPlaces(verdict.probability)},
            {"oom", verdict.oom ? bj::value(object(*verdict.oom, verdict)) : bj::value()}};
}

// Found by objects() at its definition only: the types live in another namespace.
bj::object object(const ReportEntry& entry);

template <class Range>
bj::array objects(const Range& range)
{
    bj::array array;
    for (const auto& element : range)
        array.push_back(object(element));
    return array;
}

bj::array strings(const std::vector<std::string>& lines)
{
    return bj::array(lines.begin(), lines.end());
}

bj::object object(const Estimate& estimate)
{
    return {{"plimsoll_estimate", 1},
            {"name", estimate.scenario.name},
            {"parameters", object(estimate.parameters)},
            {"line_items", objects(estimate.lineItems)},
            {"phases", objects(estimate.phases)},
            {"resident_bytes", estimate.resident.count()},
            {"peak", object(estimate.peak)},
            {"reserved", object(estimate.reserved)},
            {"overheads", object(estimate.overheads)},
            {"total_bytes", estimate.total.count()},
            {"host_bytes", estimate.host.count()},
            {"host_pinned_bytes", estimate.hostPinned.count()},
            {"host_node_bytes", estimate.hostOfNode.count()},
            {"stages", objects(estimate.stages)},
            {"step_cost", bj::object{{"recompute_factor", sixPlaces(estimate.recomputeFactor)}}},
            {"devices", objects(estimate.devices)},
            {"assumptions", strings(estimate.assumptions)},
            {"warnings", strings(estimate.warnings)}};
}

bj::object object(const ReportEntry& entry)
{
    if (entry.estimate)
        return object(*entry.estimate);
    return {{"name", entry.name}, {"error", entry.estimate.error().message()}};
}

} // namespace

boost::json::object estimateJson(const Estimate& estimate)
{
    return object(estimate);
}

std::string json(std::span<const ReportEntry> entries, const ReportOptions& options)
{
    if (entries.size() == 1 && !options.asList)
        return toJsonText(object(entries.front()));
    return toJsonText(objects(entries));
}

} // namespace plimsoll::report
