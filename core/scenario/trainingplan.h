// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/megatronplan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plimsoll {

enum class Stack { PyTorch, Transformers, Torchtune, Megatron, Litgpt, Nanotron };
enum class Method { Full, Lora, Qlora };
enum class QuantizationFormat { Nf4Double, Nf4, Int8, GptqInt4 };
enum class Precision { Bf16Autocast, Fp32, Fp16Autocast, Bf16, Bf16Master, Bf16MasterFp32Grad, Fp16Master, Fp8 };
enum class Optimizer {
    AdamW,
    AdamAmsgrad,
    Sgd,
    SgdMomentum,
    RmsProp,
    Adagrad,
    Adafactor,
    AdafactorHf,
    Lion,
    Muon,
    AdamW8bit,
    Lion8bit,
    PagedAdamW8bit,
    AdamW4bit,
    AdamWFp8,
    PagedAdamW,
};
enum class OptimizerKernel { Foreach, Fused, ForLoop };
enum class Attention { Sdpa, Eager, Flash };
enum class Kernels { Eager, Fused, Compiled };
enum class Checkpointing { None, Full, Selective, EveryNth, Sqrt, Offloaded };
enum class Loss { Logits, Chunked, ChunkedRecompute, FusedLinear, Cut };

// Low-rank adapters (peft) beside frozen linear layers.
struct LoraPlan
{
    std::int64_t rank = 16;
    std::vector<std::string> targets{"all-linear"}; // or "attention", or names as "q", "down"
    double dropout = 0.0;
    bool fp32Adapters = true; // else in the model's type
    bool dora = false;        // a magnitude for each output beside them
    bool rsLora = false;      // scaled by the square root of the rank; no other memory

    bool operator==(const LoraPlan&) const = default;
};

// Which of the weights that are not packed become fp32.
enum class Widened {
    All, // as peft's prepare_model_for_kbit_training has it
    None,
    Norms, // those of modules with "norm" in their names
};

// What nanotron's configuration chooses beside what all stacks know (the scenario file's "training.nanotron").
struct NanotronPlan
{
    bool asyncCommunication = false; // tp_linear_async_communication

    bool operator==(const NanotronPlan&) const = default;
};

// Frozen weights in 4 or 8 bits.
struct QuantizationPlan
{
    QuantizationFormat format = QuantizationFormat::Nf4Double;
    Widened widened = Widened::All;
    std::int64_t groupSize = 128; // with GPTQ: inputs that share scale and zero; 0: all of a layer

    bool operator==(const QuantizationPlan&) const = default;
};

// Whether fp32 weights stand beside narrow ones, for the optimizer.
constexpr bool hasMasterWeights(Precision precision)
{
    return precision == Precision::Bf16Master || precision == Precision::Bf16MasterFp32Grad
        || precision == Precision::Fp16Master;
}

// How one training step is run, as in the scenario file's "training" (design §4).
struct TrainingPlan
{
    Stack stack = Stack::PyTorch;
    Method method = Method::Full;
    LoraPlan lora;                 // with Lora and Qlora
    QuantizationPlan quantization; // with Qlora
    Precision precision = Precision::Bf16Autocast;
    bool autocastOverBf16 = false; // with Bf16: autocast over weights that are narrow already (HF Trainer's --bf16)
    Optimizer optimizer = Optimizer::AdamW;
    OptimizerKernel optimizerKernel = OptimizerKernel::Foreach;
    bool optimizerInBackward = false; // each parameter is updated as soon as its gradient is whole, which then goes
    Attention attention = Attention::Sdpa;
    Kernels kernels = Kernels::Eager; // fused: Liger's, in place of a family's norms, rotary positions and gates
    Checkpointing checkpointing = Checkpointing::None;
    std::int64_t checkpointEvery = 1; // with EveryNth: blocks 0, n, 2n, … are checkpointed
    bool reentrant = false;
    std::int64_t microBatch = 8;
    std::int64_t sequenceLength = 4096; // tokens
    std::int64_t packedSequences = 1;   // that share each row, told apart by their positions
    std::int64_t gradientAccumulation = 1;
    Loss loss = Loss::Logits;
    std::int64_t lossChunks = 8; // with a chunked loss
    bool keepGradients = false;  // zero_grad(set_to_none=False): gradients live between steps
    bool keepLogits = false;     // the training loop holds the logits through backward
    MegatronPlan megatron;       // with its stack
    NanotronPlan nanotron;       // with its stack

    bool operator==(const TrainingPlan&) const = default;
};

} // namespace plimsoll
