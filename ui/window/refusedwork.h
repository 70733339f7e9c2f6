// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <QJsonObject>

// A scenario that cannot be estimated, kept beside one that can: a scenario file would not be read again.
namespace plimsoll::ui {

// Where its levers stand elsewhere, by their paths, and its model where that is another.
QJsonObject refusedWork(const Scenario& refused, const Scenario& estimated);

// The refused scenario again, as far as the values are ones of its levers.
Scenario withRefusedWork(const Scenario& estimated, const QJsonObject& work);

} // namespace plimsoll::ui
