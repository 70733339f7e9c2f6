// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace plimsoll {

enum class Stack { PyTorch };
enum class Precision { Bf16Autocast, Fp32, Fp16Autocast, Bf16 };
enum class Optimizer { AdamW, Sgd, SgdMomentum, AdamW8bit };
enum class OptimizerKernel { Foreach, Fused, ForLoop };
enum class Attention { Sdpa, Eager, Flash };
enum class Checkpointing { None, Full, EveryNth };

// How one training step is run, as in the scenario file's "training" (design §4).
struct TrainingPlan
{
    Stack stack = Stack::PyTorch;
    Precision precision = Precision::Bf16Autocast;
    Optimizer optimizer = Optimizer::AdamW;
    OptimizerKernel optimizerKernel = OptimizerKernel::Foreach;
    Attention attention = Attention::Sdpa;
    Checkpointing checkpointing = Checkpointing::None;
    std::int64_t checkpointEvery = 1; // with EveryNth: blocks 0, n, 2n, … are checkpointed
    bool reentrant = false;
    std::int64_t microBatch = 8;
    std::int64_t sequenceLength = 4096; // tokens
    std::int64_t gradientAccumulation = 1;
    bool keepGradients = false; // zero_grad(set_to_none=False): gradients live between steps
    bool keepLogits = false;    // the training loop holds the logits through backward

    bool operator==(const TrainingPlan&) const = default;
};

} // namespace plimsoll
