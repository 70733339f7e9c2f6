// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/mapdrawing.h"

#include "chart/textblock.h"
#include "format.h"
#include "interchange/sentences.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("MapDrawing", english);
}

QString inWords(Fit fit)
{
    static constexpr std::array<const char*, 4> words{
        QT_TRANSLATE_NOOP("MapDrawing", "fits"), QT_TRANSLATE_NOOP("MapDrawing", "tight"),
        QT_TRANSLATE_NOOP("MapDrawing", "fits by releasing cache"), QT_TRANSLATE_NOOP("MapDrawing", "OOM")};
    return tr(words[static_cast<std::size_t>(fit)]);
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

// Told apart by pattern as well as by colour.
void paintFit(QPainter& painter, const QRectF& rect, Fit fit, const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    switch (fit) {
    case Fit::Fits:
        return painter.fillRect(rect, color.hull);
    case Fit::Tight:
        painter.fillRect(rect, color.hull);
        return paintFill(painter, rect.adjusted(0, rect.height() * 0.82, 0, 0), {color.tight, Pattern::Solid},
                         style.unit());
    case Fit::ReleasesCache:
        return paintFill(painter, rect, {color.hull, Pattern::Dots}, style.unit());
    case Fit::Oom:
        painter.fillRect(rect, color.surface);
        return paintHatch(painter, rect, color.grid, style.unit());
    }
}

} // namespace

void MapDrawing::start(const ChartInput& input)
{
    m_input = input;
    const std::optional<Device> device = deviceOf(input);
    m_map = device ? FitMap(input.estimate.scenario, *device) : FitMap();
}

bool MapDrawing::advance()
{
    return m_map.advance();
}

void MapDrawing::layOut()
{
    const QFontMetricsF metrics(style().font);
    double widest = metrics.horizontalAdvance(QStringLiteral("888"));
    for (const std::int64_t sequence : m_map.sequences())
        widest = std::max(widest, metrics.horizontalAdvance(toQString(formatCount(sequence))));
    const double line = metrics.height();
    const QRectF all = area();
    m_grid = QRectF(QPointF(std::ceil(all.left() + widest + 6 * style().unit()), std::ceil(all.top() + 1.5 * line)),
                    QPointF(all.right(), std::floor(all.bottom() - 4.2 * line)));
    if (m_grid.width() < 1 || m_grid.height() < 1)
        m_grid = QRectF(all.topLeft(), QSizeF(1, 1));
    m_key = QRectF(all.left(), all.bottom() - 1.3 * line, all.width(), line);
}

QRectF MapDrawing::rect(std::size_t batch, std::size_t sequence) const
{
    const double width = m_grid.width() / static_cast<double>(m_map.batches().size());
    const double height = m_grid.height() / static_cast<double>(m_map.sequences().size());
    const auto row = static_cast<double>(m_map.sequences().size() - 1 - sequence);
    return style().snapped(
        QRectF(m_grid.left() + width * static_cast<double>(batch), m_grid.top() + height * row, width, height));
}

std::optional<MapDrawing::Place> MapDrawing::cellAt(const QPointF& place) const
{
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s)
        for (std::size_t b = 0; b < m_map.batches().size(); ++b)
            if (rect(b, s).contains(place))
                return Place{b, s};
    return std::nullopt;
}

QString MapDrawing::description() const
{
    if (m_map.batches().empty())
        return tr("No tiers are shown.");
    QStringList sentences{tr("Batch by sequence length on %1.").arg(toQString(shortName(m_map.device())))};
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s) {
        const std::int64_t largest = m_map.largestBatch(s);
        const QString length = toQString(formatCount(m_map.sequences()[s]));
        sentences << (largest > 0
                          ? tr("Sequences of %1: batches up to %2 fit.").arg(length, toQString(formatCount(largest)))
                          : tr("Sequences of %1: no batch fits.").arg(length));
    }
    return sentences.join(u' ');
}

QString MapDrawing::readout(const QPointF& place) const
{
    const std::optional<Place> at = cellAt(place);
    if (!at)
        return {};
    const FitMap::Cell& cell = m_map.cell(at->batch, at->sequence);
    QStringList lines{tr("batch %1 × %2 tokens")
                          .arg(toQString(formatCount(m_map.batches()[at->batch])),
                               toQString(formatCount(m_map.sequences()[at->sequence])))};
    if (cell.verdict)
        lines << toQString(deviceSentence(*cell.verdict, m_input.unit))
              << tr("needed: %1").arg(exactText(cell.verdict->total, m_input.unit));
    else if (cell.fit)
        lines << tr("%1, as cells with more and with less").arg(inWords(*cell.fit));
    else
        lines << tr("not computed yet");
    return lines.join(u'\n');
}

std::optional<Scenario> MapDrawing::scenarioAt(const QPointF& place) const
{
    const std::optional<Place> at = cellAt(place);
    return at ? std::optional(m_map.scenarioAt(at->batch, at->sequence)) : std::nullopt;
}

QSize MapDrawing::cells() const
{
    return {static_cast<int>(m_map.batches().size()), static_cast<int>(m_map.sequences().size())};
}

QPointF MapDrawing::placeOf(const QPoint& cell) const
{
    const auto row = m_map.sequences().size() - 1 - static_cast<std::size_t>(cell.y());
    return rect(static_cast<std::size_t>(cell.x()), row).center();
}

QPoint MapDrawing::firstCell() const
{
    return {static_cast<int>(m_map.currentBatch()),
            static_cast<int>(m_map.sequences().size() - 1 - m_map.currentSequence())};
}

void MapDrawing::paintCell(QPainter& painter, const Place& place) const
{
    const FitMap::Cell& cell = m_map.cell(place.batch, place.sequence);
    const double gap = style().hairs(1);
    const QRectF inner = rect(place.batch, place.sequence).adjusted(0, 0, -gap, -gap);
    if (!cell.fit)
        return painter.fillRect(inner, color().emphasis);
    paintFit(painter, inner, *cell.fit, style());
    const bool isOom = *cell.fit == Fit::Oom;
    QString text = isOom ? inWords(Fit::Oom) : QString();
    if (cell.verdict && !isOom)
        text = toQString(formatPercent(cell.verdict->usedFraction));
    const QFont font = isOom ? style().small() : style().font;
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) + gap > inner.width() || metrics.height() > inner.height())
        return;
    painter.setFont(font);
    painter.setPen(isOom ? color().oom : color().text);
    paintLine(painter, inner, Qt::AlignHCenter, text);
}

// Between what fits and what does not, as a load line.
void MapDrawing::paintFrontier(QPainter& painter) const
{
    const double width = style().hairs(3);
    const auto fits = [&](std::size_t batch, std::size_t sequence) {
        const std::optional<Fit>& fit = m_map.cell(batch, sequence).fit;
        return fit && *fit != Fit::Oom;
    };
    const auto isOom = [&](std::size_t batch, std::size_t sequence) {
        return m_map.cell(batch, sequence).fit == std::optional(Fit::Oom);
    };
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s)
        for (std::size_t b = 0; b < m_map.batches().size(); ++b) {
            if (!fits(b, s))
                continue;
            const QRectF cell = rect(b, s);
            if (b + 1 < m_map.batches().size() && isOom(b + 1, s))
                painter.fillRect(QRectF(cell.right() - width / 2, cell.top() - width / 2, width, cell.height() + width),
                                 color().loadLine);
            if (s + 1 < m_map.sequences().size() && isOom(b, s + 1))
                painter.fillRect(QRectF(cell.left() - width / 2, cell.top() - width / 2, cell.width() + width, width),
                                 color().loadLine);
        }
}

void MapDrawing::paintAxes(QPainter& painter) const
{
    const double line = QFontMetricsF(style().font).height();
    const double left = m_grid.left() - 6 * style().unit();
    const auto write = [&](const QRectF& place, Qt::AlignmentFlag alignment, const QString& text, bool isCurrent) {
        painter.setFont(isCurrent ? style().bold() : style().font);
        painter.setPen(isCurrent ? color().text : color().muted);
        paintLine(painter, place, alignment, text);
    };
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s)
        write(QRectF(left, rect(0, s).top(), 0, rect(0, s).height()), Qt::AlignRight,
              toQString(formatCount(m_map.sequences()[s])), s == m_map.currentSequence());
    for (std::size_t b = 0; b < m_map.batches().size(); ++b) {
        const QString text = toQString(formatCount(m_map.batches()[b]));
        const QRectF cell = rect(b, 0);
        if (QFontMetricsF(style().bold()).horizontalAdvance(text) < cell.width() || b % 2 == 0)
            write(QRectF(cell.left(), m_grid.bottom() + 2, cell.width(), line), Qt::AlignHCenter, text,
                  b == m_map.currentBatch());
    }
    write(QRectF(m_grid.left(), m_grid.bottom() + line, m_grid.width(), line), Qt::AlignHCenter, tr("batch"), false);
    write(QRectF(area().left(), area().top(), area().width(), line), Qt::AlignLeft,
          tr("sequence length, on %1 (%2 usable)")
              .arg(toQString(shortName(m_map.device())), bytesText(m_map.device().usable, m_input.unit)),
          false);
}

void MapDrawing::paintKey(QPainter& painter) const
{
    const QFontMetricsF metrics(style().font);
    const double side = style().hairs(11);
    double left = m_key.left();
    painter.setFont(style().font);
    for (const Fit fit : {Fit::Fits, Fit::Tight, Fit::ReleasesCache, Fit::Oom}) {
        const QString text = inWords(fit);
        const double width = side + metrics.horizontalAdvance(text) + 24 * style().unit();
        if (left + width > m_key.right() + 18 * style().unit())
            return;
        paintFit(painter, style().snapped(QRectF(left, m_key.center().y() - side / 2, 1.6 * side, side)), fit, style());
        painter.setPen(color().text);
        paintLine(painter, m_key.adjusted(left - m_key.left() + 2.1 * side, 0, 0, 0), Qt::AlignLeft, text);
        left += width + side;
    }
}

void MapDrawing::paintChart(QPainter& painter) const
{
    if (m_map.batches().empty() || m_map.sequences().empty()) {
        painter.setFont(style().font);
        painter.setPen(color().muted);
        return painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap, tr("No tiers are shown."));
    }
    for (std::size_t s = 0; s < m_map.sequences().size(); ++s)
        for (std::size_t b = 0; b < m_map.batches().size(); ++b)
            paintCell(painter, {b, s});
    paintFrontier(painter);
    paintAxes(painter);
    paintKey(painter);
    // Where the scenario stands.
    const QRectF current = rect(m_map.currentBatch(), m_map.currentSequence());
    painter.setPen(QPen(color().cursor, style().hairs(2)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(current.adjusted(2, 2, -3, -3));
}

} // namespace plimsoll::ui
