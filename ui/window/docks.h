// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "scenario/scenario.h"

#include <QObject>

class QAction;
class QDockWidget;
class QMainWindow;

namespace plimsoll {
struct Estimate;
}

namespace plimsoll::ui {

class Actions;
class AdvicePanel;
class DevicePicker;
class Session;

// The panels at the window's edge: which tiers are shown, and advice.
class Docks : public QObject
{
    Q_OBJECT

public:
    Docks(QMainWindow& window, Session& session, Actions& actions);

    DevicePicker& devices() { return *m_devices; }
    AdvicePanel& advice() { return *m_advice; }

    void setEstimate(const Estimate& estimate);
    void setUnit(ByteUnit unit);

signals:
    void scenarioChosen(const plimsoll::Scenario& scenario, const QString& what);

private:
    QDockWidget* add(QMainWindow& window, const QString& name, const QString& title, QWidget* content, QAction& shown);

    DevicePicker* m_devices;
    AdvicePanel* m_advice;
};

} // namespace plimsoll::ui
