// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/estimate.h"

#include "base/format.h"
#include "memory/allocatorreplay.h"
#include "memory/cardcheck.h"
#include "memory/ledger.h"
#include "memory/overheads.h"
#include "memory/recipenotes.h"
#include "memory/sizecheck.h"
#include "memory/stages.h"
#include "memory/stepcost.h"
#include "memory/timeline.h"
#include "memory/uncertainty.h"
#include "memory/verdict.h"
#include "step/gputraits.h"
#include "step/recordedlayers.h"
#include "step/trainingloop.h"

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

namespace plimsoll {

namespace {

constexpr std::string_view referenceDevice = "h100-sxm5-80gb"; // its context counts where no device is asked for

std::vector<PhaseFigure> phaseFigures(const Timeline& timeline)
{
    std::vector<PhaseFigure> figures;
    for (Phase phase : {Phase::Forward, Phase::Loss, Phase::Backward, Phase::OptimizerStep}) {
        std::optional<Bytes> peak = timeline.phasePeaks[static_cast<std::size_t>(phase)];
        if (phase == Phase::Forward)
            peak = std::max(peak, timeline.phasePeaks[static_cast<std::size_t>(Phase::Loss)]);
        if (peak)
            figures.push_back({phase, *peak});
    }
    return figures;
}

const Device& reference()
{
    return *findDevice(referenceDevice);
}

void noteSpread(const Scenario& scenario, Estimate& estimate)
{
    if (scenario.parallelism.gpus < 2)
        return;
    if (scenario.training.stack == Stack::Megatron || scenario.training.stack == Stack::Nanotron) {
        estimate.assumptions.emplace_back("Figures are of one GPU, the first of its stage; batches are of each.");
        if (!estimate.stages.empty())
            estimate.assumptions.push_back(stageNote(scenario, estimate.stage));
        if (!scenario.memory.communicators)
            estimate.assumptions.emplace_back(communicatorSource);
        return;
    }
    estimate.assumptions.emplace_back(
        "Figures are of one GPU, the first; batches are of each. Its buffers are those of PyTorch 2.15.");
    if (!estimate.stages.empty())
        estimate.assumptions.push_back(stageNote(scenario, estimate.stage));
    if (scenario.parallelism.tensor > 1)
        estimate.assumptions.emplace_back(
            "Layers are split as torchtitan splits a Llama block, with the logits and their loss; parameters are "
            "counted whole.");
    if (!scenario.memory.communicators)
        estimate.assumptions.emplace_back(communicatorSource);
    if (scenario.parallelism.isSharded())
        estimate.assumptions.emplace_back(
            scenario.parallelism.isFlat()
                ? "The model is whole on the host only: loading counts on the card once it is spread. Blocks are "
                  "wrapped by FullyShardedDataParallel, and what is left over is in the model's own flat parameter."
                : "The model is whole on the host only: loading counts on the card once it is spread. Blocks are "
                  "units of fully_shard, and what is left over is the model's own.");
    if (scenario.parallelism.zeroStage() > 0)
        estimate.assumptions.emplace_back(
            "ZeRO is DeepSpeed 0.19's: what it sums in buckets, widens for a norm or gathers ahead is counted as "
            "its code takes it. Its first GPU holds the embedding's part.");
    if (scenario.parallelism.zeroStage() == 3)
        estimate.assumptions.emplace_back(
            "Weights are spread as they are loaded (zero.Init), so that loading does not set the peak.");
}

// Capacities of the devices that have any left; the others need no simulation.
std::vector<Bytes> capacitiesOf(std::span<const Device> devices, const MemoryPlan& plan)
{
    std::vector<Bytes> capacities;
    for (const Device& device : devices)
        capacities.push_back(capacityFor(device, plan).value_or(Bytes()));
    return capacities;
}

// What the allocator is fed with; nothing where there are too many layers. Where many layers are recorded, since none
// stand for others, that takes longer than all else, and both recordings are made at once.
std::future<StepProgram> recordFirstSteps(const Scenario& scenario, const step::GpuTraits& gpu)
{
    constexpr std::int64_t fewLayers = 12; // are recorded before a thread has begun
    if (scenario.model.layers > mostLayersSimulated)
        return {};
    const bool isLong = step::layerPlan(scenario, step::Recording::FirstSteps).recorded > fewLayers;
    return std::async(isLong ? std::launch::async | std::launch::deferred : std::launch::deferred,
                      [&scenario, &gpu] { return firstSteps(scenario, gpu); });
}

// Allocated and reserved bytes and how the run goes on each device: simulated, or where there are too many layers the
// requested ones.
void countBlocks(const Scenario& scenario, const MemoryPlan& plan, std::future<StepProgram> recorded,
                 std::span<const Device> devices, Estimate& estimate)
{
    if (!recorded.valid()) {
        estimate.peak.allocated = estimate.peak.requested;
        estimate.reserved = {estimate.peak.requested, estimate.peak.requested, estimate.peak.requested};
        estimate.assumptions.emplace_back("Allocated and reserved bytes are taken equal to the requested ones: the "
                                          "caching allocator is simulated up to 1,024 layers.");
        for (const Device& device : devices)
            estimate.devices.push_back(judge(estimate.reserved, plan, device));
        return;
    }
    const StepProgram program = recorded.get();
    const AllocatorReplay replay = replayThroughAllocator(program, plan.allocator, capacitiesOf(devices, plan));
    const AllocatorFigures& figures = replay.figures;
    estimate.peak.allocated = figures.peakAllocated;
    estimate.resident = figures.resident;
    estimate.reserved = reservedBand(figures.reservedPeak, figures.peakAllocated, scenario);
    for (std::size_t i = 0; i < devices.size(); ++i)
        estimate.devices.push_back(
            judge(estimate.reserved, figures.peakAllocated, plan, devices[i], replay.cards[i], program));
    estimate.assumptions.emplace_back(
        "Reserved bytes are those of PyTorch's caching allocator, simulated through three "
        "steps; on a card that is too small for them, cached segments are given back.");
    if (figures.firstStepRequested > estimate.peak.requested)
        estimate.warnings.push_back("The first step peaks higher than those after it: "
                                    + formatBytes(figures.firstStepRequested) + " requested.");
}

void readTimeline(const Scenario& scenario, const StepProgram& program, const Timeline& timeline, Estimate& estimate)
{
    estimate.host = Bytes(program.hostBytes);
    estimate.hostPinned = Bytes(program.hostPinnedBytes);
    estimate.hostOfNode = Bytes(program.hostBytes * std::min(scenario.parallelism.gpus, gpusOfNode));
    estimate.parameters = {program.parameters, program.trainable, program.parameters};
    estimate.alive = aliveAt(program, timeline.peakMoment);
    estimate.lineItems = ledger(scenario, timeline, estimate.alive, estimate.parameters);
    estimate.phases = phaseFigures(timeline);
    estimate.resident = timeline.resident;
    estimate.peak.phase = timeline.peakPhase == Phase::Loss ? Phase::Forward : timeline.peakPhase;
    estimate.peak.operation = operationAt(program, timeline.peakMoment);
    estimate.peak.requested = timeline.peak;
}

// Of the first device asked for.
void addOverheads(const MemoryPlan& plan, std::span<const Device> devices, Estimate& estimate)
{
    const Device& device = devices.empty() ? reference() : devices.front();
    estimate.overheads = overheadsOn(device, plan);
    estimate.totalBand = totalBand(estimate.reserved, estimate.overheads, device, plan);
    estimate.total = estimate.totalBand.expected;
}

std::string setting(const SoftwarePlan& software, std::string_view capability)
{
    const bool usual = capability == reference().computeCapability;
    const std::string card = usual ? "an H100 (sm_90)" : "a card of compute capability " + std::string(capability);
    return "Figures are of a steady step, the third, of PyTorch " + software.torch + " on " + card
        + ": a card's generation decides how much scratch its kernels take.";
}

Error tooLarge()
{
    Error error;
    error.path = "model.layers";
    error.expected = "sizes whose memory stays below 2^63 bytes";
    return error;
}

} // namespace

Result<Estimate> estimate(const Scenario& scenario, std::span<const Device> devices)
{
    if (const std::optional<Error> error = checkSizes(scenario))
        return *error;
    if (const std::optional<Error> error = checkTargets(scenario))
        return *error;

    const std::string_view capability = capabilityOf(devices);
    const step::GpuTraits gpu = step::traitsOf(capability);
    Estimate estimate;
    estimate.stages = stageFigures(scenario, gpu);
    estimate.stage = shownStage(scenario, estimate.stages);
    Scenario ofStage = scenario;
    if (!estimate.stages.empty())
        ofStage.parallelism.stage = estimate.stage;
    std::future<StepProgram> first = recordFirstSteps(ofStage, gpu);
    const StepProgram program = step::record(ofStage, gpu, step::Recording::SteadyStep);
    const Timeline timeline = replay(program);
    if (timeline.peak.isSaturated())
        return tooLarge();

    estimate.scenario = scenario;
    estimate.computeCapability = capability;
    estimate.recomputeFactor = recomputeFactor(scenario);
    if (scenario.training.kernels == Kernels::Compiled)
        estimate.assumptions.emplace_back(
            "Compiled blocks: what they keep for backward is found as PyTorch's partitioner "
            "finds it; in which order their kernels run, and what those hold for a moment, "
            "is estimated: against counted runs the peak is within 2 %. Compiling itself "
            "is left out.");
    estimate.assumptions.push_back(setting(scenario.software, capability));
    for (std::string& note : softwareNotes(scenario.software))
        estimate.assumptions.push_back(std::move(note));
    for (std::string& note : recipeNotes(scenario.training))
        estimate.assumptions.push_back(std::move(note));
    noteSpread(scenario, estimate);
    readTimeline(scenario, program, timeline, estimate);
    if (!estimate.stages.empty())
        estimate.parameters = countOfAll(scenario, estimate.stages);
    const MemoryPlan plan = withCommunicators(scenario);
    countBlocks(ofStage, plan, std::move(first), devices, estimate);
    addOverheads(plan, devices, estimate);
    return estimate;
}

} // namespace plimsoll
