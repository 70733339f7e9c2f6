// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/packing.h"

#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

Tensor packedSequenceIndices(Tape& tape, std::int64_t batch, std::int64_t sequence, bool found)
{
    const Dims whole{batch, sequence};
    const Tensor first = empty(tape, {batch, 1}, DType::Int64);
    Tensor joined = empty(tape, {batch, sequence + 1}, DType::Int64);
    Tensor steps = empty(tape, whole, DType::Int64);
    joined = {};
    Tensor jumps = empty(tape, whole, DType::Bool);
    Tensor packed = empty(tape, whole, DType::Int64); // the jumps' running sum
    Tensor wide = empty(tape, whole, DType::Int64);
    if (batch == 1)
        tape.scratch({1279});
    wide = {};
    jumps = {};
    tape.scratch({batch, 1});
    if (!found)
        packed = {};
    return packed;
}

namespace {

// arange(sequence) + offset
Tensor indices(Tape& tape, std::int64_t sequence)
{
    const Tensor range = empty(tape, {sequence}, DType::Int64);
    return empty(tape, {sequence}, DType::Int64);
}

// positions[rows, places], for which both indices are made of one shape.
Tensor positionsAt(Tape& tape, std::int64_t batch, std::int64_t sequence)
{
    const Dims sizes{batch, sequence};
    const Tensor rows = empty(tape, sizes, DType::Int64);
    const Tensor places = batch > 1 ? empty(tape, sizes, DType::Int64) : Tensor();
    return empty(tape, sizes, DType::Int64);
}

Tensor keysUpToQuery(Tape& tape, const Dims& pairs, bool window)
{
    const Tensor queries = positionsAt(tape, pairs[0], pairs[2]);
    const Tensor keys = positionsAt(tape, pairs[0], pairs[2]);
    if (!window)
        return empty(tape, pairs, DType::Bool);
    Tensor allowed = empty(tape, {}, DType::Bool);
    {
        Tensor firstKeys = empty(tape, {pairs[0], pairs[2]}, DType::Int64);
        const Tensor inWindow = empty(tape, pairs, DType::Bool);
        firstKeys = {};
        allowed = empty(tape, pairs, DType::Bool);
    }
    const Tensor causal = empty(tape, pairs, DType::Bool);
    return empty(tape, pairs, DType::Bool);
}

Tensor sameSequence(Tape& tape, const Dims& pairs)
{
    const Tensor ofQueries = positionsAt(tape, pairs[0], pairs[2]);
    const Tensor ofKeys = positionsAt(tape, pairs[0], pairs[2]);
    return empty(tape, pairs, DType::Bool);
}

} // namespace

Tensor keysOfSameSequence(Tape& tape, std::int64_t batch, std::int64_t sequence, bool window)
{
    const Dims pairs{batch, 1, sequence, sequence};
    const Tensor rows = empty(tape, {batch}, DType::Int64);
    const Tensor heads = empty(tape, {1}, DType::Int64);
    const Tensor queries = indices(tape, sequence);
    const Tensor keys = indices(tape, sequence);
    Tensor allowed = empty(tape, {}, DType::Bool);
    {
        const Tensor upToQuery = keysUpToQuery(tape, pairs, window);
        allowed = empty(tape, pairs, DType::Bool);
    }
    const Tensor same = sameSequence(tape, pairs);
    return empty(tape, pairs, DType::Bool);
}

namespace {

// _is_packed_sequence: do positions only rise?
void seekRestart(Tape& tape, std::int64_t tokens)
{
    Tensor range = empty(tape, {tokens}, DType::Int64);
    Tensor least = empty(tape, {}, DType::Int64);
    const Tensor rising = empty(tape, {tokens}, DType::Int64);
    range = least = {};
    Tensor difference = empty(tape, {tokens}, DType::Int64);
    Tensor distance = empty(tape, {tokens}, DType::Int64);
    difference = {};
    Tensor sum = empty(tape, {}, DType::Int64);
    distance = {};
    const Tensor any = empty(tape, {}, DType::Bool);
}

// prepare_fa_kwargs_from_position_ids: where sequences begin, and the longest one's length.
std::pair<Tensor, Tensor> startsOfSequences(Tape& tape, std::int64_t tokens, std::int64_t sequences)
{
    Tensor least = empty(tape, {}, DType::Int64);
    Tensor first = empty(tape, {tokens}, DType::Bool);
    least = {};
    tape.scratch({4, 1023});
    const Tensor places = empty(tape, {sequences}, DType::Int64);
    first = {};
    Tensor narrow = empty(tape, {sequences}, DType::Int32);
    Tensor end = empty(tape, {1}, DType::Int32);
    Tensor starts = empty(tape, {sequences + 1}, DType::Int32);
    narrow = end = {};
    const Tensor lengths = empty(tape, {sequences}, DType::Int32);
    return {starts, empty(tape, {}, DType::Int32)};
}

Tensor asRows(const Tensor& heads)
{
    return view(contiguous(heads), {heads.size(1), heads.size(2), heads.size(3)});
}

} // namespace

AttentionOutput attendPacked(const Heads& heads, std::int64_t sequences)
{
    Tape& tape = heads.query.tape();
    const auto narrowed = [](const Tensor& x) { return x.dtype() == DType::Float32 ? cast(x, DType::BFloat16) : x; };
    Heads h{narrowed(heads.query), narrowed(heads.key), narrowed(heads.value)};
    h.query = transpose(h.query, 1, 2);
    h.key = transpose(h.key, 1, 2);
    h.value = transpose(h.value, 1, 2);
    const std::int64_t tokens = h.query.size(1);
    seekRestart(tape, tokens);
    h.query = asRows(h.query);
    h.key = asRows(h.key);
    h.value = asRows(h.value);
    const auto [starts, longest] = startsOfSequences(tape, tokens, sequences);
    const Tensor out = packedFlashAttention(h.query, h.key, h.value, starts);
    return {view(out, {1, tokens, out.size(1), out.size(2)}), {}};
}

} // namespace plimsoll::step
