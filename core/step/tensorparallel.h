// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/parallelplan.h"
#include "step/tensor.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace plimsoll::step {

// What tensor parallelism does with a module (torch.distributed.tensor.parallel's styles).
enum class TensorStyle {
    Whole,    // nothing
    Columns,  // ColwiseParallel: outputs are split, and stay so
    Logits,   // the same for the head, whose result stays a DTensor
    Rows,     // RowwiseParallel: inputs are split; what each GPU makes is summed
    Norm,     // SequenceParallel, or with every GPU reading the whole sequence
    HeadNorm, // SequenceParallel over heads, of which each GPU has its own
};

// One GPU's place in a group over which each layer is split, and how a module's call enters and leaves it.
struct TensorParallel
{
    std::int64_t gpus = 1;
    bool sequence = false; // between the split layers each GPU has its share of the sequence
    TensorStyle style = TensorStyle::Whole;

    bool isOn() const { return gpus > 1; }
    // As torchtitan's plan for a Llama block has it, by the module's name.
    TensorParallel of(std::string_view module) const;
    // What a split layer of so many rows or columns has of them here: the first GPU's share is the largest.
    std::int64_t share(std::int64_t all) const { return (all + gpus - 1) / gpus; }

    // What a module reads, and what it returns.
    Tensor entering(Tensor x) const;
    Tensor leaving(Tensor y) const;
    // PrepareModuleInput: attention and MLP read the whole sequence.
    Tensor wholeSequence(Tensor x) const;
    // A sum of which each GPU has made a part.
    Tensor summed(Tensor part) const;
};

TensorParallel tensorParallelOf(const ParallelPlan& plan);

// A module's parameters to be split once the model is there.
struct PlannedSplit
{
    TensorStyle style = TensorStyle::Whole;
    Tensor weight;
    Tensor bias;
    bool isEmbedding = false;
    bool isTied = false; // the head made a share of its own, which goes
};

// parallelize_module over blocks, embedding and head, in that order.
void splitParameters(const TensorParallel& spread, const std::vector<PlannedSplit>& planned);

// The gradient as an optimizer's operation or FSDP's wants it: a copy where it does not lie as its parameter does.
Tensor laidOutGradient(const Tensor& parameter, DType dtype);

} // namespace plimsoll::step
