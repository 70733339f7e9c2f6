// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/scenariosdrawing.h"

#include "format.h"
#include "language.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("ScenariosDrawing", english);
}

QString labelOf(const DifferenceStep& step)
{
    return shown(step.label);
}

// What a step makes smaller, and what it makes larger.
Fill fillOfChange(Bytes change, Theme theme)
{
    return change < Bytes() ? fillOf(LineItem::Activations, theme) : fillOf(LineItem::Workspace, theme);
}

} // namespace

void ScenariosDrawing::start(const ChartInput& input)
{
    m_difference = {};
    m_hasDifference = false;
    ColumnsDrawing::start(input);
}

// First the columns, then what lies between the last two of them.
bool ScenariosDrawing::advance()
{
    const bool columnsGoOn = ColumnsDrawing::advance();
    if (columnsGoOn || !baseline())
        return columnsGoOn;
    if (!m_hasDifference) {
        m_hasDifference = true;
        m_difference = Difference(baseline()->stop.scenario, baseline()->estimate.total, input().estimate, devices());
        return true;
    }
    return m_difference.advance();
}

std::vector<LeverStop> ScenariosDrawing::stopsOf(const ChartInput& input) const
{
    std::vector<LeverStop> stops;
    for (const PinnedScenario& pinned : input.choices.pinned)
        stops.push_back({shown(pinned.name).toStdString(), {}, {}, pinned.scenario, false});
    stops.push_back({tr("now").toStdString(), {}, {}, input.estimate.scenario, true});
    return stops;
}

QString ScenariosDrawing::subject() const
{
    return input().choices.pinned.empty() ? tr("nothing is pinned yet: Scenario → Pin") : tr("scenario");
}

const Column* ScenariosDrawing::baseline() const
{
    return columns().size() < 2 ? nullptr : &columns()[columns().size() - 2];
}

std::vector<ScenariosDrawing::Term> ScenariosDrawing::terms() const
{
    std::vector<Term> terms;
    const Column* before = baseline();
    if (!before)
        return terms;
    const Estimate& after = input().estimate;
    const DeviceVerdict verdictBefore = ownVerdict(before->estimate);
    const DeviceVerdict verdictAfter = ownVerdict(after);
    for (const Part part : parts()) {
        const Bytes change = bytesOf(part, after, verdictAfter) - bytesOf(part, before->estimate, verdictBefore);
        if (change != Bytes())
            terms.push_back({part, change});
    }
    return terms;
}

QString ScenariosDrawing::description() const
{
    QStringList sentences{ColumnsDrawing::description()};
    const Column* before = baseline();
    if (!before)
        return sentences.join(u' ');
    const auto difference = [&](Bytes change) { return differenceText(change, input().unit); };
    sentences << tr("Against %1: %2.")
                     .arg(toQString(before->stop.label), difference(input().estimate.total - before->estimate.total));
    for (const DifferenceTerm& change : changes())
        sentences << tr("%1: %2.").arg(labelOf(change.step), difference(change.change()));
    for (const Term& term : terms())
        sentences << tr("%1 %2.").arg(label(term.part), difference(term.change));
    return sentences.join(u' ');
}

double ScenariosDrawing::asideShare() const
{
    constexpr double leastWidth = 620; // in hair lines
    return baseline() && area().width() >= leastWidth * style().unit() ? 0.44 : 0;
}

Waterfall ScenariosDrawing::changesInSteps() const
{
    const Fill total{color().loadLine, Pattern::Solid};
    const Column& before = *baseline();
    Waterfall result{tr("What has changed"), {}};
    result.steps.push_back({toQString(before.stop.label), Bytes(), before.estimate.total, total, true});
    for (const DifferenceTerm& term : changes())
        result.steps.push_back(
            {labelOf(term.step), term.before, term.after, fillOfChange(term.change(), style().theme), false});
    result.steps.push_back({tr("now"), Bytes(), input().estimate.total, total, true});
    return result;
}

Waterfall ScenariosDrawing::partsInSteps() const
{
    Waterfall result{tr("In which line items"), {}};
    Bytes reached = baseline()->estimate.total;
    for (const Term& term : terms()) {
        result.steps.push_back(
            {label(term.part), reached, reached + term.change, fillOf(term.part, style().theme), false});
        reached += term.change;
    }
    return result;
}

// As many waterfalls as find room.
void ScenariosDrawing::layOut()
{
    ColumnsDrawing::layOut();
    m_blocks.clear();
    if (asideShare() == 0)
        return;
    const double least = QFontMetricsF(style().scaled(0.88)).height();
    std::vector<Waterfall> all{changesInSteps()};
    if (!terms().empty())
        all.push_back(partsInSteps());
    std::size_t lines = 0;
    for (const Waterfall& each : all)
        lines += each.lines() + 1;
    while (!all.empty() && asideArea().height() < least * static_cast<double>(lines - 1)) {
        lines -= all.back().lines() + 1;
        all.pop_back();
    }
    if (all.empty())
        return;
    m_line = std::min(least * 1.5, asideArea().height() / static_cast<double>(lines - 1));
    double top = asideArea().top();
    for (Waterfall& each : all) {
        const double height = m_line * static_cast<double>(each.lines());
        m_blocks.push_back({std::move(each), QRectF(asideArea().left(), top, asideArea().width(), height)});
        top += height + m_line;
    }
}

void ScenariosDrawing::paintAside(QPainter& painter, const QRectF&) const
{
    for (const Block& block : m_blocks)
        paintWaterfall(painter, block.waterfall, block.place, m_line, input().unit, style());
}

QString ScenariosDrawing::readout(const QPointF& place) const
{
    for (const Block& block : m_blocks)
        if (const Waterfall::Step* step = stepAt(block.waterfall, block.place, m_line, place)) {
            if (step->isTotal)
                return tr("%1: %2").arg(step->name, exactText(step->to, input().unit));
            return tr("%1\n%2, from %3 to %4")
                .arg(step->name, differenceText(step->to - step->from, input().unit),
                     exactText(step->from, input().unit), exactText(step->to, input().unit));
        }
    return ColumnsDrawing::readout(place);
}

std::optional<Part> ScenariosDrawing::partAt(const QPointF& place) const
{
    for (const Block& block : m_blocks)
        if (const Waterfall::Step* step = stepAt(block.waterfall, block.place, m_line, place))
            for (const Part part : parts())
                if (step->name == label(part))
                    return part;
    return ColumnsDrawing::partAt(place);
}

} // namespace plimsoll::ui
