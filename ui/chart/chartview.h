// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/drawing.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QTimer>
#include <QWidget>

#include <memory>

namespace plimsoll::ui {

// A drawing on screen, with hover, selection and keyboard. Computes nothing while it is hidden; what takes long comes
// in piece by piece between events. Arrows move a cursor over what is drawn, Enter selects what is there or goes to the
// scenario that it stands for, Escape puts the cursor away.
class ChartView : public QWidget
{
    Q_OBJECT

public:
    ChartView(std::unique_ptr<Drawing> drawing, const QString& name, QWidget* parent = nullptr);

    void setInput(const ChartInput& input);
    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);
    void setTheme(Theme theme);
    // Outlines the part until something else is selected. Emits nothing.
    void setSelected(std::optional<Part> part);

    const Drawing& drawing() const { return *m_drawing; }
    // What is under the cursor, and then all of the chart, in words: the accessible description.
    QString description() const;
    QString readout(const QPointF& place) const { return m_drawing->readout(place); }
    std::optional<Part> selected() const { return m_drawing->selected(); }
    bool isComplete() const { return m_isStarted && !m_isAdvancing; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void partSelected(plimsoll::ui::Part part);
    void scenarioChosen(const plimsoll::Scenario& scenario);
    void completed();

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void restart();
    void advance();
    void arrange();
    void placeScrollBar();
    void describe();
    void moveCursor(const QPoint& by);
    bool putAway();
    void choose(const QPointF& place);
    void select(const QPointF& place);

    std::unique_ptr<Drawing> m_drawing;
    ChartInput m_input;
    Theme m_theme = Theme::Light;
    std::optional<QPoint> m_cursor;
    QScrollBar m_scrollBar;
    QTimer m_working;
    QTimer m_settling;
    QElapsedTimer m_sincePaint;
    bool m_hasInput = false;
    bool m_isStarted = false; // with the input as it is now
    bool m_isAdvancing = false;
    bool m_waitsForPainting = false; // and goes on as soon as that is done
};

} // namespace plimsoll::ui
