// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/figuresdrawing.h"

#include "chart/columnsscene.h"
#include "chart/textblock.h"
#include "format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("FiguresDrawing", english);
}

// As far as an amount, part by part.
std::vector<FiguresDrawing::Segment> segmentsUpTo(const Estimate& estimate, Bytes end)
{
    std::vector<FiguresDrawing::Segment> segments;
    const DeviceVerdict verdict = ownVerdict(estimate);
    Bytes from;
    for (const Part part : parts()) {
        const Bytes to = std::min(end, from + bytesOf(part, estimate, verdict));
        if (to > from)
            segments.push_back({part, from, to});
        from = std::max(from, to);
    }
    return segments;
}

} // namespace

void FiguresDrawing::start(const ChartInput& input)
{
    m_input = input;
    const Estimate& estimate = input.estimate;
    m_figures = {
        {tr("live tensors"), tr("the ledger's sum at the peak moment"), {}, estimate.peak.requested, {}, {}},
        {tr("allocated"),
         QStringLiteral("torch.cuda.max_memory_allocated()"),
         tr("blocks are rounded up to 512 bytes, and a rest too small to be split off stays with its block"),
         estimate.peak.allocated,
         {},
         {}},
        {tr("reserved"),
         QStringLiteral("torch.cuda.max_memory_reserved()"),
         tr("freed blocks that PyTorch keeps for later, and gaps that nothing fits into"),
         estimate.reserved.expected,
         {},
         {}},
        {tr("on the card"),
         QStringLiteral("nvidia-smi"),
         tr("the CUDA context with its kernels, communicators, and whoever else uses the card"),
         estimate.total,
         {},
         {}},
    };
    Bytes before;
    for (Figure& figure : m_figures) {
        figure.more = figure.total - before;
        figure.segments = segmentsUpTo(estimate, figure.total);
        before = figure.total;
    }
}

std::vector<LegendEntry> FiguresDrawing::legendEntries() const
{
    std::vector<LegendEntry> entries;
    for (const Segment& segment : m_figures.back().segments)
        entries.push_back({segment.part, label(segment.part), bytesText(segment.to - segment.from, m_input.unit)});
    entries.push_back({Mark::Total, tr("total"), bytesText(m_input.estimate.total, m_input.unit)});
    return entries;
}

// A figure's name and place above its bar, what comes on top of the one before below it.
void FiguresDrawing::layOut()
{
    m_line = QFontMetricsF(style().font).height();
    const double widest = QFontMetricsF(style().bold()).horizontalAdvance(QStringLiteral("888.8 GB"));
    m_pitch = std::min(area().height() / static_cast<double>(m_figures.size()), 7 * m_line);
    m_showsAdded = m_pitch >= 3.7 * m_line;
    m_bars = QRectF(area().left(), area().top(), std::max(1.0, area().width() - widest - 10 * style().unit()),
                    m_pitch * static_cast<double>(m_figures.size()));
}

QRectF FiguresDrawing::row(std::size_t figure) const
{
    return {area().left(), m_bars.top() + m_pitch * static_cast<double>(figure), area().width(), m_pitch};
}

QRectF FiguresDrawing::rect(std::size_t figure, Bytes from, Bytes to) const
{
    const double highest = std::max(1.0, m_figures.back().total.toDouble());
    const auto x = [&](Bytes bytes) { return m_bars.left() + m_bars.width() * bytes.toDouble() / highest; };
    const double top = row(figure).top() + 1.1 * m_line;
    const double height
        = std::max(style().hairs(2), std::min(1.6 * m_line, m_pitch - (m_showsAdded ? 2.7 : 1.5) * m_line));
    return style().snapped(QRectF(x(from), top, x(to) - x(from), height));
}

std::optional<FiguresDrawing::Place> FiguresDrawing::segmentAt(const QPointF& place) const
{
    for (std::size_t f = 0; f < m_figures.size(); ++f)
        for (std::size_t s = 0; s < m_figures[f].segments.size(); ++s)
            if (rect(f, m_figures[f].segments[s].from, m_figures[f].segments[s].to).contains(place))
                return Place{f, s};
    return std::nullopt;
}

QString FiguresDrawing::description() const
{
    QStringList sentences;
    for (const Figure& figure : m_figures) {
        QString sentence = tr("%1 (%2): %3").arg(figure.name, figure.source, bytesText(figure.total, m_input.unit));
        if (!figure.added.isEmpty())
            sentence += tr(", %1 more: %2").arg(differenceText(figure.more, m_input.unit), figure.added);
        sentences << sentence + u'.';
    }
    return sentences.join(u' ');
}

QString FiguresDrawing::readout(const QPointF& place) const
{
    if (const std::optional<Place> at = segmentAt(place)) {
        const Segment& segment = m_figures[at->figure].segments[at->segment];
        return tr("%1: %2").arg(label(segment.part), exactText(segment.to - segment.from, m_input.unit)) + u'\n'
            + meaning(segment.part);
    }
    for (std::size_t f = 0; f < m_figures.size(); ++f) {
        if (!row(f).contains(place))
            continue;
        const Figure& figure = m_figures[f];
        QString text = tr("%1, %2: %3").arg(figure.name, figure.source, exactText(figure.total, m_input.unit));
        if (!figure.added.isEmpty())
            text += u'\n' + tr("%1: %2").arg(differenceText(figure.more, m_input.unit), figure.added);
        return text;
    }
    return legendReadout(place);
}

std::optional<Part> FiguresDrawing::partAt(const QPointF& place) const
{
    if (const std::optional<Place> at = segmentAt(place))
        return m_figures[at->figure].segments[at->segment].part;
    return PageDrawing::partAt(place);
}

QSize FiguresDrawing::cells() const
{
    return {static_cast<int>(m_figures.back().segments.size()), static_cast<int>(m_figures.size())};
}

QPoint FiguresDrawing::nearest(const QPoint& cell) const
{
    QPoint there = PageDrawing::nearest(cell);
    const auto count = static_cast<int>(m_figures[static_cast<std::size_t>(there.y())].segments.size());
    there.setX(std::clamp(there.x(), 0, std::max(0, count - 1)));
    return there;
}

QPointF FiguresDrawing::placeOf(const QPoint& cell) const
{
    const auto figure = static_cast<std::size_t>(cell.y());
    const std::vector<Segment>& segments = m_figures[figure].segments;
    if (segments.empty())
        return row(figure).center();
    const Segment& segment = segments[static_cast<std::size_t>(nearest(cell).x())];
    return rect(figure, segment.from, segment.to).center();
}

void FiguresDrawing::paintFigure(QPainter& painter, std::size_t index) const
{
    const Figure& figure = m_figures[index];
    const QRectF place = row(index);
    const QRectF bar = rect(index, Bytes(), figure.total);
    const QFontMetricsF bold(style().bold());
    painter.setFont(style().bold());
    painter.setPen(color().text);
    paintLine(painter, QRectF(place.left(), place.top(), place.width(), m_line), Qt::AlignLeft, figure.name);
    painter.setFont(style().font);
    painter.setPen(color().muted);
    const double beside = bold.horizontalAdvance(figure.name) + 8 * style().unit();
    paintLine(painter, QRectF(place.left() + beside, place.top(), 0, m_line), Qt::AlignLeft,
              QFontMetricsF(style().font).elidedText(figure.source, Qt::ElideRight, place.width() - beside));
    for (const Segment& segment : figure.segments) {
        const QRectF part = rect(index, segment.from, segment.to);
        if (part.width() <= 0)
            continue;
        paintFill(painter, part, fillOf(segment.part, style().theme), style().unit());
        if (selected() == std::optional<Part>(segment.part)) {
            painter.setPen(QPen(color().cursor, style().hairs(2)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(part);
        }
    }
    painter.setFont(style().bold());
    painter.setPen(color().text);
    paintLine(painter, QRectF(bar.right() + 6 * style().unit(), bar.top(), 0, bar.height()), Qt::AlignLeft,
              bytesText(figure.total, m_input.unit));
    if (figure.added.isEmpty() || !m_showsAdded)
        return;
    painter.setFont(style().font);
    const QString text = differenceText(figure.more, m_input.unit) + QStringLiteral(": ") + figure.added;
    paintLine(painter, QRectF(place.left(), bar.bottom() + 2 * style().unit(), place.width(), m_line), Qt::AlignLeft,
              QFontMetricsF(style().font).elidedText(text, Qt::ElideRight, place.width()));
}

// Where a figure ends, the next goes on: a line down to it.
void FiguresDrawing::paintChart(QPainter& painter) const
{
    for (std::size_t f = 0; f + 1 < m_figures.size(); ++f) {
        const QRectF bar = rect(f, Bytes(), m_figures[f].total);
        const QRectF next = rect(f + 1, Bytes(), m_figures[f + 1].total);
        painter.fillRect(
            QRectF(bar.right() - style().hairs(1), bar.bottom(), style().hairs(1), next.top() - bar.bottom()),
            color().grid);
    }
    for (std::size_t f = 0; f < m_figures.size(); ++f)
        paintFigure(painter, f);
}

} // namespace plimsoll::ui
