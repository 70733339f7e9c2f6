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

// The views of a scenario as tabs. Only the one in sight is told of changes, computes and paints.
class ViewTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit ViewTabs(QWidget* parent = nullptr);

    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);
    void setPins(const std::vector<PinnedScenario>& pinned);
    void setTheme(Theme theme);
    void setSelected(std::optional<Part> part);
    void showView(ViewId view);

    ViewId current() const;
    const ViewChoices& choices() const { return m_input.choices; }

    ChartView& view(ViewId view) { return *m_views[static_cast<std::size_t>(view)]; }
    QComboBox& sweepLever() { return *m_sweepLever; }
    QComboBox& mapDevice() { return *m_mapDevice; }

signals:
    void partSelected(plimsoll::ui::Part part);
    // The user asks for another scenario that a view shows.
    void scenarioChosen(const plimsoll::Scenario& scenario, const QString& view);

private:
    void addView(const ViewInfo& view);
    QWidget* choosersOf(ViewId view);
    void listDevices(const Estimate& estimate);
    void listLevers(const Estimate& estimate);
    void choose(const ViewChoices& choices);
    void change();
    void tell();

    ChartInput m_input;
    bool m_hasEstimate = false;
    std::array<ChartView*, viewCount> m_views{};
    std::array<bool, viewCount> m_isBehind{}; // whether the view has not been told of the input as it is
    QComboBox* m_sweepLever;
    QStringList m_listedLevers; // paths
    QComboBox* m_mapDevice;
};

} // namespace plimsoll::ui
