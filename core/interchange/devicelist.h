// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "memory/device.h"

#include <span>
#include <string>

namespace plimsoll {

// Aligned columns: id, name, what the framework can use, class, year, and where the figure comes from.
std::string deviceListText(std::span<const Device> devices, ByteUnit unit);

// An array of objects; sizes in bytes.
std::string deviceListJson(std::span<const Device> devices);

} // namespace plimsoll
