// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "memory/device.h"
#include "memory/lineitem.h"
#include "scenario/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plimsoll {

// A kind of tensor alive at the peak moment, the same in every layer: "mlp.up: linear, 20 × 209.7 MB".
struct LiveTensors
{
    LineItem item = LineItem::Activations;
    std::string name; // where and by which operation it was made
    std::int64_t count = 0;
    Bytes bytes; // all of them together
};

// One row of the ledger.
struct LineItemFigure
{
    LineItem item = LineItem::Weights;
    Bytes inFull;            // the item's own highest point in the step
    Bytes atPeak;            // what of it is alive at the peak moment
    std::string formula;     // "parameters × 4 B"
    std::string substituted; // "1,011,266,536 × 4 B"
};

struct PhaseFigure
{
    Phase phase = Phase::Forward;
    Bytes peak; // requested bytes, at the phase's highest point; forward includes the loss, as PyTorch users measure it
};

struct Peak
{
    Phase phase = Phase::Forward; // forward, backward or optimizer step
    std::string operation;        // "linear, backward (head)"
    Bytes requested;              // live tensors, exact
    Bytes allocated;              // as torch.cuda.max_memory_allocated() counts them
};

// What one of a pipeline's stages needs by itself.
struct StageFigure
{
    std::int64_t stage = 0;
    std::int64_t layers = 0;
    std::int64_t parameters = 0;
    std::int64_t inFlight = 0; // micro-batches it holds at most
    Peak peak;                 // requested; allocated bytes are simulated for the stage that is shown only
};

// Expected, and the range that holds the true value in 19 of 20 cases.
struct Band
{
    Bytes expected;
    Bytes low;
    Bytes high;
};

// What a device needs beside the caching allocator's segments.
struct Overheads
{
    Bytes context;
    Bytes communicator;
    Bytes dataPipeline;
    Bytes other;

    Bytes total() const { return context + communicator + dataPipeline + other; }
};

enum class Verdict { Fits, Tight, Oom };

std::string_view id(Verdict verdict); // "fits", "tight", "oom"

// The request that fails on a full card, after cached segments have been given back in vain.
struct OutOfMemory
{
    std::string tensor; // where and by which operation it would have been made
    Bytes bytes;
    Phase phase = Phase::Load;
    int step = 1;    // in which of the run's first three steps
    Bytes allocated; // by PyTorch then
    Bytes reserved;
};

struct DeviceVerdict
{
    Device device;
    Overheads overheads; // the context depends on the device
    Bytes total;         // reserved + overheads: what must fit
    Bytes headroom;      // usable − total; negative where it does not fit
    double usedFraction = 0;
    Verdict verdict = Verdict::Fits;
    bool releasesCache = false; // fits because PyTorch gives cached segments back, which costs time
    double probability = 1;     // that it fits, given how sure reserved bytes and context are
    std::optional<OutOfMemory> oom;
};

struct ParameterCount
{
    std::int64_t total = 0;
    std::int64_t trainable = 0;
    std::int64_t active = 0; // used for one token
};

// Everything known about a scenario's memory. Every view, table, export and message renders this object.
struct Estimate
{
    Scenario scenario;
    ParameterCount parameters;
    std::array<LineItemFigure, lineItemCount> lineItems; // in LineItem's order; atPeak sums to peak.requested
    std::vector<LiveTensors> alive;                      // at the peak moment, largest first
    std::vector<PhaseFigure> phases;
    Bytes resident; // allocated between steps
    Peak peak;
    Band reserved;
    Overheads overheads;             // of the first device, or of the reference generation where none is asked for
    Bytes total;                     // reserved + overheads
    std::vector<StageFigure> stages; // of a pipeline
    std::int64_t stage = 0;          // whose figures the others are
    Bytes host;                      // of tensors that wait in host memory, at most, for each GPU
    Bytes hostPinned;                // of them, what page-locked memory takes
    Bytes hostOfNode;                // what all GPUs of one machine take there
    std::string computeCapability;   // whose kernels' scratch is counted: the devices', where they are of one
    double recomputeFactor = 1.0;    // forward and backward work against no checkpointing
    Band totalBand;                  // the same with what is not certain about either
    std::vector<DeviceVerdict> devices;
    std::vector<std::string> assumptions;
    std::vector<std::string> warnings;
};

// Records the scenario's step, replays it and reads everything off the replay.
// An error where a size passes what can be counted; it names the input.
Result<Estimate> estimate(const Scenario& scenario, std::span<const Device> devices = {});

} // namespace plimsoll
