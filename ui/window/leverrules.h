// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <string>
#include <vector>

// What the lever table says in functions.
namespace plimsoll::ui::rules {

// What the sliders stop at. Those of choices go from the most bytes to the fewest.
std::vector<double> sizeStops(const Scenario& scenario);
std::vector<double> batchStops(const Scenario& scenario);
std::vector<double> sequenceStops(const Scenario& scenario);
std::vector<double> precisionStops(const Scenario& scenario);
std::vector<double> optimizerStops(const Scenario& scenario);
std::vector<double> checkpointingStops(const Scenario& scenario);

// Where one field follows from another: heads that filled the hidden size still do, as far as they divide it.
void writeHidden(Scenario& scenario, double value);
void writeHeads(Scenario& scenario, double value);
void writeCheckpointing(Scenario& scenario, double value);

// The model itself, with what follows from it.
void copyModel(Scenario& scenario, const Scenario& from);

// More than one GPU where weights or gradients are spread, one where nothing is; groups that divide them.
void writeData(Scenario& scenario, double value);
void writeOffload(Scenario& scenario, double value);
void writeOffloadOfStates(Scenario& scenario, double value);
double readOverlap(const Scenario& scenario);
void writeOverlap(Scenario& scenario, double value);
void writeTensor(Scenario& scenario, double value);
void writePipeline(Scenario& scenario, double value);

// Below zero: the stage that needs most.
double readStage(const Scenario& scenario);
void writeStage(Scenario& scenario, double value);

// Below zero: unlimited.
double readSplitSize(const Scenario& scenario);
void writeSplitSize(Scenario& scenario, double value);

// Below zero: none.
double readWindow(const Scenario& scenario);
void writeWindow(Scenario& scenario, double value);

// Names between commas.
std::string readTargets(const Scenario& scenario);
void writeTargets(Scenario& scenario, const std::string& text);

// Why a lever has no effect in the scenario, for translation in the context "Lever"; null where it has one.
const char* needsEveryNth(const Scenario& scenario);
const char* needsCheckpointing(const Scenario& scenario);
const char* needsPlainDecoder(const Scenario& scenario);
const char* needsLearnedPositions(const Scenario& scenario);
const char* needsDropout(const Scenario& scenario);
const char* needsConfigModel(const Scenario& scenario);
const char* needsExperts(const Scenario& scenario);
const char* needsLatent(const Scenario& scenario);
const char* needsWindow(const Scenario& scenario);
const char* needsBranchDropout(const Scenario& scenario);
const char* needsEncoder(const Scenario& scenario);
const char* needsConfig(const Scenario& scenario);
const char* needsBf16(const Scenario& scenario);
const char* needsAdapters(const Scenario& scenario);
const char* needsTensor(const Scenario& scenario);
const char* needsPipeline(const Scenario& scenario);
const char* needsDdp(const Scenario& scenario);
const char* needsHsdp(const Scenario& scenario);
const char* needsFlat(const Scenario& scenario);
const char* needsShards(const Scenario& scenario);
const char* needsUnits(const Scenario& scenario);
const char* needsZero(const Scenario& scenario);
const char* needsZero3(const Scenario& scenario);
const char* needsSpreadWeights(const Scenario& scenario);
const char* needsSpreadStates(const Scenario& scenario);
const char* needsSeveralGpus(const Scenario& scenario);
const char* needsTransformers(const Scenario& scenario);
const char* needsQuantization(const Scenario& scenario);
const char* needsGptq(const Scenario& scenario);
const char* needsTorchtune(const Scenario& scenario);
const char* needsLitgpt(const Scenario& scenario);
const char* needsFourBits(const Scenario& scenario);
const char* needsKernel(const Scenario& scenario);
const char* needsFusedKernels(const Scenario& scenario);
const char* needsOpenHead(const Scenario& scenario);
const char* needsChunkedLoss(const Scenario& scenario);

} // namespace plimsoll::ui::rules
