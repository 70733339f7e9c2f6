// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartview.h"

#include "chart/chartaccess.h"
#include "chart/plotcanvas.h"
#include "chart/tiersplot.h"
#include "format.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <chrono>

namespace plimsoll::ui {

namespace {

using namespace std::chrono_literals;

constexpr auto pauseBeforeShrinking = 600ms;

QFont withPixelSize(const QFont& font)
{
    QFont result = font;
    result.setPixelSize(std::max(1, QFontInfo(font).pixelSize()));
    return result;
}

} // namespace

struct ChartView::Private
{
    explicit Private(ChartView& view)
        : canvas(&view),
          plot(canvas),
          scrollBar(Qt::Vertical, &view)
    {
    }

    const TiersScene& scene() const { return plot.scene(); }

    PlotCanvas canvas;
    TiersPlot plot;
    QScrollBar scrollBar;
    QTimer shrinking;
    const Estimate* pinned() const { return baseline ? &*baseline : nullptr; }

    std::optional<Estimate> estimate;
    std::optional<Estimate> baseline;
    ByteUnit unit = ByteUnit::GB;
    Theme theme = Theme::Light;
    std::optional<SegmentCursor> cursor;
};

ChartView::ChartView(QWidget* parent)
    : QWidget(parent),
      m_d(std::make_unique<Private>(*this))
{
    installChartAccess();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Memory by tier"));
    m_d->scrollBar.hide();
    m_d->scrollBar.setAccessibleName(tr("Scroll the tiers"));
    m_d->shrinking.setSingleShot(true);
    m_d->shrinking.setInterval(pauseBeforeShrinking);
    connect(&m_d->shrinking, &QTimer::timeout, this, [this] { arrange(false); });
    connect(&m_d->scrollBar, &QScrollBar::valueChanged, this, [this] { arrange(true); });
    connect(&m_d->canvas, &PlotCanvas::pixelRatioChanged, this, &ChartView::restyle);
    restyle();
}

ChartView::~ChartView() = default;

void ChartView::setEstimate(const Estimate& estimate)
{
    const bool isFirst = !m_d->estimate;
    m_d->estimate = estimate;
    m_d->plot.setChart(tierChart(estimate, m_d->unit, m_d->pinned()));
    arrange(!isFirst);
    m_d->shrinking.start();
}

void ChartView::setBaseline(const std::optional<Estimate>& baseline)
{
    m_d->baseline = baseline;
    if (m_d->estimate)
        m_d->plot.setChart(tierChart(*m_d->estimate, m_d->unit, m_d->pinned()));
    arrange(true);
}

void ChartView::setUnit(ByteUnit unit)
{
    m_d->unit = unit;
    if (m_d->estimate)
        m_d->plot.setChart(tierChart(*m_d->estimate, unit, m_d->pinned()));
    arrange(false);
}

void ChartView::setTheme(Theme theme)
{
    m_d->theme = theme;
    restyle();
}

void ChartView::restyle()
{
    m_d->plot.setScreenStyle({m_d->theme, withPixelSize(font()), devicePixelRatioF()});
    arrange(true);
}

void ChartView::arrange(bool keepLongerAxis)
{
    QScrollBar& scrollBar = m_d->scrollBar;
    const int barWidth = scrollBar.sizeHint().width();
    m_d->plot.arrange(size(), static_cast<std::size_t>(scrollBar.value()), keepLongerAxis);
    const TiersScene& scene = m_d->scene();
    const auto hidden = static_cast<int>(scene.chart.bars.size() - scene.visibleBars);
    const QSignalBlocker quiet(scrollBar);
    scrollBar.setRange(0, hidden);
    scrollBar.setPageStep(static_cast<int>(scene.visibleBars));
    scrollBar.setVisible(hidden > 0);
    scrollBar.setGeometry(width() - barWidth, scene.plot.top(), barWidth, scene.plot.height());
    // A cursor beyond the end of a bar that has become shorter stays on its last segment.
    std::optional<SegmentCursor>& cursor = m_d->cursor;
    if (cursor && cursor->bar >= scene.chart.bars.size())
        cursor.reset();
    if (cursor)
        cursor->segment = std::min(cursor->segment, scene.chart.bars[cursor->bar].segments.size() - 1);
    m_d->plot.setCursor(hasFocus() ? cursor : std::nullopt);
    describe();
}

void ChartView::describe()
{
    setAccessibleDescription(description());
}

QString ChartView::description() const
{
    const TierChart& shown = chart();
    const QString verdicts = inSentences(shown);
    if (!m_d->cursor)
        return verdicts;
    const TierBar& bar = shown.bars[m_d->cursor->bar];
    return segmentInWords(shown, bar, bar.segments[m_d->cursor->segment]) + QStringLiteral(". ") + verdicts;
}

void ChartView::setSelected(std::optional<LineItem> item)
{
    m_d->plot.setSelected(item ? std::optional<Part>(*item) : std::nullopt);
}

const TierChart& ChartView::chart() const
{
    return m_d->scene().chart;
}

double ChartView::axisEnd() const
{
    return m_d->scene().axis.end;
}

std::optional<LineItem> ChartView::selected() const
{
    const std::optional<Part>& part = m_d->scene().selected;
    const auto* item = part ? std::get_if<LineItem>(&*part) : nullptr;
    return item ? std::optional(*item) : std::nullopt;
}

std::size_t ChartView::firstVisibleBar() const
{
    return m_d->scene().firstBar;
}

std::size_t ChartView::visibleBars() const
{
    return m_d->scene().visibleBars;
}

QRectF ChartView::segmentRect(std::size_t bar, std::size_t segment) const
{
    return m_d->scene().isShown(bar) ? m_d->scene().segment(bar, segment) : QRectF();
}

QString ChartView::readout(const QPointF& position) const
{
    const TierChart& shown = chart();
    if (const std::optional<SegmentCursor> at = m_d->plot.segmentAt(position)) {
        const Segment& segment = shown.bars[at->bar].segments[at->segment];
        return segmentInWords(shown, shown.bars[at->bar], segment) + u'\n' + meaning(segment.part);
    }
    if (const std::optional<std::size_t> at = m_d->plot.barAt(position)) {
        const TierBar& bar = shown.bars[*at];
        QString text = tr("%1\nNeeded: %2\nUsable: %3")
                           .arg(bar.sentence, exactText(bar.total, shown.unit), exactText(bar.usable, shown.unit));
        if (bar.baseline)
            text += tr("\nPinned: %1").arg(exactText(*bar.baseline, shown.unit));
        return text;
    }
    const std::optional<Part> part = m_d->scene().legend.partAt(position - m_d->scene().legendAt);
    return part ? tr("%1: %2").arg(label(*part), meaning(*part)) : QString();
}

QSize ChartView::sizeHint() const
{
    return {860, 460};
}

QSize ChartView::minimumSizeHint() const
{
    return {320, 200};
}

void ChartView::choose(std::size_t bar, std::optional<Part> part)
{
    m_d->plot.setSelected(part);
    emit deviceSelected(chart().bars[bar].deviceId);
    if (!part)
        return;
    if (const auto* item = std::get_if<LineItem>(&*part))
        emit lineItemSelected(*item);
}

void ChartView::moveCursor(int bars, int segments)
{
    const std::vector<TierBar>& shown = chart().bars;
    const std::optional<std::size_t> leading = leadingBar(chart());
    if (!leading || shown[*leading].segments.empty())
        return;
    SegmentCursor next{*leading, 0};
    if (m_d->cursor) {
        const auto moved = [](std::size_t from, int by, std::size_t count) {
            return static_cast<std::size_t>(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
        };
        next.bar = moved(m_d->cursor->bar, bars, shown.size());
        next.segment = moved(m_d->cursor->segment, segments, shown[next.bar].segments.size());
    }
    m_d->cursor = next;
    const auto bar = static_cast<int>(next.bar);
    const int first = m_d->scrollBar.value();
    const auto visible = static_cast<int>(visibleBars());
    m_d->scrollBar.setValue(std::clamp(first, bar - visible + 1, bar));
    m_d->plot.setCursor(next);
    choose(next.bar, shown[next.bar].segments[next.segment].part);
    describe();
    const QRectF place = segmentRect(next.bar, next.segment);
    QToolTip::showText(mapToGlobal(place.bottomLeft().toPoint()), readout(place.center()), this);
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    struct Step
    {
        int key;
        int bars;
        int segments;
    };
    constexpr int far = 1000;
    static constexpr std::array<Step, 6> steps{{{Qt::Key_Left, 0, -1},
                                                {Qt::Key_Right, 0, 1},
                                                {Qt::Key_Up, -1, 0},
                                                {Qt::Key_Down, 1, 0},
                                                {Qt::Key_Home, 0, -far},
                                                {Qt::Key_End, 0, far}}};
    const auto step = std::ranges::find(steps, event->key(), &Step::key);
    if (step != steps.end())
        return moveCursor(step->bars, step->segments);
    if (event->key() != Qt::Key_Escape || (!m_d->cursor && !selected()))
        return QWidget::keyPressEvent(event);
    m_d->cursor.reset();
    m_d->plot.setCursor(std::nullopt);
    m_d->plot.setSelected(std::nullopt);
    QToolTip::hideText();
    describe();
}

void ChartView::mouseMoveEvent(QMouseEvent* event)
{
    QToolTip::showText(event->globalPosition().toPoint(), readout(event->position()), this);
}

void ChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const std::optional<SegmentCursor> at = m_d->plot.segmentAt(event->position())) {
        m_d->cursor = at;
        m_d->plot.setCursor(at);
        choose(at->bar, chart().bars[at->bar].segments[at->segment].part);
    } else if (const std::optional<std::size_t> bar = m_d->plot.barAt(event->position())) {
        choose(*bar, std::nullopt);
    } else if (const auto part = m_d->scene().legend.partAt(event->position() - m_d->scene().legendAt)) {
        m_d->plot.setSelected(part);
        if (const auto* item = std::get_if<LineItem>(&*part))
            emit lineItemSelected(*item);
    }
    describe();
}

void ChartView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    QToolTip::hideText();
}

void ChartView::wheelEvent(QWheelEvent* event)
{
    if (m_d->scrollBar.isHidden())
        return QWidget::wheelEvent(event);
    QCoreApplication::sendEvent(&m_d->scrollBar, event);
}

void ChartView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_d->plot.setCursor(m_d->cursor);
}

void ChartView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_d->plot.setCursor(std::nullopt);
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_d->canvas.setGeometry(rect());
    arrange(true);
}

void ChartView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        restyle();
}

} // namespace plimsoll::ui
