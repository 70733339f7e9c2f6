// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/actions.h"
#include "window/recovery.h"
#include "window/session.h"
#include "window/windowsettings.h"

#include <QMainWindow>

class QSettings;
class QSplitter;

namespace plimsoll::ui {

class AdvicePanel;
class ChartView;
class DevicePicker;
class Docks;
class Exports;
class FileChooser;
class Filing;
class Incoming;
class LedgerTable;
class LeverPanel;
class MessageStrip;
class Pins;
class RecoveryStrip;
class VerdictBar;
class ViewTabs;

// The window of design §7: levers, verdict, chart and ledger of one session.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // The settings and the chooser outlive the window. Unsaved work is kept in the recovery folder, where one is given.
    MainWindow(QSettings& settings, FileChooser& chooser, const QString& recoveryFolder = {},
               Estimator estimator = &checkedEstimate);
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
    AdvicePanel& advice();
    DevicePicker& devicePicker();
    Recovery& recovery() { return m_recovery; }
    RecoveryStrip& recoveryStrip() { return *m_recoveryStrip; }
    ByteUnit unit() const { return m_unit; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
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
    void setUnit(ByteUnit unit);
    void setTheme(ThemeChoice choice);
    void applyTheme();
    void resetAll();

    QSettings& m_settings;
    Session m_session;
    Filing* m_filing;
    Recovery m_recovery; // goes before the session does
    Actions* m_actions;
    LeverPanel* m_levers;
    VerdictBar* m_verdict;
    MessageStrip* m_messages;
    RecoveryStrip* m_recoveryStrip;
    ViewTabs* m_views;
    LedgerTable* m_ledger;
    Pins* m_pins;
    Docks* m_docks;
    Exports* m_exports;
    Incoming* m_incoming;
    QSplitter* m_columns;
    QSplitter* m_rows;
    ByteUnit m_unit = ByteUnit::GB;
    ThemeChoice m_theme = ThemeChoice::System;
};

} // namespace plimsoll::ui
