// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "scenario/megatronplan.h"

namespace plimsoll {

// The scenario file's "training.megatron".
void readMegatron(JsonObjectReader reader, MegatronPlan& plan);

} // namespace plimsoll
