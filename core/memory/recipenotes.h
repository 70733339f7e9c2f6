// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"

#include <string>
#include <vector>

namespace plimsoll {

// Which program of several that go by a recipe's name was followed, a sentence each.
std::vector<std::string> recipeNotes(const TrainingPlan& training);

} // namespace plimsoll
