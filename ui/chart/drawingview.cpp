// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/drawingview.h"

#include "chart/chartaccess.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <chrono>

namespace plimsoll::ui {

namespace {

constexpr std::chrono::milliseconds frame{33};

} // namespace

DrawingView::DrawingView(std::unique_ptr<Drawing> drawing, const QString& name, QWidget* parent)
    : QWidget(parent),
      m_drawing(std::move(drawing))
{
    installChartAccess();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(name);
    m_working.setInterval(0);
    connect(&m_working, &QTimer::timeout, this, &DrawingView::advance);
}

void DrawingView::setEstimate(const Estimate& estimate)
{
    m_input.estimate = estimate;
    m_hasInput = true;
    restart();
}

void DrawingView::setUnit(ByteUnit unit)
{
    m_input.unit = unit;
    restart();
}

void DrawingView::setChoices(const ViewChoices& choices)
{
    if (m_input.choices == choices)
        return;
    m_input.choices = choices;
    restart();
}

void DrawingView::setTheme(Theme theme)
{
    m_theme = theme;
    arrange();
}

void DrawingView::setSelected(std::optional<LineItem> item)
{
    m_drawing->setSelected(item ? std::optional<Part>(*item) : std::nullopt);
    update();
}

QString DrawingView::description() const
{
    return m_isStarted ? m_drawing->description() : QString();
}

void DrawingView::restart()
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

void DrawingView::advance()
{
    m_isAdvancing = m_drawing->advance();
    // Painting costs as much as a piece: a frame in between is enough.
    if (!m_isAdvancing || !m_sincePaint.isValid() || m_sincePaint.elapsed() >= frame.count()) {
        arrange();
        m_sincePaint.start();
    }
    if (m_isAdvancing) {
        m_working.start();
        return;
    }
    m_working.stop();
    describe();
    emit completed();
}

void DrawingView::arrange()
{
    if (!m_isStarted)
        return;
    QFont font = this->font();
    font.setPixelSize(std::max(1, QFontInfo(font).pixelSize()));
    m_drawing->arrange({}, {m_theme, font, devicePixelRatioF()}, size());
    const QSize cells = m_drawing->cells();
    if (m_cursor && (m_cursor->x() >= cells.width() || m_cursor->y() >= cells.height()))
        m_cursor.reset();
    update();
}

void DrawingView::describe()
{
    QString words = description();
    if (m_cursor)
        words = m_drawing->readout(m_drawing->placeOf(*m_cursor)) + QStringLiteral(". ") + words;
    setAccessibleDescription(words);
}

void DrawingView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_isStarted) {
        painter.fillRect(rect(), colors(m_theme).surface);
        return;
    }
    m_drawing->paint(painter);
    if (!m_cursor || !hasFocus())
        return;
    constexpr double reach = 7;
    const QPointF at = m_drawing->placeOf(*m_cursor);
    painter.setPen(QPen(colors(m_theme).cursor, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach));
}

void DrawingView::moveCursor(const QPoint& by)
{
    const QSize cells = m_drawing->cells();
    if (!m_isStarted || cells.isEmpty())
        return;
    const QPoint next = m_cursor ? *m_cursor + by : m_drawing->firstCell();
    m_cursor = QPoint(std::clamp(next.x(), 0, cells.width() - 1), std::clamp(next.y(), 0, cells.height() - 1));
    update();
    describe();
    const QPointF place = m_drawing->placeOf(*m_cursor);
    QToolTip::showText(mapToGlobal(place.toPoint()), m_drawing->readout(place), this);
}

void DrawingView::keyPressEvent(QKeyEvent* event)
{
    constexpr int page = 10;
    constexpr int far = 100000;
    struct Step
    {
        int key;
        QPoint by;
    };
    static constexpr std::array<Step, 8> steps{{{Qt::Key_Left, {-1, 0}},
                                                {Qt::Key_Right, {1, 0}},
                                                {Qt::Key_Up, {0, -1}},
                                                {Qt::Key_Down, {0, 1}},
                                                {Qt::Key_PageUp, {-page, 0}},
                                                {Qt::Key_PageDown, {page, 0}},
                                                {Qt::Key_Home, {-far, 0}},
                                                {Qt::Key_End, {far, 0}}}};
    const auto step = std::ranges::find(steps, event->key(), &Step::key);
    if (step != steps.end())
        return moveCursor(step->by);
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_cursor && enters)
        return choose(m_drawing->placeOf(*m_cursor));
    if (!m_cursor || event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    m_cursor.reset();
    QToolTip::hideText();
    describe();
    update();
}

void DrawingView::choose(const QPointF& place)
{
    if (const std::optional<Scenario> scenario = m_drawing->scenarioAt(place)) {
        emit scenarioChosen(*scenario);
        return;
    }
    const std::optional<Part> part = m_drawing->partAt(place);
    m_drawing->setSelected(part);
    update();
    if (part)
        if (const auto* item = std::get_if<LineItem>(&*part))
            emit lineItemSelected(*item);
}

void DrawingView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isStarted)
        return QWidget::mousePressEvent(event);
    choose(event->position());
}

void DrawingView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isStarted)
        QToolTip::showText(event->globalPosition().toPoint(), m_drawing->readout(event->position()), this);
}

void DrawingView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    QToolTip::hideText();
}

void DrawingView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_isStarted || m_isAdvancing)
        restart();
}

void DrawingView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_working.stop();
}

void DrawingView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void DrawingView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

QSize DrawingView::sizeHint() const
{
    return {860, 460};
}

QSize DrawingView::minimumSizeHint() const
{
    return {320, 200};
}

} // namespace plimsoll::ui
