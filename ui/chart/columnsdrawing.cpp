// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/columnsdrawing.h"

#include "chart/columnmarks.h"
#include "format.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("ColumnsDrawing", english);
}

// Places in the order in which they are worked off, last first: where the lever stands, and then its neighbours.
std::vector<std::size_t> fromNearToFar(const std::vector<LeverStop>& stops)
{
    const auto current = std::ranges::find(stops, true, &LeverStop::isCurrent) - stops.begin();
    std::vector<std::size_t> places(stops.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, std::ranges::greater(),
                             [&](std::size_t place) { return std::abs(static_cast<std::ptrdiff_t>(place) - current); });
    return places;
}

} // namespace

void ColumnsDrawing::start(const ChartInput& input)
{
    m_input = input;
    m_asked.clear();
    for (const DeviceVerdict& verdict : input.estimate.devices)
        m_asked.push_back(verdict.device);
    m_scene.unit = input.unit;
    m_scene.stops = stopsOf(input);
    m_scene.columns.clear();
    m_scene.stopOf.clear();
    m_scene.overlays.clear();
    m_scene.subject = subject();
    m_open = fromNearToFar(m_scene.stops);
    m_scene.devices = m_asked;
    std::ranges::stable_sort(m_scene.devices, {}, &Device::usable);
}

// One stop at a time. Where the engine refuses a stop for its sizes, there is no column.
bool ColumnsDrawing::advance()
{
    if (m_open.empty())
        return false;
    const std::size_t place = m_open.back();
    m_open.pop_back();
    const LeverStop& stop = m_scene.stops[place];
    Result<Estimate> counted = stop.isCurrent ? Result<Estimate>(m_input.estimate) : estimate(stop.scenario, m_asked);
    if (counted) {
        const auto after = std::ranges::lower_bound(m_scene.stopOf, place);
        m_scene.columns.insert(m_scene.columns.begin() + (after - m_scene.stopOf.begin()), {stop, std::move(*counted)});
        m_scene.stopOf.insert(after, place);
    }
    return !m_open.empty();
}

std::vector<LegendEntry> ColumnsDrawing::legendEntries() const
{
    std::vector<LegendEntry> entries;
    const DeviceVerdict current = ownVerdict(m_input.estimate);
    for (const Part part : parts()) {
        const auto isThere = [&](const Column& column) {
            return bytesOf(part, column.estimate, ownVerdict(column.estimate)) > Bytes();
        };
        if (std::ranges::any_of(columns(), isThere))
            entries.push_back({part, label(part), bytesText(bytesOf(part, m_input.estimate, current), m_input.unit)});
    }
    entries.push_back({Mark::Total, tr("total as it is now"), bytesText(current.total, m_input.unit)});
    if (!m_scene.devices.empty())
        entries.push_back({Mark::Excess, tr("beyond the largest tier: OOM"), {}});
    return entries;
}

void ColumnsDrawing::layOut()
{
    QRectF chart = area();
    m_aside = chart;
    m_aside.setLeft(chart.right() - asideShare() * chart.width());
    if (asideShare() > 0)
        chart.setRight(m_aside.left() - 18 * style().unit());
    Bytes most = std::max(m_input.estimate.total, mostBeside());
    for (const Column& column : columns())
        most = std::max(most, column.estimate.total);
    m_scene.style = style();
    m_scene.layOut(chart, most, isSettled());
}

QString ColumnsDrawing::description() const
{
    QStringList sentences{tr("What is needed on the card, by %1.").arg(subject())};
    for (const Column& column : columns()) {
        QString sentence
            = tr("%1: %2").arg(toQString(column.stop.label), bytesText(column.estimate.total, m_input.unit));
        if (fitsNone(column.estimate))
            sentence += tr(", fits no tier shown");
        else if (const DeviceVerdict* fitting = smallestThatFits(column.estimate))
            sentence += tr(", fits %1").arg(toQString(shortName(fitting->device)));
        sentences << sentence + u'.';
    }
    return sentences.join(u' ');
}

QString ColumnsDrawing::readout(const QPointF& place) const
{
    const std::optional<std::size_t> at = m_scene.columnAt(place);
    if (!at)
        return legendReadout(place);
    const Column& column = columns()[*at];
    const Bytes total = column.estimate.total;
    QStringList lines{tr("%1 %2%3").arg(subject(), toQString(column.stop.label),
                                        column.stop.isCurrent ? tr(" (as it is now)") : QString()),
                      tr("needed: %1").arg(exactText(total, m_input.unit))};
    if (!column.stop.isCurrent)
        lines << tr("against now: %1").arg(differenceText(total - m_input.estimate.total, m_input.unit));
    if (fitsNone(column.estimate))
        lines << tr("fits no tier shown");
    else if (const DeviceVerdict* fitting = smallestThatFits(column.estimate))
        lines << tr("smallest tier that fits: %1").arg(toQString(shortName(fitting->device)));
    if (const std::optional<Part> part = m_scene.partAt(*at, place)) {
        const Bytes bytes = bytesOf(*part, column.estimate, ownVerdict(column.estimate));
        lines << tr("%1: %2").arg(label(*part), exactText(bytes, m_input.unit));
    }
    lines << moreAbout(*at);
    if (!column.stop.cost.empty())
        lines << toQString(column.stop.cost);
    if (!column.stop.isCurrent)
        lines << tr("Click to go there.");
    return lines.join(u'\n');
}

std::optional<Part> ColumnsDrawing::partAt(const QPointF& place) const
{
    const std::optional<std::size_t> at = m_scene.columnAt(place);
    return at ? m_scene.partAt(*at, place) : PageDrawing::partAt(place);
}

std::optional<Scenario> ColumnsDrawing::scenarioAt(const QPointF& place) const
{
    const std::optional<std::size_t> at = m_scene.columnAt(place);
    if (!at || columns()[*at].stop.isCurrent)
        return std::nullopt;
    return columns()[*at].stop.scenario;
}

QSize ColumnsDrawing::cells() const
{
    return {static_cast<int>(columns().size()), 1};
}

QPointF ColumnsDrawing::placeOf(const QPoint& cell) const
{
    const auto column = static_cast<std::size_t>(cell.x());
    return m_scene.bar(column, Bytes(), columns()[column].estimate.total).center();
}

QPoint ColumnsDrawing::firstCell() const
{
    const auto current = std::ranges::find_if(columns(), [](const Column& column) { return column.stop.isCurrent; });
    return {current == columns().end() ? 0 : static_cast<int>(current - columns().begin()), 0};
}

void ColumnsDrawing::paintChart(QPainter& painter) const
{
    paintColumns(painter, m_scene, selected());
    if (asideShare() > 0)
        paintAside(painter, m_aside);
}

} // namespace plimsoll::ui
