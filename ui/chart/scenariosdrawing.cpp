// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/scenariosdrawing.h"

#include "chart/textblock.h"
#include "format.h"
#include "interchange/sentences.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("ScenariosDrawing", english);
}

// The estimate's own overheads, those of the first tier.
DeviceVerdict asVerdict(const Estimate& estimate)
{
    DeviceVerdict verdict;
    verdict.overheads = estimate.overheads;
    verdict.total = estimate.total;
    return verdict;
}

} // namespace

std::vector<SweepStop> ScenariosDrawing::stopsOf(const ChartInput& input) const
{
    std::vector<SweepStop> stops;
    for (const PinnedScenario& pinned : input.choices.pinned)
        stops.push_back({pinned.name, pinned.scenario, false});
    stops.push_back({tr("now").toStdString(), input.estimate.scenario, true});
    return stops;
}

QString ScenariosDrawing::subject() const
{
    return input().choices.pinned.empty() ? tr("nothing is pinned yet: Scenario → Pin") : tr("scenario");
}

const ColumnsDrawing::Column* ScenariosDrawing::baseline() const
{
    if (columns().size() < 2)
        return nullptr;
    return &columns()[columns().size() - 2];
}

std::vector<ScenariosDrawing::Term> ScenariosDrawing::terms() const
{
    std::vector<Term> terms;
    const Column* before = baseline();
    if (!before)
        return terms;
    const Estimate& after = input().estimate;
    for (const Part part : parts()) {
        const Bytes change
            = bytesOf(part, after, asVerdict(after)) - bytesOf(part, before->estimate, asVerdict(before->estimate));
        if (change != Bytes())
            terms.push_back({part, change});
    }
    return terms;
}

QString ScenariosDrawing::description() const
{
    QStringList sentences{ColumnsDrawing::description()};
    if (const Column* before = baseline())
        sentences << tr("Against %1: %2.")
                         .arg(toQString(before->stop.label),
                              toQString(
                                  formatDifference(input().estimate.total - before->estimate.total, input().unit)));
    for (const Term& term : terms())
        sentences << tr("%1 %2.").arg(label(term.part), toQString(formatDifference(term.change, input().unit)));
    return sentences.join(u' ');
}

double ScenariosDrawing::asideShare() const
{
    constexpr double leastWidth = 620; // in hair lines
    return baseline() && area().width() >= leastWidth * style().unit() ? 0.34 : 0;
}

// Bars to the left for what is saved, to the right for what is added, from one line.
void ScenariosDrawing::paintAside(QPainter& painter, const QRectF& place) const
{
    const std::vector<Term> all = terms();
    const Bytes total = input().estimate.total - baseline()->estimate.total;
    const QFont font = style().scaled(0.88);
    const QFontMetricsF metrics(font);
    const double line
        = std::min(QFontMetricsF(style().font).height() * 1.3, place.height() / static_cast<double>(all.size() + 3));
    double most = std::abs(total.toDouble());
    for (const Term& term : all)
        most = std::max(most, std::abs(term.change.toDouble()));
    const double names = place.width() * 0.36;
    const double figures = metrics.horizontalAdvance(QStringLiteral("+888.8 GB"));
    const double room = (place.width() - names - figures - 8 * style().unit()) / 2;
    const double zero = place.left() + names + room;
    QRectF row(place.left(), place.top(), place.width(), line);
    painter.setFont(style().bold());
    painter.setPen(color().text);
    paintLine(painter, row, Qt::AlignLeft,
              QFontMetricsF(style().bold())
                  .elidedText(tr("Against %1").arg(toQString(baseline()->stop.label)), Qt::ElideRight, place.width()));
    const auto paintTerm = [&](const QString& name, Bytes change, const Fill& fill, const QFont& used) {
        row.translate(0, line);
        painter.setFont(used);
        painter.setPen(color().text);
        paintLine(painter, row, Qt::AlignLeft, QFontMetricsF(used).elidedText(name, Qt::ElideRight, names));
        paintLine(painter, row, Qt::AlignRight, toQString(formatDifference(change, input().unit)));
        const double length = most > 0 ? room * change.toDouble() / most : 0;
        const QRectF bar(std::min(zero, zero + length), row.top() + line * 0.2, std::abs(length), line * 0.6);
        if (bar.width() > 0.5)
            paintFill(painter, style().snapped(bar), fill, style().unit());
    };
    for (const Term& term : all)
        paintTerm(label(term.part), term.change, fillOf(term.part, style().theme), font);
    paintTerm(tr("total"), total, {color().loadLine, Pattern::Solid}, style().scaled(0.88, QFont::Bold));
    painter.fillRect(
        style().snapped(QRectF(zero, place.top() + line, style().hairs(1), row.bottom() - place.top() - line)),
        color().muted);
}

} // namespace plimsoll::ui
