// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/mapdrawing.h"

#include "chart/textblock.h"
#include "format.h"
#include "interchange/sentences.h"
#include "language.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <bit>
#include <utility>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("MapDrawing", english);
}

// The tier that was asked for, else the one that is read first: the smallest that fits, or the largest.
std::optional<Device> deviceOf(const ChartInput& input)
{
    const DeviceVerdict* leading = nullptr;
    for (const DeviceVerdict& verdict : input.estimate.devices) {
        if (verdict.device.id == input.choices.device)
            return verdict.device;
        const bool fits = verdict.verdict != Verdict::Oom;
        const bool leads = leading && leading->verdict != Verdict::Oom;
        if (!leading || (fits && (!leads || verdict.device.usable < leading->device.usable))
            || (!fits && !leads && verdict.device.usable > leading->device.usable))
            leading = &verdict;
    }
    return leading ? std::optional(leading->device) : std::nullopt;
}

bool isDoubling(std::int64_t value)
{
    return std::has_single_bit(static_cast<std::uint64_t>(value));
}

} // namespace

void MapDrawing::start(const ChartInput& input)
{
    m_input = input;
    const std::optional<Device> device = deviceOf(input);
    m_map = device ? FitMap(input.estimate.scenario, *device) : FitMap();
    m_isOutlined = false;
}

// First the axes, and where the scenario stands among cells that are not known yet.
bool MapDrawing::advance()
{
    if (!std::exchange(m_isOutlined, true))
        return !isEmpty();
    return m_map.advance();
}

void MapDrawing::layOut()
{
    const QFontMetricsF metrics(style().bold());
    double widest = metrics.horizontalAdvance(QStringLiteral("888"));
    for (const std::int64_t sequence : m_map.sequences())
        widest = std::max(widest, metrics.horizontalAdvance(countText(sequence)));
    const double line = metrics.height();
    const QRectF all = area();
    QRectF grid(QPointF(std::ceil(all.left() + widest + 6 * style().unit()), std::ceil(all.top() + 1.5 * line)),
                QPointF(all.right(), std::floor(all.bottom() - 4.2 * line)));
    if (grid.width() < 1 || grid.height() < 1)
        grid = QRectF(all.topLeft(), QSizeF(1, 1));
    m_grid = {grid, m_map.batches().size(), m_map.sequences().size()};
    m_key = QRectF(all.left(), all.bottom() - 1.3 * line, all.width(), line);
}

// Of the sequences those that double, as on the axis.
QString MapDrawing::description() const
{
    if (isEmpty())
        return tr("No tiers are shown.");
    QStringList sentences{tr("Batch by sequence length on %1.").arg(toQString(shortName(m_map.device())))};
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s) {
        if (!isDoubling(m_map.sequences()[s]) && s != m_map.currentSequence())
            continue;
        const std::int64_t largest = m_map.largestBatch(s);
        const QString length = countText(m_map.sequences()[s]);
        sentences << (largest > 0 ? tr("Sequences of %1: batches up to %2 fit.").arg(length, countText(largest))
                                  : tr("Sequences of %1: no batch fits.").arg(length));
    }
    return sentences.join(u' ');
}

// The figures of the place itself, also where its fill follows from others.
QString MapDrawing::readout(const QPointF& place) const
{
    const std::optional<MapGrid::Place> at = m_grid.placeAt(place);
    if (!at)
        return {};
    QStringList lines{tr("batch %1 × %2 tokens")
                          .arg(countText(m_map.batches()[at->batch]), countText(m_map.sequences()[at->sequence]))};
    const Device& device = m_map.device();
    const Result<Estimate> counted = estimate(m_map.scenarioAt(at->batch, at->sequence), {&device, 1});
    if (!counted) {
        lines << tr("more than can be counted");
        return lines.join(u'\n');
    }
    const DeviceVerdict& verdict = counted->devices.front();
    lines << shown(deviceSentence(verdict, m_input.unit))
          << tr("needed: %1").arg(exactText(verdict.total, m_input.unit));
    if (verdict.oom)
        lines << tr("fails at %1: %2")
                     .arg(shownTensors(verdict.oom->tensor), exactText(verdict.oom->bytes, m_input.unit));
    lines << tr("Click to go there.");
    return lines.join(u'\n');
}

std::optional<Scenario> MapDrawing::scenarioAt(const QPointF& place) const
{
    const std::optional<MapGrid::Place> at = m_grid.placeAt(place);
    return at ? std::optional(m_map.scenarioAt(at->batch, at->sequence)) : std::nullopt;
}

QSize MapDrawing::cells() const
{
    return {static_cast<int>(m_map.batches().size()), static_cast<int>(m_map.sequences().size())};
}

QPointF MapDrawing::placeOf(const QPoint& cell) const
{
    const auto sequence = m_map.sequences().size() - 1 - static_cast<std::size_t>(cell.y());
    return m_grid.cell(static_cast<std::size_t>(cell.x()), sequence, style()).center();
}

QPoint MapDrawing::firstCell() const
{
    return {static_cast<int>(m_map.currentBatch()),
            static_cast<int>(m_map.sequences().size() - 1 - m_map.currentSequence())};
}

// Doublings are labelled as far as there is room, and where the scenario stands.
void MapDrawing::paintAxes(QPainter& painter) const
{
    const double line = QFontMetricsF(style().font).height();
    const double left = m_grid.area.left() - 6 * style().unit();
    const double bottom = m_grid.area.bottom() + 2;
    const QFontMetricsF metrics(style().bold());
    std::vector<QRectF> taken;
    const auto write = [&](const QRectF& place, Qt::AlignmentFlag alignment, const QString& text, bool isCurrent) {
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
            return;
        taken.push_back(place);
        painter.setFont(isCurrent ? style().bold() : style().font);
        painter.setPen(isCurrent ? color().text : color().muted);
        paintLine(painter, place, alignment, text);
    };
    const auto writeSequence = [&](std::size_t s, bool isCurrent) {
        const QString text = countText(m_map.sequences()[s]);
        const double width = metrics.horizontalAdvance(text);
        write(QRectF(left - width, m_grid.cell(0, s, style()).center().y() - line / 2, width, line), Qt::AlignRight,
              text, isCurrent);
    };
    const auto writeBatch = [&](std::size_t b, bool isCurrent) {
        const QString text = countText(m_map.batches()[b]);
        const double width = metrics.horizontalAdvance(text) + 4 * style().unit();
        const double middle = m_grid.cell(b, 0, style()).center().x();
        write(QRectF(std::min(middle - width / 2, area().right() - width), bottom, width, line), Qt::AlignHCenter, text,
              isCurrent);
    };
    writeSequence(m_map.currentSequence(), true);
    writeBatch(m_map.currentBatch(), true);
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s)
        if (isDoubling(m_map.sequences()[s]))
            writeSequence(s, false);
    for (std::size_t b = 0; b < m_map.batches().size(); ++b)
        if (isDoubling(m_map.batches()[b]))
            writeBatch(b, false);
    write(QRectF(m_grid.area.left(), bottom + line, m_grid.area.width(), line), Qt::AlignHCenter, tr("batch"), false);
    write(QRectF(area().left(), area().top(), area().width(), line), Qt::AlignLeft,
          tr("sequence length, on %1 (%2 usable)")
              .arg(toQString(shortName(m_map.device())), bytesText(m_map.device().usable, m_input.unit)),
          false);
}

void MapDrawing::paintChart(QPainter& painter) const
{
    if (isEmpty()) {
        painter.setFont(style().font);
        painter.setPen(color().muted);
        return painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap, tr("No tiers are shown."));
    }
    paintCells(painter, m_map, m_grid, style());
    paintFrontier(painter, m_map, m_grid, style());
    paintAxes(painter);
    paintKey(painter, m_key, style());
    // Where the scenario stands.
    const QRectF current = m_grid.cell(m_map.currentBatch(), m_map.currentSequence(), style());
    const double out = style().hairs(2);
    painter.setPen(QPen(color().cursor, style().hairs(2)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(current.adjusted(-out, -out, out, out));
}

} // namespace plimsoll::ui
