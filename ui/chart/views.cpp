// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/views.h"

#include "chart/figuresdrawing.h"
#include "chart/mapdrawing.h"
#include "chart/scenariosdrawing.h"
#include "chart/stepdrawing.h"
#include "chart/sweepdrawing.h"
#include "chart/tiersdrawing.h"

#include <QtGlobal>

namespace plimsoll::ui {

namespace {

template <class View>
std::unique_ptr<Drawing> make()
{
    return std::make_unique<View>();
}

constexpr ViewInfo table[] = {
    {ViewId::Tiers, "tiers", QT_TRANSLATE_NOOP("Views", "Tiers"),
     QT_TRANSLATE_NOOP("Views", "What the scenario needs against what each card can hold."), &make<TiersDrawing>},
    {ViewId::Step, "step", QT_TRANSLATE_NOOP("Views", "Step"),
     QT_TRANSLATE_NOOP("Views", "Live bytes through one training step, and who is alive at the peak."),
     &make<StepDrawing>},
    {ViewId::Figures, "figures", QT_TRANSLATE_NOOP("Views", "Figures"),
     QT_TRANSLATE_NOOP("Views", "Live, allocated, reserved and what nvidia-smi shows: what lies between them."),
     &make<FiguresDrawing>},
    {ViewId::Sweep, "sweep", QT_TRANSLATE_NOOP("Views", "Sweep"),
     QT_TRANSLATE_NOOP("Views", "What is needed at each stop of one lever, against the cards' load lines."),
     &make<SweepDrawing>},
    {ViewId::Map, "map", QT_TRANSLATE_NOOP("Views", "Map"),
     QT_TRANSLATE_NOOP("Views", "Which batches and sequence lengths fit one card."), &make<MapDrawing>},
    {ViewId::Scenarios, "scenarios", QT_TRANSLATE_NOOP("Views", "Scenarios"),
     QT_TRANSLATE_NOOP("Views", "Scenarios side by side, and what has changed between the last two, term by term."),
     &make<ScenariosDrawing>},
};
static_assert(std::size(table) == viewCount);

} // namespace

std::span<const ViewInfo> views()
{
    return table;
}

} // namespace plimsoll::ui
