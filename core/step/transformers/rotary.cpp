// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/rotary.h"

#include "step/ops.h"
#include "step/tape.h"

namespace plimsoll::step {

RotaryTables rotaryTables(const Tensor& stream, std::int64_t sequence, std::int64_t dim, RotaryWidth width)
{
    Tape& tape = stream.tape();
    const ModuleScope scope(tape, "rotary");
    tape.operation = "tables";
    Tensor positions = empty(tape, {1, sequence, 1}, DType::Float32);
    const Tensor frequencies = empty(tape, {1, sequence, dim / 2}, DType::Float32);
    positions = {};
    const Tensor angles = width == RotaryWidth::Half ? frequencies : empty(tape, {1, sequence, dim}, DType::Float32);
    const auto scaled = [&tape, &angles] {
        const Tensor table = empty(tape, angles.sizes(), DType::Float32);
        return empty(tape, angles.sizes(), DType::Float32);
    };
    const Tensor cos = scaled();
    const Tensor sin = scaled();
    if (width == RotaryWidth::Float)
        return {cos, sin};
    const Tensor narrowCos = cast(cos, stream.dtype());
    return {narrowCos, cast(sin, stream.dtype())};
}

Tensor rotateHalf(const Tensor& x)
{
    const std::int64_t half = x.size(-1) / 2;
    const Tensor first = slice(x, -1, half);
    const Tensor second = slice(x, -1, half);
    return cat({negate(second), first});
}

namespace {

Tensor turned(const Tensor& x, const Tensor& cos, const Tensor& sin)
{
    const Tensor straight = mul(x, cos);
    const Tensor across = mul(rotateHalf(x), sin);
    return add(straight, across);
}

} // namespace

RotatedHeads rotate(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const Tensor cos = unsqueeze(tables.cos, 1);
    const Tensor sin = unsqueeze(tables.sin, 1);
    const Tensor q = turned(query, cos, sin);
    return {q, turned(key, cos, sin)};
}

} // namespace plimsoll::step
