// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "model/modelspec.h"

namespace plimsoll {

// Parameters of the plain decoder by its closed form, for labels and as a cross-check of the recorded model.
// 0 for other families, whose code is counted by recording it.
std::int64_t plainParameterCount(const ModelSpec& model);

} // namespace plimsoll
