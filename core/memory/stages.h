// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"
#include "step/kernels.h"

#include <string>
#include <vector>

namespace plimsoll {

// What each of the pipeline's stages needs; none where there is no pipeline.
std::vector<StageFigure> stageFigures(const Scenario& scenario, const step::GpuTraits& gpu);

// The stage whose figures are shown: the one asked for, else the one that needs most.
std::int64_t shownStage(const Scenario& scenario, const std::vector<StageFigure>& stages);

// Parameters of the whole model: a tied matrix, which both ends hold, counts once.
ParameterCount countOfAll(const Scenario& scenario, const std::vector<StageFigure>& stages);

std::string stageNote(const Scenario& scenario, std::int64_t stage);

} // namespace plimsoll
