// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QSlider;

namespace plimsoll::ui {

// A slider over ordered, equally spaced stops with their labels under the track. Its place may lie between two stops,
// where a typed value put it; moving it goes from stop to stop.
class StopSlider : public QWidget
{
    Q_OBJECT

public:
    enum class Labels { EvenlyThinned, CurrentFirst };

    explicit StopSlider(Labels labels, QWidget* parent = nullptr);

    void setStops(const QStringList& labels);

    // 0 is the first stop, 1 the second, 0.5 halfway between.
    void setPlace(double place);
    double place() const { return m_place; }

    // By a number of stops; from between two stops to the next one that way.
    void step(int stops);

    QSlider& slider() { return *m_slider; }
    QSize sizeHint() const override;

signals:
    void stopChosen(int stop);
    void released();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct PlacedLabel
    {
        int stop;
        QRect area;
    };

    void snap(int action);
    int pixelOf(int stop) const;
    QRect areaOf(int stop) const;
    std::vector<PlacedLabel> placedLabels() const;
    std::vector<PlacedLabel> evenlyThinned() const;
    std::vector<PlacedLabel> currentFirst() const;
    int labelHeight() const;

    Labels m_labelling;
    double m_place = 0;
    QStringList m_labels;
    QSlider* m_slider;
};

} // namespace plimsoll::ui
