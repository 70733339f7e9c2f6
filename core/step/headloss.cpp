// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/headloss.h"

#include "step/checkpoint.h"
#include "step/ops.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

Tensor flattened(const Tensor& x)
{
    return reshape(x, {x.size(0) * x.size(1), x.size(2)});
}

// tensor.chunk(n, dim=1): as many parts of the rounded-up size as it takes.
std::vector<Tensor> chunked(const Tensor& x, std::int64_t chunks)
{
    const std::int64_t size = ceilDiv(x.size(1), chunks);
    std::vector<std::int64_t> sizes;
    for (std::int64_t left = x.size(1); left > 0; left -= size)
        sizes.push_back(std::min(size, left));
    return split(x, sizes, 1);
}

// cross_entropy(logits.float(), labels, reduction="sum") of rows.
Tensor summedLoss(const Tensor& logits, const Tensor& labels)
{
    const ModuleScope scope(logits.tape(), "loss", LineItem::LogitsAndLoss);
    const Tensor wide = cast(logits, DType::Float32);
    const Tensor logProbabilities = logSoftmax(wide);
    return negativeLogLikelihood(logProbabilities, labels);
}

// sum(parts) / tokens
Tensor averaged(const std::vector<Tensor>& parts)
{
    const ModuleScope scope(parts.front().tape(), "loss", LineItem::LogitsAndLoss);
    Tensor sum = addNumber(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i)
        sum = add(sum, parts[i]);
    return scale(sum);
}

Tensor flatLabels(const Tensor& ids)
{
    ids.tape().operation = "labels";
    return reshape(ids, {ids.numel()});
}

// Every chunk's logits live until the last has its loss.
Tensor chunkedLoss(std::int64_t chunks, const Linear& head, const Tensor& hidden, const Tensor& ids)
{
    std::vector<Tensor> logits;
    {
        const std::vector<Tensor> slices = chunked(hidden, chunks);
        for (const Tensor& slice : slices)
            logits.push_back(head(slice));
    }
    const std::vector<Tensor> labels = chunked(ids, chunks);
    std::vector<Tensor> parts;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const Tensor rows = flattened(logits[i]);
        parts.push_back(summedLoss(rows, flatLabels(labels[i])));
    }
    return averaged(parts);
}

// Each chunk's logits are made again in backward.
Tensor recomputedLoss(std::int64_t chunks, const Linear& head, const Tensor& hidden, const Tensor& ids)
{
    const std::vector<Tensor> slices = chunked(hidden, chunks);
    const std::vector<Tensor> labels = chunked(ids, chunks);
    std::vector<Tensor> parts;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const Tensor y = flatLabels(labels[i]);
        const auto piece = [&head, y](const Tensor& x) -> BlockOutput {
            const Tensor rows = flattened(head(x));
            return summedLoss(rows, y);
        };
        parts.push_back(checkpoint(piece, slices[i]).hidden);
    }
    return averaged(parts);
}

} // namespace

Tensor headLoss(Loss loss, std::int64_t chunks, const Linear& head, const Tensor& hidden, const Tensor& ids)
{
    if (loss == Loss::Chunked)
        return chunkedLoss(chunks, head, hidden, ids);
    if (loss == Loss::ChunkedRecompute)
        return recomputedLoss(chunks, head, hidden, ids);
    const ModuleScope scope(hidden.tape(), "loss", LineItem::LogitsAndLoss);
    const Tensor rows = flattened(hidden);
    return loss == Loss::Cut ? cutLoss(rows, head.weight, flatLabels(ids)) : fusedLinearLoss(rows, head.weight);
}

Tensor shiftedFusedLoss(const Linear& head, const Tensor& hidden, const Tensor& ids, std::int64_t budget)
{
    Tape& tape = hidden.tape();
    const ModuleScope scope(tape, "loss", LineItem::LogitsAndLoss);
    tape.operation = "labels";
    const Tensor padded = empty(tape, {ids.size(0), ids.size(1) + 1}, DType::Int64);
    Tensor shifted;
    if (ids.size(0) > 1) // one row, shifted, is contiguous as it is
        shifted = empty(tape, ids.sizes(), DType::Int64);
    return fusedLinearLoss(flattened(hidden), head.weight, budget);
}

} // namespace plimsoll::step
