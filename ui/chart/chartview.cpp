// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartview.h"

#include "chart/chartaccess.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QToolTip>
#include <QWindow>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace plimsoll::ui {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds frame = 33ms;
constexpr std::chrono::milliseconds nextMove = 17ms; // from a mouse or a key that repeats
constexpr std::chrono::milliseconds forPainting = 2ms;
constexpr std::chrono::milliseconds pauseBeforeShrinking = 600ms;

// Where a key moves the cursor to.
std::optional<QPoint> moveOf(int key)
{
    constexpr int page = 10;
    constexpr int far = 100000;
    struct Move
    {
        int key;
        QPoint by;
    };
    static constexpr std::array<Move, 8> moves{{{Qt::Key_Left, {-1, 0}},
                                                {Qt::Key_Right, {1, 0}},
                                                {Qt::Key_Up, {0, -1}},
                                                {Qt::Key_Down, {0, 1}},
                                                {Qt::Key_PageUp, {-page, 0}},
                                                {Qt::Key_PageDown, {page, 0}},
                                                {Qt::Key_Home, {-far, 0}},
                                                {Qt::Key_End, {far, 0}}}};
    const auto found = std::ranges::find(moves, key, &Move::key);
    return found == moves.end() ? std::nullopt : std::optional(found->by);
}

} // namespace

ChartView::ChartView(std::unique_ptr<Drawing> drawing, const QString& name, QWidget* parent)
    : QWidget(parent),
      m_drawing(std::move(drawing)),
      m_scrollBar(Qt::Vertical, this)
{
    installChartAccess();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(name);
    m_scrollBar.hide();
    m_scrollBar.setAccessibleName(tr("Scroll the rows"));
    m_settling.setSingleShot(true);
    m_settling.setInterval(pauseBeforeShrinking);
    connect(&m_working, &QTimer::timeout, this, &ChartView::advance);
    connect(&m_settling, &QTimer::timeout, this, [this] {
        m_drawing->setSettled(true);
        arrange();
    });
    connect(&m_scrollBar, &QScrollBar::valueChanged, this, [this](int row) {
        m_drawing->scrollTo(row);
        arrange();
    });
}

// Only estimates follow each other fast.
void ChartView::setInput(const ChartInput& input)
{
    m_drawing->setSettled(!m_hasInput || input.unit != m_input.unit || input.choices != m_input.choices);
    m_input = input;
    m_hasInput = true;
    m_settling.start();
    restart();
}

void ChartView::setEstimate(const Estimate& estimate)
{
    ChartInput next = m_input;
    next.estimate = estimate;
    setInput(next);
}

void ChartView::setUnit(ByteUnit unit)
{
    ChartInput next = m_input;
    next.unit = unit;
    setInput(next);
}

void ChartView::setTheme(Theme theme)
{
    m_theme = theme;
    arrange();
}

void ChartView::setSelected(std::optional<Part> part)
{
    m_drawing->setSelected(part);
    update();
}

QString ChartView::description() const
{
    if (!m_isStarted)
        return {};
    QString words = m_drawing->description();
    if (m_cursor)
        words = m_drawing->readout(m_drawing->placeOf(*m_cursor)) + QStringLiteral(". ") + words;
    return words;
}

void ChartView::restart()
{
    m_isStarted = false;
    m_working.stop();
    if (!m_hasInput || !isVisible())
        return;
    m_drawing->start(m_input);
    m_sincePaint.invalidate();
    m_isStarted = true;
    m_isAdvancing = true;
    advance();
}

void ChartView::advance()
{
    m_isAdvancing = m_drawing->advance();
    // Painting costs as much as a piece: a frame in between is enough.
    const bool isFirst = !m_sincePaint.isValid();
    const bool isFrame = !m_isAdvancing || isFirst || m_sincePaint.elapsed() >= frame.count();
    if (isFrame) {
        arrange();
        m_sincePaint.start();
    }
    if (m_isAdvancing) {
        // What is there is painted first. While a lever is dragged its next move comes soon, and finds nothing to wait
        // for; where it does not come, the work goes on.
        m_working.start(isFirst ? nextMove : isFrame ? forPainting : 0ms);
        m_waitsForPainting = isFrame && !isFirst;
        return;
    }
    m_working.stop();
    describe();
    emit completed();
}

void ChartView::arrange()
{
    if (!m_isStarted)
        return;
    QFont font = this->font();
    font.setPixelSize(std::max(1, QFontInfo(font).pixelSize()));
    m_drawing->arrange({}, {m_theme, font, devicePixelRatioF(), true}, size());
    placeScrollBar();
    if (m_cursor && m_drawing->cells().isEmpty())
        m_cursor.reset();
    // What is under the cursor may be there no more.
    if (m_cursor)
        m_cursor = m_drawing->nearest(*m_cursor);
    update();
}

void ChartView::placeScrollBar()
{
    const Drawing::Scroll scroll = m_drawing->scroll();
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar.setVisible(scroll.hidden() > 0);
    m_scrollBar.setRange(0, std::max(0, scroll.hidden()));
    m_scrollBar.setPageStep(std::max(1, scroll.visible));
    m_scrollBar.setValue(scroll.first);
    const int thickness = m_scrollBar.sizeHint().width();
    m_scrollBar.setGeometry(width() - thickness, static_cast<int>(scroll.area.top()), thickness,
                            static_cast<int>(scroll.area.height()));
}

void ChartView::describe()
{
    setAccessibleDescription(description());
}

void ChartView::paintEvent(QPaintEvent*)
{
    QCPPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight); // axes and amounts are written so everywhere: "4.05 GB"
    if (!m_isStarted) {
        painter.fillRect(rect(), colors(m_theme).surface);
        return;
    }
    m_drawing->paint(painter);
    if (m_cursor && hasFocus())
        m_drawing->paintCursor(painter, *m_cursor);
    if (std::exchange(m_waitsForPainting, false) && m_isAdvancing)
        m_working.start(0ms);
}

void ChartView::moveCursor(const QPoint& by)
{
    if (!m_isStarted || m_drawing->cells().isEmpty())
        return;
    m_cursor = m_drawing->nearest(m_cursor ? *m_cursor + by : m_drawing->firstCell());
    const Drawing::Scroll scroll = m_drawing->scroll();
    if (scroll.hidden() > 0)
        m_scrollBar.setValue(std::clamp(m_scrollBar.value(), m_cursor->y() - scroll.visible + 1, m_cursor->y()));
    const QPointF place = m_drawing->placeOf(*m_cursor);
    if (!m_drawing->scenarioAt(place))
        select(place);
    update();
    describe();
    QToolTip::showText(mapToGlobal(place.toPoint()), m_drawing->readout(place), this);
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    if (const std::optional<QPoint> by = moveOf(event->key()))
        return moveCursor(*by);
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_cursor && enters)
        return choose(m_drawing->placeOf(*m_cursor));
    if (event->key() != Qt::Key_Escape || !putAway())
        QWidget::keyPressEvent(event);
}

// Cursor and selection; false where there is neither.
bool ChartView::putAway()
{
    if (!m_cursor && !m_drawing->selected())
        return false;
    m_cursor.reset();
    m_drawing->setSelected(std::nullopt);
    QToolTip::hideText();
    describe();
    update();
    return true;
}

void ChartView::choose(const QPointF& place)
{
    if (const std::optional<Scenario> scenario = m_drawing->scenarioAt(place))
        emit scenarioChosen(*scenario);
    else
        select(place);
}

void ChartView::select(const QPointF& place)
{
    const std::optional<Part> part = m_drawing->partAt(place);
    m_drawing->setSelected(part);
    update();
    if (part)
        emit partSelected(*part);
}

void ChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isStarted)
        return QWidget::mousePressEvent(event);
    if (const std::optional<QPoint> cell = m_drawing->cellAt(event->position()))
        m_cursor = cell;
    choose(event->position());
    describe();
}

void ChartView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isStarted)
        QToolTip::showText(event->globalPosition().toPoint(), m_drawing->readout(event->position()), this);
}

void ChartView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    QToolTip::hideText();
}

void ChartView::wheelEvent(QWheelEvent* event)
{
    if (m_scrollBar.isHidden())
        return QWidget::wheelEvent(event);
    QCoreApplication::sendEvent(&m_scrollBar, event);
}

void ChartView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    // Another screen may have other pixels, and edges stand on whole ones.
    if (const QWindow* shownIn = window()->windowHandle())
        connect(shownIn, &QWindow::screenChanged, this, &ChartView::arrange, Qt::UniqueConnection);
    if (!isComplete())
        restart();
}

void ChartView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_working.stop();
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ChartView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        arrange();
}

QSize ChartView::sizeHint() const
{
    return {860, 460};
}

QSize ChartView::minimumSizeHint() const
{
    return {320, 200};
}

} // namespace plimsoll::ui
