// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/savings.h"
#include "base/format.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace plimsoll::ui {

// What to do where it does not fit: every single change with what it saves here and what it costs, the smallest device
// that fits, and the largest batch and sequence on a device. Works only while it is in sight, after the levers have
// come to rest, an estimate at a time.
class AdvicePanel : public QWidget
{
    Q_OBJECT

public:
    explicit AdvicePanel(QWidget* parent = nullptr);

    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);

    const std::vector<Advice>& advice() const { return m_advice; } // what saves, most first
    bool isComplete() const { return m_isComplete; }
    QTreeWidget* list() const { return m_list; }
    QPushButton* applyButton() const { return m_apply; }
    QComboBox* device() const { return m_device; }
    QPushButton* largest(std::size_t field) const { return m_largest[field]; }
    QString smallestDevice() const;

    QSize sizeHint() const override;

signals:
    void scenarioChosen(const plimsoll::Scenario& scenario, const QString& what);

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    void restart();
    void work();
    void tryChange(const Change& change);
    void findSmallestDevice();
    void findLargest(std::size_t field);
    void forgetLargest();
    void showDevices();
    void showAdvice();
    void applyChosen();

    std::optional<Estimate> m_estimate;
    ByteUnit m_unit = ByteUnit::GB;
    std::vector<Change> m_changes;
    std::vector<Advice> m_advice;
    std::vector<std::function<void()>> m_tasks; // what is still to be found out, last first
    std::vector<std::optional<Scenario>> m_largestScenarios;
    bool m_isComplete = false;
    QTimer m_working;
    QTreeWidget* m_list;
    QPushButton* m_apply;
    QLabel* m_smallest;
    QComboBox* m_device;
    std::vector<QPushButton*> m_largest; // of fieldsToMaximize()
    QLabel* m_state;
};

} // namespace plimsoll::ui
