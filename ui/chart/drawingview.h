// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/drawing.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <memory>

namespace plimsoll::ui {

// A drawing on screen, with hover, selection and keyboard. Computes nothing while it is hidden; what takes long comes
// in piece by piece between events. Arrows move a cursor over what is drawn, Enter goes to the scenario there, Escape
// puts the cursor away.
class DrawingView : public QWidget
{
    Q_OBJECT

public:
    DrawingView(std::unique_ptr<Drawing> drawing, const QString& name, QWidget* parent = nullptr);

    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);
    void setChoices(const ViewChoices& choices);
    void setTheme(Theme theme);
    void setSelected(std::optional<LineItem> item);

    const Drawing& drawing() const { return *m_drawing; }
    QString description() const;
    bool isComplete() const { return m_isStarted && !m_isAdvancing; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void lineItemSelected(plimsoll::LineItem item);
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

private:
    void restart();
    void advance();
    void arrange();
    void describe();
    void moveCursor(const QPoint& by);
    void choose(const QPointF& place);

    std::unique_ptr<Drawing> m_drawing;
    ChartInput m_input;
    Theme m_theme = Theme::Light;
    std::optional<QPoint> m_cursor;
    QTimer m_working;
    QElapsedTimer m_sincePaint;
    bool m_hasInput = false;
    bool m_isStarted = false;
    bool m_isAdvancing = false;
};

} // namespace plimsoll::ui
