// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/lever.h"

// The rows of levers(), a table for each group.
namespace plimsoll::ui::tables {

std::span<const Lever> mainLevers();
std::span<const Lever> modelLevers();
std::span<const Lever> configLevers();
std::span<const Lever> methodLevers();
std::span<const Lever> kernelLevers();
std::span<const Lever> trainingLevers();
std::span<const Lever> megatronLevers();
std::span<const Lever> parallelLevers();
std::span<const Lever> memoryLevers();
std::span<const Lever> documentLevers();

} // namespace plimsoll::ui::tables
