// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/sweepdrawing.h"

#include "format.h"
#include "language.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr std::size_t mostOverlays = 4; // the last pinned; more lines could not be told apart

QString tr(const char* english)
{
    return QCoreApplication::translate("SweepDrawing", english);
}

} // namespace

void SweepDrawing::start(const ChartInput& input)
{
    ColumnsDrawing::start(input);
    m_nextOverlay = 0;
    m_nextStop = 0;
    const std::vector<PinnedScenario>& pinned = input.choices.pinned;
    for (std::size_t i = pinned.size() - std::min(pinned.size(), mostOverlays); i < pinned.size(); ++i)
        scene().overlays.push_back({shown(pinned[i].name), std::vector<std::optional<Bytes>>(scene().stops.size())});
}

// First the columns, then one pinned scenario's stops after the other.
bool SweepDrawing::advance()
{
    if (ColumnsDrawing::advance())
        return true;
    if (m_nextOverlay == overlays().size() || scene().stops.empty())
        return false;
    Overlay& overlay = scene().overlays[m_nextOverlay];
    const std::vector<PinnedScenario>& pinned = input().choices.pinned;
    const Scenario& scenario = pinned[pinned.size() - overlays().size() + m_nextOverlay].scenario;
    if (const std::optional<Scenario> there = atStop(scenario, input().choices.lever, scene().stops[m_nextStop]))
        if (const Result<Estimate> counted = estimate(*there, devices()))
            overlay.totals[m_nextStop] = counted->total;
    if (++m_nextStop == overlay.totals.size()) {
        m_nextStop = 0;
        ++m_nextOverlay;
    }
    return m_nextOverlay < overlays().size();
}

std::vector<LeverStop> SweepDrawing::stopsOf(const ChartInput& input) const
{
    std::vector<LeverStop> stops = leverStops(input.estimate.scenario, input.choices.lever);
    for (LeverStop& stop : stops) {
        stop.label = shown(stop.label).toStdString();
        stop.cost = shown(stop.cost).toStdString();
    }
    return stops;
}

QString SweepDrawing::subject() const
{
    const StopLever* lever = findStopLever(input().choices.lever);
    return lever ? shown(lever->label) : QString();
}

QStringList SweepDrawing::moreAbout(std::size_t column) const
{
    QStringList lines;
    for (const Overlay& overlay : overlays())
        if (const std::optional<Bytes>& total = overlay.totals[scene().stopOf[column]])
            lines << tr("%1 there: %2").arg(overlay.name, exactText(*total, input().unit));
    return lines;
}

Bytes SweepDrawing::mostBeside() const
{
    Bytes most;
    for (const Overlay& overlay : overlays())
        for (const std::optional<Bytes>& total : overlay.totals)
            most = std::max(most, total.value_or(Bytes()));
    return most;
}

QString SweepDrawing::description() const
{
    QStringList sentences{ColumnsDrawing::description()};
    for (const Overlay& overlay : overlays())
        for (std::size_t stop = 0; stop < overlay.totals.size(); ++stop)
            if (overlay.totals[stop])
                sentences << tr("%1 at %2: %3.")
                                 .arg(overlay.name, toQString(scene().stops[stop].label),
                                      bytesText(*overlay.totals[stop], input().unit));
    return sentences.join(u' ');
}

} // namespace plimsoll::ui
