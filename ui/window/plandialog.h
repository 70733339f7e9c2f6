// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layoutplan.h"
#include "base/format.h"

#include <QDialog>

#include <atomic>
#include <thread>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace plimsoll::ui {

class Session;

// The layouts over several GPUs with which the present scenario fits a device, as a table that can be sorted; a layout
// is taken over by its button, a double click or Return. The search runs beside the window and can be stopped.
class PlanDialog : public QDialog
{
    Q_OBJECT

public:
    PlanDialog(Session& session, ByteUnit unit, QWidget* parent = nullptr);
    ~PlanDialog() override;

    QSpinBox& gpus() { return *m_gpus; }
    QSpinBox& globalBatch() { return *m_globalBatch; }
    QComboBox& device() { return *m_device; }
    QPushButton& searchButton() { return *m_search; }
    QPushButton& useButton() { return *m_use; }
    QTableWidget& table() { return *m_table; }
    QLabel& summary() { return *m_summary; }

signals:
    void scenarioChosen(const plimsoll::Scenario& scenario, const QString& what);

private:
    void layOut();
    void fillDevices();
    void searchOrStop();
    void finish(const Result<LayoutPlan>& plan);
    void showLayouts();
    void hideUnusedColumns();
    void apply(int row);
    void join();

    Session& m_session;
    ByteUnit m_unit;
    QSpinBox* m_gpus;
    QSpinBox* m_globalBatch;
    QComboBox* m_device;
    QPushButton* m_search;
    QPushButton* m_use;
    QLabel* m_summary;
    QTableWidget* m_table;
    LayoutPlan m_plan;
    Device m_searched; // the device of the search
    std::thread m_worker;
    std::atomic<bool> m_stop = false;
};

} // namespace plimsoll::ui
