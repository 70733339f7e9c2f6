// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/advicesearch.h"
#include "base/format.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace plimsoll::ui {

// What to do where it does not fit: every single change with what it saves here and what it costs, the best pairs, the
// smallest device that fits, and how far the scenario can be driven on a device. Works only while it is in sight, after
// the levers have come to rest, an estimate at a time.
class AdvicePanel : public QWidget
{
    Q_OBJECT

public:
    explicit AdvicePanel(QWidget* parent = nullptr);

    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);

    const AdviceSearch& search() const { return m_search; }
    // As listed: single changes and then pairs, of each those that save most first.
    const std::vector<Advice>& advice() const { return m_listed; }
    bool isComplete() const { return m_isComplete; }
    QTreeWidget* list() const { return m_list; }
    QToolButton* applyButton(int row) const;
    QComboBox* device() const { return m_device; }
    QPushButton* goal(std::size_t goal) const { return m_goals[goal]; } // of goals()
    QString smallestDevice() const;

    QSize sizeHint() const override;

signals:
    void scenarioChosen(const plimsoll::Scenario& scenario, const QString& what);

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void prepareList();
    void addGoals(QFormLayout& form);
    void layOut();
    void restart();
    void begin();
    void work();
    void findSmallestDevice();
    void reachGoal(std::size_t goal);
    void forgetGoals();
    void showDevices();
    void showProgress();
    void showAdvice();
    void addItem(const Advice& advice);
    void apply(int row);

    std::optional<Estimate> m_estimate;
    ByteUnit m_unit = ByteUnit::GB;
    AdviceSearch m_search;
    std::vector<Advice> m_listed;
    std::vector<std::function<bool()>> m_tasks; // what is still to be found out, last first; true where it goes on
    std::vector<std::optional<Scenario>> m_goalScenarios;
    bool m_isBegun = false;
    bool m_isComplete = false;
    QTimer m_working;
    QTreeWidget* m_list;
    QLabel* m_smallest;
    QComboBox* m_device;
    std::vector<QPushButton*> m_goals;
    QLabel* m_state;
};

} // namespace plimsoll::ui
