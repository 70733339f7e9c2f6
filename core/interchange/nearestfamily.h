// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "model/family.h"

namespace plimsoll {

// The family whose code comes nearest to that of a model type without code here, by the fields its config.json has.
Family nearestFamily(const JsonObjectReader& config);

} // namespace plimsoll
