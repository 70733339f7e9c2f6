// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartinput.h"
#include "chart/views.h"
#include "theme.h"

#include <QTabWidget>

#include <array>

class QComboBox;

namespace plimsoll::ui {

class ChartView;
class DrawingView;

// The views of a scenario as tabs. Only the one in sight computes and paints.
class ViewTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit ViewTabs(QWidget* parent = nullptr);

    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);
    void setPins(const std::vector<PinnedScenario>& pinned, const std::optional<Estimate>& baseline);
    void setTheme(Theme theme);
    void setSelected(std::optional<LineItem> item);
    void showView(ViewId view);

    ViewId current() const;
    const ViewChoices& choices() const { return m_choices; }

    ChartView& tiers() { return *m_tiers; }
    DrawingView& drawing(ViewId view) { return *m_drawings[static_cast<std::size_t>(view)]; }
    QComboBox& sweepLever() { return *m_sweepLever; }
    QComboBox& mapDevice() { return *m_mapDevice; }

signals:
    void lineItemSelected(plimsoll::LineItem item);
    // The user asks for another scenario that a view shows.
    void scenarioChosen(const plimsoll::Scenario& scenario, const QString& view);

private:
    void addDrawing(const ViewInfo& view);
    QWidget* choosersOf(ViewId view);
    void listDevices(const Estimate& estimate);
    void choose(const ViewChoices& choices);

    ViewChoices m_choices;
    ChartView* m_tiers;
    std::array<DrawingView*, viewCount> m_drawings{}; // null for the tiers
    QComboBox* m_sweepLever;
    QComboBox* m_mapDevice;
};

} // namespace plimsoll::ui
