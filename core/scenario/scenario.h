// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "model/modelspec.h"
#include "scenario/allocatorsettings.h"
#include "scenario/parallelplan.h"
#include "scenario/software.h"
#include "scenario/trainingplan.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

// What stands on the card beside the framework's tensors (the scenario file's "memory").
struct MemoryPlan
{
    AllocatorSettings allocator;
    std::optional<Bytes> context;       // CUDA context; unset: by the device's generation
    std::optional<Bytes> communicators; // NCCL's buffers; unset: by the number of GPUs
    Bytes dataPipeline;                 // batches prefetched to the card
    Bytes other;                        // display and other processes
    double tightAbove = 0.90;           // fraction of the usable bytes above which a fit is called tight

    bool operator==(const MemoryPlan&) const = default;
};

// Everything the user chose, without the hardware. A value: copy it, compare it, keep it for undo.
struct Scenario
{
    std::string name;
    ModelSpec model;
    TrainingPlan training;
    ParallelPlan parallelism;
    MemoryPlan memory;
    SoftwarePlan software;

    bool operator==(const Scenario&) const = default;
};

// The worked example: row seed-000 of tests/data/runs.jsonl.
Scenario workedExample();

// The scenario in words, for titles: "1.01B · batch 256 × 100 · bf16 autocast · AdamW · no checkpointing".
std::string inWords(const Scenario& scenario);

} // namespace plimsoll
