// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/rotary.h"

#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

// embed_positions[position_ids], in the stream's type; sines and cosines are its halves.
RotaryTables gatheredTables(const Tensor& stream, std::int64_t rows, std::int64_t sequence, std::int64_t dim)
{
    const Tensor table = cast(empty(stream.tape(), {rows, sequence, dim}, DType::Float32), stream.dtype());
    const Dims half{rows, sequence, dim / 2};
    return {viewOf(table, half, table.strides()), viewOf(table, half, table.strides())};
}

// torch.polar of ones and the angles, times the attention's scaling.
RotaryTables complexTable(Tape& tape, std::int64_t rows, std::int64_t sequence, std::int64_t dim)
{
    const Dims half{rows, sequence, dim / 2};
    Tensor positions = empty(tape, {rows, sequence, 1}, DType::Float32);
    const Tensor angles = empty(tape, half, DType::Float32);
    positions = {};
    Tensor ones = empty(tape, half, DType::Float32);
    const Tensor polar = empty(tape, {rows, sequence, dim}, DType::Float32);
    ones = {};
    return {empty(tape, {rows, sequence, dim}, DType::Float32), {}};
}

} // namespace

RotaryTables rotaryTables(const Tensor& stream, std::int64_t sequence, std::int64_t dim, RotaryWidth width,
                          std::int64_t rows)
{
    Tape& tape = stream.tape();
    const ModuleScope scope(tape, "rotary");
    tape.operation = "tables";
    if (width == RotaryWidth::Gathered)
        return gatheredTables(stream, rows, sequence, dim);
    if (width == RotaryWidth::Complex)
        return complexTable(tape, rows, sequence, dim);
    Tensor positions = empty(tape, {rows, sequence, 1}, DType::Float32);
    Tensor frequencies = empty(tape, {rows, sequence, dim / 2}, DType::Float32);
    positions = {};
    Tensor angles = width == RotaryWidth::Half ? frequencies : empty(tape, {rows, sequence, dim}, DType::Float32);
    const auto scaled = [&tape, &angles] {
        const Tensor table = empty(tape, angles.sizes(), DType::Float32);
        return empty(tape, angles.sizes(), DType::Float32);
    };
    Tensor cos = scaled();
    Tensor sin = scaled();
    RotaryTables tables{cos, sin};
    if (width != RotaryWidth::Float) {
        tables.cos = cast(cos, stream.dtype());
        tables.sin = cast(sin, stream.dtype());
    }
    dropLocals({&frequencies, &angles, &cos, &sin});
    return tables;
}

Tensor rotateHalf(const Tensor& x)
{
    const std::int64_t half = x.size(-1) / 2;
    const Tensor first = slice(x, -1, half);
    const Tensor second = slice(x, -1, half);
    return cat({negate(second), first});
}

namespace {

Tensor stackedPairs(const Tensor& first, const Tensor& second)
{
    return cat({unsqueeze(first, -1), unsqueeze(second, -1)});
}

} // namespace

Tensor rotatePairs(const Tensor& x)
{
    const Tensor even = everySecond(x);
    const Tensor odd = everySecond(x);
    const Tensor stacked = stackedPairs(negate(odd), even);
    return reshape(stacked, x.sizes());
}

namespace {

using Turn = Tensor (*)(const Tensor& x);

Tensor turned(const Tensor& x, const Tensor& cos, const Tensor& sin, Turn turn = rotateHalf)
{
    const Tensor straight = mul(x, cos);
    const Tensor across = mul(turn(x), sin);
    return add(straight, across);
}

RotaryTables perHead(const RotaryTables& tables)
{
    return {unsqueeze(tables.cos, 1), unsqueeze(tables.sin, 1)};
}

// A head cut in two: what is turned and what passes.
struct CutHead
{
    CutHead(const Tensor& x, std::int64_t dim)
        : turn(slice(x, -1, dim)),
          pass(slice(x, -1, x.size(-1) - dim))
    {
    }

    Tensor turn;
    Tensor pass;
};

Tensor turnedAndJoined(const CutHead& head, const Tensor& cos, const Tensor& sin)
{
    return cat({turned(head.turn, cos, sin), head.pass});
}

} // namespace

RotatedHeads rotate(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const auto [cos, sin] = perHead(tables);
    const Tensor q = turned(query, cos, sin);
    return {q, turned(key, cos, sin), {}};
}

RotatedHeads rotateFused(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    auto [q, k] = fusedRotary(query, key, tables.cos, tables.sin);
    return {std::move(q), std::move(k), {}};
}

RotatedHeads rotateBack(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const RotatedHeads wide = rotate(query, key, tables);
    const ModuleScope scope(query.tape(), "rotary");
    const Tensor q = cast(wide.query, query.dtype());
    return {q, cast(wide.key, key.dtype()), {}};
}

RotatedHeads rotateFirst(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const auto [cos, sin] = perHead(tables);
    const CutHead q(query, cos.size(-1));
    const CutHead k(key, cos.size(-1));
    Tensor turnedQuery = turned(q.turn, cos, sin);
    Tensor turnedKey = turned(k.turn, cos, sin);
    turnedQuery = cat({turnedQuery, q.pass});
    turnedKey = cat({turnedKey, k.pass});
    return {turnedQuery, turnedKey, {}};
}

RotatedHeads rotateFirstInline(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const auto [cos, sin] = perHead(tables);
    const CutHead q(query, cos.size(-1));
    const CutHead k(key, cos.size(-1));
    const Tensor joined = turnedAndJoined(q, cos, sin);
    return {joined, turnedAndJoined(k, cos, sin), {}};
}

RotatedHeads rotateFirstAtReturn(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const auto [cos, sin] = perHead(tables);
    const CutHead q(query, cos.size(-1));
    const CutHead k(key, cos.size(-1));
    const Tensor turnedQuery = turned(q.turn, cos, sin);
    const Tensor turnedKey = turned(k.turn, cos, sin);
    const Tensor joined = cat({turnedQuery, q.pass});
    return {joined, cat({turnedKey, k.pass}), {}};
}

RotatedHeads rotateFirstInFrame(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    CutHead q(query, tables.cos.size(-1));
    CutHead k(key, tables.cos.size(-1));
    {
        RotatedHeads front = rotate(q.turn, k.turn, tables);
        q.turn = std::move(front.query);
        k.turn = std::move(front.key);
    }
    const Tensor joined = cat({q.turn, q.pass});
    return {joined, cat({k.turn, k.pass}), {q.turn, q.pass, k.turn, k.pass}};
}

RotatedHeads rotatePairsWide(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const Tensor q = cast(query, DType::Float32);
    const Tensor k = cast(key, DType::Float32);
    const auto [cos, sin] = perHead(tables);
    const Tensor turnedQuery = turned(q, cos, sin, rotatePairs);
    const Tensor turnedKey = turned(k, cos, sin, rotatePairs);
    const Tensor narrow = cast(turnedQuery, query.dtype());
    return {narrow, cast(turnedKey, query.dtype()), {}};
}

namespace {

// Each of the first half's angles twice: cos[..., :n/2].repeat_interleave(2).
Tensor repeatedAngles(const Tensor& table)
{
    return empty(table.tape(), table.sizes(), table.dtype());
}

} // namespace

RotatedHeads rotateFirstPairs(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    auto [cos, sin] = perHead(tables);
    cos = repeatedAngles(cos);
    sin = repeatedAngles(sin);
    const CutHead q(query, cos.size(-1));
    const CutHead k(key, cos.size(-1));
    Tensor turnedQuery = turned(q.turn, cos, sin, rotatePairs);
    Tensor turnedKey = turned(k.turn, cos, sin, rotatePairs);
    turnedQuery = cat({turnedQuery, q.pass});
    turnedKey = cat({turnedKey, k.pass});
    return {turnedQuery, turnedKey, {}};
}

} // namespace plimsoll::step
