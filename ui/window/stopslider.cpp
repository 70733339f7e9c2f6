// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/stopslider.h"

#include "window/textstyle.h"
#include "window/wheelguard.h"

#include <QMouseEvent>
#include <QPainter>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plimsoll::ui {

namespace {

constexpr int unitsPerStop = 100; // slider positions from one stop to the next
constexpr int labelGap = 8;       // pixels between two labels

} // namespace

StopSlider::StopSlider(Labels labels, QWidget* parent)
    : QWidget(parent),
      m_labelling(labels),
      m_slider(new QSlider(Qt::Horizontal, this))
{
    guardWheel(*m_slider);
    setFocusProxy(m_slider);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_slider, &QSlider::actionTriggered, this, &StopSlider::snap);
    connect(m_slider, &QSlider::sliderReleased, this, &StopSlider::released);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        const int stop = (position + unitsPerStop / 2) / unitsPerStop;
        m_place = stop;
        update();
        emit stopChosen(stop);
    });
}

void StopSlider::setStops(const QStringList& labels)
{
    if (m_labels == labels)
        return;
    m_labels = labels;
    const QSignalBlocker blocker(m_slider);
    const int last = std::max(0, static_cast<int>(labels.size()) - 1);
    m_slider->setRange(0, last * unitsPerStop);
    m_slider->setSingleStep(unitsPerStop);
    m_slider->setPageStep(unitsPerStop * std::max(1, last / 5));
    m_slider->setTickInterval(unitsPerStop);
    m_slider->setTickPosition(QSlider::TicksBelow);
    updateGeometry();
    update();
}

void StopSlider::setPlace(double place)
{
    const int value = static_cast<int>(std::lround(place * unitsPerStop));
    if (m_place == place && m_slider->value() == value)
        return; // painting its labels takes longer than all else here
    const QSignalBlocker blocker(m_slider);
    m_place = place;
    m_slider->setValue(value);
    update();
}

void StopSlider::step(int stops)
{
    const double from = stops > 0 ? std::floor(place()) : std::ceil(place());
    m_slider->setValue((static_cast<int>(from) + stops) * unitsPerStop);
}

// Where the slider's own arithmetic would land between two stops, sends it to the stop that is meant.
void StopSlider::snap(int action)
{
    const int value = m_slider->value();
    int position = m_slider->sliderPosition();
    if (action == QAbstractSlider::SliderMove)
        position = (position + unitsPerStop / 2) / unitsPerStop * unitsPerStop;
    else if (position > value)
        position = position / unitsPerStop * unitsPerStop;
    else if (position < value)
        position = (position + unitsPerStop - 1) / unitsPerStop * unitsPerStop;
    m_slider->setSliderPosition(position);
}

int StopSlider::pixelOf(int stop) const
{
    QStyleOptionSlider option;
    option.initFrom(m_slider);
    const int handle = m_slider->style()->pixelMetric(QStyle::PM_SliderLength, &option, m_slider);
    return handle / 2
        + QStyle::sliderPositionFromValue(0, m_slider->maximum(), stop * unitsPerStop, m_slider->width() - handle,
                                          isRightToLeft());
}

QRect StopSlider::areaOf(int stop) const
{
    const QFontMetrics metrics(smallFont(font()));
    const int width = metrics.horizontalAdvance(m_labels[stop]) + 1;
    const int left = std::clamp(pixelOf(stop) - width / 2, 0, std::max(0, this->width() - width));
    return {left, m_slider->height(), width, labelHeight()};
}

std::vector<StopSlider::PlacedLabel> StopSlider::placedLabels() const
{
    return m_labelling == Labels::EvenlyThinned ? evenlyThinned() : currentFirst();
}

// Every n-th label, with the smallest n at which none touches its neighbour.
std::vector<StopSlider::PlacedLabel> StopSlider::evenlyThinned() const
{
    const int count = static_cast<int>(m_labels.size());
    for (int stride = 1; stride < count; ++stride) {
        std::vector<PlacedLabel> placed;
        bool fits = true;
        for (int stop = 0; fits && stop < count; stop += stride) {
            placed.push_back({stop, areaOf(stop)});
            const QRect claimed = placed.back().area.adjusted(-labelGap, 0, labelGap, 0);
            fits = placed.size() < 2 || !claimed.intersects(placed[placed.size() - 2].area);
        }
        if (fits)
            return placed;
    }
    return {};
}

// The current stop's label, and of the others those that keep clear of it and of each other.
std::vector<StopSlider::PlacedLabel> StopSlider::currentFirst() const
{
    std::vector<int> order(static_cast<std::size_t>(m_labels.size()));
    std::iota(order.begin(), order.end(), 0);
    const int current = static_cast<int>(std::lround(place()));
    std::ranges::stable_partition(order, [current](int stop) { return stop == current; });
    std::vector<PlacedLabel> placed;
    for (const int stop : order) {
        const QRect area = areaOf(stop);
        const QRect claimed = area.adjusted(-labelGap, 0, labelGap, 0);
        if (std::ranges::none_of(placed, [&](const PlacedLabel& other) { return claimed.intersects(other.area); }))
            placed.push_back({stop, area});
    }
    return placed;
}

int StopSlider::labelHeight() const
{
    return QFontMetrics(smallFont(font())).height();
}

QSize StopSlider::sizeHint() const
{
    const QSize hint = m_slider->sizeHint();
    return {hint.width(), hint.height() + labelHeight()};
}

void StopSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (const PlacedLabel& label : placedLabels()) {
        const bool isCurrent = label.stop == m_place && isEnabled();
        painter.setFont(smallFont(font()));
        painter.setPen(isCurrent ? palette().color(QPalette::WindowText) : quietColor(palette()));
        painter.drawText(label.area, Qt::AlignCenter | Qt::TextDontClip, m_labels[label.stop]);
    }
}

void StopSlider::resizeEvent(QResizeEvent*)
{
    m_slider->setGeometry(0, 0, width(), m_slider->sizeHint().height());
}

void StopSlider::mousePressEvent(QMouseEvent* event)
{
    for (const PlacedLabel& label : placedLabels())
        if (label.area.adjusted(-labelGap / 2, 0, labelGap / 2, 0).contains(event->pos())) {
            m_slider->setFocus(Qt::MouseFocusReason);
            m_slider->setValue(label.stop * unitsPerStop);
            emit released();
            return;
        }
    event->ignore();
}

void StopSlider::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace plimsoll::ui
