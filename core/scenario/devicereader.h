// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "memory/device.h"

#include <vector>

namespace plimsoll {

// Reads the field "devices": ids of the catalog, or objects with a device's own figures.
void readDevices(JsonObjectReader& reader, std::vector<Device>& devices, JsonFindings& findings);

} // namespace plimsoll
