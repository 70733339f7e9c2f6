// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "memory/device.h"
#include "scenario/scenario.h"

#include <span>

namespace plimsoll {

// The scenario as a file would hold it, or why none may: what goes together is said where files are read. The error
// names no file and no place, as there is none that the user has.
Result<Scenario> asFilesHold(const Scenario& scenario, std::span<const Device> devices = {});

} // namespace plimsoll
