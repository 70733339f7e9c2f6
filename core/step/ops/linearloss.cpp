// SPDX-License-Identifier: GPL-3.0-or-later
// Head and loss in one: what never makes all logits.
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plimsoll::step {

namespace {

std::int64_t powerOfTwoFrom(std::int64_t n)
{
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

// Sizes of the fused loss: T tokens of h, V words.
struct FusedSizes
{
    FusedSizes(const Tensor& rows, const Tensor& weight, std::int64_t budget)
        : tokens(rows.size(0)),
          hidden(rows.size(1)),
          vocab(weight.size(0)),
          chunk(std::min(powerOfTwoFrom(ceilDiv(tokens, ceilDiv(vocab, budget * hidden))), tokens))
    {
    }

    std::int64_t tokens;
    std::int64_t hidden;
    std::int64_t vocab;
    std::int64_t chunk;
};

// The head's gradient of a chunk is added to what there is: in place by addmm where logits are narrow, else by a
// product of its own.
void addWeightGradient(const Tensor& rows, const Tensor& weight, std::int64_t count, DType logits)
{
    Tape& tape = rows.tape();
    const std::int64_t workspace = tape.gpu().cublasWorkspace;
    if (!isHalf(logits)) {
        const Tensor product = empty(tape, weight.sizes(), logits);
        tape.scratch({workspace});
        return;
    }
    Tensor narrow;
    if (rows.dtype() != logits)
        narrow = empty(tape, {count, rows.size(1)}, logits);
    tape.scratch({workspace});
}

// One chunk where autocast's type is not the operands': casts of both for each product, of the weight itself to the
// context's end.
void castChunk(const Tensor& rows, const Tensor& weight, std::int64_t count, bool weightNeedsGradient)
{
    Tape& tape = rows.tape();
    const std::int64_t workspace = tape.gpu().cublasWorkspace;
    const std::int64_t hidden = rows.size(1);
    const DType low = tape.autocast.value_or(rows.dtype());
    const auto operand
        = [&](const Dims& sizes, DType dtype) { return dtype == low ? Tensor() : empty(tape, sizes, low); };
    Tensor logits;
    {
        const Tensor transposedWeight = operand(weight.sizes(), weight.dtype()); // a view, whose cast is not kept
        if (transposedWeight)
            tape.relabel(transposedWeight->storage, LineItem::WeightCopies);
        const Tensor input = operand({count, hidden}, rows.dtype());
        logits = empty(tape, {count, weight.size(0)}, low);
        tape.scratch({workspace});
    }
    {
        const Tensor cast = lowered(weight);
        const Tensor product = empty(tape, {count, hidden}, low);
        tape.scratch({workspace});
    }
    if (weightNeedsGradient)
        addWeightGradient(rows, weight, count, low);
}

// Saved: the gradients of hidden states and of the head, made in forward. Backward compares the loss's gradient with 1.
Gradients fusedLossBackward(const Node& n, const Saved& saved, Gradients&)
{
    n.tape->scratch({4, 1, 1});
    return {saved[0], saved.size() > 1 ? saved[1] : Tensor()};
}

} // namespace

Tensor fusedLinearLoss(const Tensor& rows, const Tensor& weight, std::int64_t budget)
{
    Tape& tape = rows.tape();
    const FusedSizes s(rows, weight, budget);
    const bool weightNeedsGradient = weight.requiresGrad();
    const NodePtr node = record("fused linear loss", {rows, weight}, fusedLossBackward);
    const GradMode noGrad(tape, false);
    const Tensor hiddenGradient = emptyLike(rows);
    Tensor weightGradient;
    if (weightNeedsGradient)
        weightGradient = emptyLike(weight);
    const Tensor losses = empty(tape, {s.tokens}, DType::Float32);
    const Tensor counted = empty(tape, {s.tokens}, DType::Bool);
    tape.scratch({8});
    const bool sameType = rows.dtype() == weight.dtype() && tape.autocast.value_or(rows.dtype()) == rows.dtype();
    Tensor logits;
    if (sameType)
        logits = empty(tape, {s.chunk, s.vocab}, rows.dtype());
    for (std::int64_t first = 0; first < s.tokens; first += s.chunk) {
        const std::int64_t count = std::min(s.chunk, s.tokens - first);
        if (!sameType) {
            castChunk(rows, weight, count, weightNeedsGradient);
            continue;
        }
        tape.cublasWorkspace();
        tape.cublasWorkspace();
        if (weightNeedsGradient)
            addWeightGradient(rows, weight, count, rows.dtype());
    }
    logits = {};
    Tensor loss = empty(tape, {}, DType::Float32);
    tape.scratch(wholeReductionScratch(tape.gpu(), s.tokens, DType::Float32));
    saveOutput(node, hiddenGradient);
    if (weightGradient)
        saveOutput(node, weightGradient);
    return attach(node, std::move(loss));
}

namespace {

// torch.argsort of the words' average logits as int32, compiled: values and indices, then the narrow indices.
Tensor orderedWords(Tape& tape, std::int64_t vocab)
{
    Tensor values = empty(tape, {vocab}, DType::Float32);
    const Tensor indices = empty(tape, {vocab}, DType::Int64);
    tape.scratch({8 * vocab, radixSortScratch(vocab, 4, 8, 32)});
    values = {};
    return empty(tape, {vocab}, DType::Int32);
}

// Saved: hidden states, head's weight, log-sum-exp, labels, average logit of each word (cce_backward_kernel).
Gradients cutLossBackward(const Node& n, const Saved& saved, Gradients&)
{
    Tape& tape = *n.tape;
    const Tensor& rows = saved[0];
    const Tensor& weight = saved[1];
    const Tensor order = orderedWords(tape, weight.size(0));
    Gradients results{emptyLike(rows), {}};
    if (n.needs(1))
        results[1] = emptyLike(weight, rows.dtype());
    const std::int64_t locks = ceilDiv(rows.size(1), 64);
    Tensor rowLocks = empty(tape, {ceilDiv(rows.size(0), locks), locks}, DType::Int32);
    const Tensor wordLocks = empty(tape, {ceilDiv(weight.size(0), locks), locks}, DType::Int32);
    rowLocks = {};
    return results;
}

} // namespace

Tensor cutLoss(const Tensor& rows, const Tensor& weight, const Tensor& labels)
{
    Tape& tape = rows.tape();
    const std::int64_t tokens = rows.size(0);
    const NodePtr node = record("cut cross entropy", {rows, weight}, cutLossBackward);
    const Tensor logSumExp = empty(tape, {tokens}, DType::Float32);
    Tensor averages;
    {
        const Tensor locks = empty(tape, {ceilDiv(tokens, 128)}, DType::Int32);
        if (node)
            averages = empty(tape, {weight.size(0)}, DType::Float32);
    }
    const Tensor losses = empty(tape, {tokens}, DType::Float32);
    Tensor loss = empty(tape, {}, DType::Float32);
    tape.scratch(wholeReductionScratch(tape.gpu(), tokens, DType::Float32));
    if (node)
        for (const Tensor& kept : {rows, weight, logSumExp, labels, averages})
            saveOutput(node, kept);
    return attach(node, std::move(loss));
}

} // namespace plimsoll::step
