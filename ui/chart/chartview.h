// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "chart/tierchart.h"
#include "theme.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace plimsoll::ui {

// The Tiers view: an estimate's devices as bars, with hover, selection and keyboard.
// Left and Right move a cursor along a bar's segments, Up and Down from bar to bar, Escape puts it away.
class ChartView : public QWidget
{
    Q_OBJECT

public:
    explicit ChartView(QWidget* parent = nullptr);
    ~ChartView() override;

    // The axis grows at once and shrinks only when estimates have stopped coming, so that a drag does not shake it.
    void setEstimate(const Estimate& estimate);
    // Outlines what the pinned scenario needs around every bar.
    void setBaseline(const std::optional<Estimate>& baseline);
    void setUnit(ByteUnit unit);
    void setTheme(Theme theme);

    // Outlines the line item in every bar, until something else is selected. Emits nothing.
    void setSelected(std::optional<LineItem> item);

    // Every tier's verdict in words, and the segment under the cursor first: the accessible description.
    QString description() const;

    // What is shown.
    const TierChart& chart() const;
    double axisEnd() const; // in the unit shown
    std::optional<LineItem> selected() const;
    std::size_t firstVisibleBar() const;
    std::size_t visibleBars() const;
    // Where a segment is, in the widget's coordinates; empty where the bar is out of sight.
    QRectF segmentRect(std::size_t bar, std::size_t segment) const;
    // What hovering there tells.
    QString readout(const QPointF& position) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void lineItemSelected(plimsoll::LineItem item);
    void deviceSelected(const QString& id);

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Private;

    void restyle();
    void arrange(bool keepLongerAxis);
    void describe();
    void moveCursor(int bars, int segments);
    void choose(std::size_t bar, std::optional<Part> part);

    std::unique_ptr<Private> m_d;
};

} // namespace plimsoll::ui
