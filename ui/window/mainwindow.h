// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/actions.h"
#include "window/session.h"
#include "window/windowsettings.h"

#include <QMainWindow>

class QDockWidget;
class QSettings;
class QSplitter;

namespace plimsoll::ui {

class AdvicePanel;
class ChartView;
struct ChartOptions;
class DevicePicker;
class FileChooser;
class Filing;
class LedgerTable;
class LeverPanel;
class MessageStrip;
class Pins;
class VerdictBar;
class ViewTabs;

// The window of design §7: levers, verdict, chart and ledger of one session.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // The settings and the chooser outlive the window.
    MainWindow(QSettings& settings, FileChooser& chooser, Estimator estimator = &checkedEstimate);
    ~MainWindow() override;

    // Opens a scenario file in place of the worked example.
    void openFile(const QString& path);

    Session& session() { return m_session; }
    Filing& filing() { return *m_filing; }
    QAction& action(ActionId id) { return (*m_actions)[id]; }
    LeverPanel& leverPanel() { return *m_levers; }
    ViewTabs& viewTabs() { return *m_views; }
    ChartView& chart();
    LedgerTable& ledger() { return *m_ledger; }
    VerdictBar& verdict() { return *m_verdict; }
    MessageStrip& messages() { return *m_messages; }
    Pins& pins() { return *m_pins; }
    AdvicePanel& advice() { return *m_advice; }
    DevicePicker& devicePicker() { return *m_devices; }
    ByteUnit unit() const { return m_unit; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
    void addDevicePicker();
    void addAdvice();
    void connectSession();
    void connectFiling();
    void connectActions();
    void connectViewActions();
    void connectPins();
    void linkSelections();
    void takeScenario(const QString& from, const Scenario& scenario, const QString& what);
    void restore(const WindowSettings& values);
    void remember();

    void showEstimate(const Estimate& estimate);
    void showRefusal(const Error& error);
    void showTitle();
    void showRecentFiles();
    void setUnit(ByteUnit unit);
    void setTheme(ThemeChoice choice);
    void applyTheme();

    ChartOptions chartOptions() const;
    void openExportDialog();
    void copyChart();
    void resetAll();

    QSettings& m_settings;
    FileChooser& m_chooser;
    Session m_session;
    Filing* m_filing;
    Actions* m_actions;
    QMenu* m_recentMenu;
    LeverPanel* m_levers;
    VerdictBar* m_verdict;
    MessageStrip* m_messages;
    ViewTabs* m_views;
    LedgerTable* m_ledger;
    DevicePicker* m_devices;
    QDockWidget* m_deviceDock;
    Pins* m_pins;
    AdvicePanel* m_advice;
    QDockWidget* m_adviceDock;
    QSplitter* m_columns;
    QSplitter* m_rows;
    ByteUnit m_unit = ByteUnit::GB;
    ThemeChoice m_theme = ThemeChoice::System;
};

} // namespace plimsoll::ui
