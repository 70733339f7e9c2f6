// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "chart/chartinput.h"
#include "memory/device.h"
#include "window/windowtheme.h"

#include <QByteArray>
#include <QStringList>

#include <vector>

class QSettings;

namespace plimsoll::ui {

// What the window remembers from one start to the next.
struct WindowSettings
{
    QByteArray geometry;
    QByteArray state;
    QByteArray columns; // levers beside the rest
    QByteArray rows;    // chart above the ledger
    QStringList recentFiles;
    ByteUnit unit = ByteUnit::GB;
    ThemeChoice theme = ThemeChoice::System;
    bool showLevers = true;
    bool showLedger = true;
    QString file; // that was open last; empty where there was none
    QString view; // by its name
    QStringList openGroups;
    std::vector<PinnedScenario> pins;
    std::vector<Device> devices; // the default tiers where none were chosen
};

WindowSettings readSettings(QSettings& settings);
void writeSettings(const WindowSettings& values, QSettings& settings);

} // namespace plimsoll::ui
