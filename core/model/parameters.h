// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"

#include <cstdint>

namespace plimsoll {

// Parameters of the plain decoder by its closed form, for labels and as a cross-check of the recorded model; sticks at
// 2^63 - 1. 0 for other families, whose code is counted by recording it.
std::int64_t plainParameterCount(const ModelSpec& model);

} // namespace plimsoll
