// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/renderers.h"

#include <array>

namespace plimsoll::report {

namespace {

enum Field : std::size_t {
    Name,
    Section,
    Id,
    InFull,
    AtPeak,
    Usable,
    Headroom,
    VerdictId,
    Formula,
    Substituted,
    Lever,
    LeverCost,
    Source,
    fieldCount
};

constexpr std::array<std::string_view, fieldCount> titles{
    "name",    "section", "id",          "bytes", "at_peak_bytes", "usable_bytes", "headroom_bytes",
    "verdict", "formula", "substituted", "lever", "lever_cost",    "source"};

using Record = std::array<std::string, fieldCount>;

std::string digits(Bytes bytes)
{
    return std::to_string(bytes.count());
}

std::string quoted(std::string_view field)
{
    if (field.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(field);
    std::string text = "\"";
    for (const char c : field) {
        if (c == '"')
            text += '"';
        text += c;
    }
    return text + '"';
}

template <class Fields>
std::string line(const Fields& fields)
{
    std::string text;
    for (std::size_t i = 0; i < fields.size(); ++i)
        text.append(i == 0 ? "" : ",").append(quoted(fields[i]));
    return text + "\r\n";
}

class Lines
{
public:
    explicit Lines(std::string name)
        : m_name(std::move(name))
    {
    }

    void add(std::string_view section, std::string_view id, Bytes bytes, Record rest = {})
    {
        rest[Name] = m_name;
        rest[Section] = section;
        rest[Id] = id;
        rest[InFull] = digits(bytes);
        m_text += line(rest);
    }

    const std::string& text() const { return m_text; }

private:
    std::string m_name;
    std::string m_text;
};

void addLineItems(Lines& lines, const Estimate& estimate)
{
    for (const LineItemFigure& figure : estimate.lineItems) {
        const LineItemInfo& item = info(figure.item);
        Record rest;
        rest[AtPeak] = digits(figure.atPeak);
        rest[Formula] = figure.formula;
        rest[Substituted] = figure.substituted;
        rest[Lever] = item.lever;
        rest[LeverCost] = item.leverCost;
        rest[Source] = item.source;
        lines.add("line_item", item.id, figure.inFull, std::move(rest));
    }
}

void addTotals(Lines& lines, const Estimate& estimate)
{
    for (const PhaseFigure& figure : estimate.phases)
        lines.add("phase", id(figure.phase), figure.peak);
    lines.add("resident", "between_steps", estimate.resident);
    lines.add("peak", "requested", estimate.peak.requested);
    lines.add("peak", "allocated", estimate.peak.allocated);
    lines.add("reserved", "expected", estimate.reserved.expected);
    lines.add("reserved", "low", estimate.reserved.low);
    lines.add("reserved", "high", estimate.reserved.high);
    lines.add("overhead", "context", estimate.overheads.context);
    lines.add("overhead", "communicator", estimate.overheads.communicator);
    lines.add("overhead", "data_pipeline", estimate.overheads.dataPipeline);
    lines.add("overhead", "other", estimate.overheads.other);
    lines.add("total", "total", estimate.total);
    lines.add("host", "of_this_gpu", estimate.host);
    lines.add("host", "page_locked", estimate.hostPinned);
    lines.add("host", "of_machine", estimate.hostOfNode);
}

void addDevices(Lines& lines, const Estimate& estimate)
{
    for (const DeviceVerdict& verdict : estimate.devices) {
        Record rest;
        rest[Usable] = digits(verdict.device.usable);
        rest[Headroom] = digits(verdict.headroom);
        rest[VerdictId] = id(verdict.verdict);
        rest[Source] = verdict.device.usableSource;
        lines.add("device", verdict.device.id, verdict.total, std::move(rest));
    }
}

std::string linesOf(const ReportEntry& entry)
{
    if (!entry.estimate) {
        Record record;
        record[Name] = entry.name;
        record[Section] = "error";
        record[Id] = entry.estimate.error().message();
        return line(record);
    }
    Lines lines(entry.name);
    addLineItems(lines, *entry.estimate);
    addTotals(lines, *entry.estimate);
    addDevices(lines, *entry.estimate);
    return lines.text();
}

} // namespace

std::string csv(std::span<const ReportEntry> entries, const ReportOptions&)
{
    std::string text = line(titles);
    for (const ReportEntry& entry : entries)
        text += linesOf(entry);
    return text;
}

} // namespace plimsoll::report
