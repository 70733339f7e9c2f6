// SPDX-License-Identifier: GPL-3.0-or-later
// Costs in words are those of mechanics and measurements named in tests/data/README.md.
#include "scenario/choices.h"

#include <array>

namespace plimsoll {

template <>
std::span<const Choice> choices<Norm>()
{
    static constexpr std::array<Choice, 2> table{{
        {"layer", "layer norm", ""},
        {"rms", "RMS norm", "keeps one number a token instead of two"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Activation>()
{
    static constexpr std::array<Choice, 3> table{{
        {"gelu", "GELU", "keeps its input for backward"},
        {"relu", "ReLU", "keeps its result for backward"},
        {"silu", "SiLU", "keeps its input for backward"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Positional>()
{
    static constexpr std::array<Choice, 3> table{{
        {"none", "none", ""},
        {"learned", "learned", "a weight for each position"},
        {"rope", "rotary", "queries and keys are turned, a copy each"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Stack>()
{
    static constexpr std::array<Choice, 6> table{{
        {"pytorch", "plain PyTorch", ""},
        {"hf", "transformers", ""},
        {"torchtune", "torchtune", ""},
        {"megatron", "Megatron-LM", ""},
        {"litgpt", "LitGPT", ""},
        {"nanotron", "nanotron", ""},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Method>()
{
    static constexpr std::array<Choice, 3> table{{
        {"full", "full fine-tuning", "gradients and states for every weight"},
        {"lora", "LoRA", "trains small matrices beside frozen weights"},
        {"qlora", "QLoRA", "frozen weights in 4 or 8 bits, unpacked for each product"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<QuantizationFormat>()
{
    static constexpr std::array<Choice, 4> table{{
        {"nf4-double", "NF4, scales packed too", "0.52 bytes a weight"},
        {"nf4", "NF4", "0.56 bytes a weight"},
        {"int8", "LLM.int8", "1 byte a weight; inputs of frozen layers stay, checkpointed or not"},
        {"gptq-int4", "GPTQ, 4 bits", "0.52 bytes a weight; a checkpoint quantized before, with data"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Widened>()
{
    static constexpr std::array<Choice, 3> table{{
        {"true", "all", "embeddings and head twice as wide, and with them what passes between blocks"},
        {"false", "none", "norms lose digits"},
        {"norms", "norms only", "what passes between blocks is twice as wide"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Precision>()
{
    static constexpr std::array<Choice, 8> table{{
        {"bf16-autocast", "bf16 autocast", "fp32 weights and states; narrow copies of weights"},
        {"fp32", "fp32", "activations twice as wide, matrix products slower"},
        {"fp16-autocast", "fp16 autocast", "as bf16 autocast, and losses must be scaled"},
        {"bf16", "bf16", "weights and states lose digits"},
        {"bf16-master", "bf16, fp32 masters", "weights twice, in bf16 and fp32; gradients twice during the step"},
        {"bf16-master-fp32-grad", "bf16, fp32 masters and gradients",
         "18 bytes a weight, and bf16 gradients in backward"},
        {"fp16-master", "fp16, fp32 masters", "as bf16 with fp32 masters, and losses must be scaled"},
        {"fp8", "fp8 products", "faster from H100 on; saves no memory: weights stay fp32"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Optimizer>()
{
    static constexpr std::array<Choice, 16> table{{
        {"adamw", "AdamW", "two states a weight"},
        {"adam-amsgrad", "Adam with AMSGrad", "three states a weight"},
        {"sgd", "SGD", "no states; needs more steps on transformers"},
        {"sgd-momentum", "SGD with momentum", "one state a weight; needs more steps on transformers"},
        {"rmsprop", "RMSprop", "one state a weight; no momentum"},
        {"adagrad", "Adagrad", "one state a weight; its steps only get smaller"},
        {"adafactor", "Adafactor (torch)", "states for rows and columns only; rougher second moments"},
        {"adafactor-hf", "Adafactor (transformers)", "as Adafactor, in fp32: copies of one weight at a time"},
        {"lion", "Lion", "one state a weight; wants a smaller learning rate"},
        {"muon", "Muon", "one state a matrix; five products for each; leaves vectors to another optimizer"},
        {"adamw-8bit", "8-bit AdamW", "states in 2.03 bytes a weight, a little less exact"},
        {"lion-8bit", "8-bit Lion", "states in 1.02 bytes a weight, a little less exact"},
        {"paged-adamw-8bit", "paged 8-bit AdamW", "states that move to the host when the card is full; slower then"},
        {"adamw-4bit", "4-bit AdamW (torchao)", "states in 1.06 bytes a weight, less exact"},
        {"adamw-fp8", "fp8 AdamW (torchao)", "states in 2.03 bytes a weight, a little less exact"},
        {"paged-adamw", "paged AdamW", "fp32 states that move to the host when the card is full; slower then"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<OptimizerKernel>()
{
    static constexpr std::array<Choice, 3> table{{
        {"foreach", "foreach", "one copy of all weights during the step"},
        {"fused", "fused", "no copies during the step"},
        {"for-loop", "for-loop", "copies of one weight at a time; slower"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Attention>()
{
    static constexpr std::array<Choice, 3> table{{
        {"sdpa", "SDPA", "never makes the score matrix"},
        {"eager", "eager", "keeps the score matrix: grows with length squared"},
        {"flash", "flash", "never makes the score matrix, nor a mask"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Kernels>()
{
    static constexpr std::array<Choice, 3> table{{
        {"eager", "eager", "every step of a norm, a rotation or a gate keeps what it needs"},
        {"fused", "fused (Liger)", "norms and gates keep their inputs only; a library more to depend on"},
        {"compiled", "compiled blocks",
         "cheap steps run again in backward; minutes of compiling before the first step"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Checkpointing>()
{
    static constexpr std::array<Choice, 6> table{{
        {"none", "none", "no extra compute; keeps every activation"},
        {"full", "full", "about +33 % compute (+31 % step time measured)"},
        {"selective", "selective", "+16 % compute, every second product kept; Megatron-LM: a few %, attention again"},
        {"every-nth", "every n-th block", "+33 % compute for each block covered"},
        {"sqrt", "√n blocks at a time", "+33 % compute; one segment's blocks are made again together"},
        {"offloaded", "full, offloaded", "+33 % compute; block inputs go to the host and back"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Loss>()
{
    static constexpr std::array<Choice, 5> table{{
        {"logits", "whole logits", "logits of all tokens, in fp32 too"},
        {"chunked", "chunked", "one chunk's gradients at a time; all logits are kept for backward"},
        {"chunked-recompute", "chunked, made again", "one chunk of logits at a time; the head's product runs twice"},
        {"fused-linear", "fused with the head (Liger)", "never all logits; the head's gradient is made in forward"},
        {"cut", "cut cross entropy", "no logits at all; the head's product runs twice; bf16 models only"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<Segments>()
{
    static constexpr std::array<Choice, 2> table{{
        {"default", "default", "segments of fixed size: what fits into none of their gaps takes a new one"},
        {"expandable", "expandable segments",
         "a little slower to grow; gaps are mapped anew, so little is left unused"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<DataParallel>()
{
    static constexpr std::array<Choice, 8> table{{
        {"none", "none", ""},
        {"ddp", "DDP", "each GPU holds all; gradients are copied to buckets, which stay"},
        {"zero1", "ZeRO 1", "DeepSpeed spreads fp32 weights and states; gradients are whole until backward ends"},
        {"zero2", "ZeRO 2", "DeepSpeed spreads gradients too, reduced in buckets as backward runs"},
        {"zero3", "ZeRO 3", "DeepSpeed spreads weights too, and gathers each module's as it runs"},
        {"fsdp", "FSDP2", "weights, gradients and states are spread; weights are gathered block by block"},
        {"hsdp", "HSDP", "as FSDP2 within groups of GPUs, which hold the same"},
        {"fsdp1", "FSDP1", "as FSDP2; a block's weights are one, so that frozen ones get gradients beside others"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<FlatSharding>()
{
    static constexpr std::array<Choice, 2> table{{
        {"full", "all", "weights are gathered block by block"},
        {"none", "nothing", "each GPU holds all, as with DDP; narrow weights are made block by block"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<ReduceType>()
{
    static constexpr std::array<Choice, 2> table{{
        {"fp32", "fp32", "exact sums; buffers twice as wide"},
        {"bf16", "bf16", "sums over GPUs lose digits"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<ParameterOffload>()
{
    static constexpr std::array<Choice, 2> table{{
        {"none", "none", ""},
        {"cpu", "to the host", "weights come over PCIe block by block; the optimizer steps on the CPU"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<PipelineSchedule>()
{
    static constexpr std::array<Choice, 5> table{{
        {"1f1b", "1F1B", "stages wait at the start and the end of a step; the first holds the most micro-batches"},
        {"gpipe", "GPipe", "every stage holds all micro-batches' activations and, at the end, logits"},
        {"interleaved", "interleaved 1F1B", "stages wait less; more micro-batches in flight, and more sending"},
        {"zero-bubble", "zero bubble", "stages hardly wait; each holds as many micro-batches as there are stages"},
        {"zbv", "zero bubble in a V", "stages hardly wait; each has two parts, and sends more"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<MegatronLayers>()
{
    static constexpr std::array<Choice, 2> table{{
        {"transformer_engine", "Transformer Engine", "a library more; norms run with the products after them"},
        {"local", "Megatron's own", "one buffer stays as large as the largest score matrix or gathered sequence"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<MegatronLoss>()
{
    static constexpr std::array<Choice, 3> table{{
        {"plain", "plain", "logits in fp32 beside narrow ones"},
        {"native", "fused by Megatron", "logits in fp32 beside narrow ones; their gradient is narrow at once"},
        {"te", "fused by Transformer Engine", "the gradient takes the logits' place; sums lose digits"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<RecomputeMethod>()
{
    static constexpr std::array<Choice, 2> table{{
        {"uniform", "uniform", "all layers run again, so many at a time"},
        {"block", "block", "the first layers of each stage run again, the others keep everything"},
    }};
    return table;
}

template <>
std::span<const Choice> choices<ContextExchange>()
{
    static constexpr std::array<Choice, 2> table{{
        {"p2p", "ring", "keys and values of all parts pass through each GPU, a buffer for each"},
        {"a2a", "all to all", "heads are spread for the time of attention; its result is kept twice"},
    }};
    return table;
}

} // namespace plimsoll
