// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"
#include "step/kernels.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

// What each of the pipeline's stages needs; none where there is no pipeline.
std::vector<StageFigure> stageFigures(const Scenario& scenario, const step::GpuTraits& gpu);

// Those of which one needs most. A later stage has no more layers than those before it and holds no more micro-batches:
// it is the first, with the embedding, the second, which is the first that receives activations, or the last, with the
// head. Where backward is split, later stages hold more of what is half done, and all are looked at. What is left is
// not looked at after one that requests more than there is room for. first: what the first stage requests at its peak,
// where that is known.
std::vector<StageFigure> neediestStages(const Scenario& scenario, const step::GpuTraits& gpu, Bytes room,
                                        std::optional<Bytes> first = std::nullopt);

// The stage whose figures are shown: the one asked for, else the one that needs most.
std::int64_t shownStage(const Scenario& scenario, const std::vector<StageFigure>& stages);

// Parameters of the whole model: a tied matrix, which both ends hold, counts once.
ParameterCount countOfAll(const Scenario& scenario, const std::vector<StageFigure>& stages);

std::string stageNote(const Scenario& scenario, std::int64_t stage);

} // namespace plimsoll
