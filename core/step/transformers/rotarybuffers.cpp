// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/rotarybuffers.h"

namespace plimsoll::step {

namespace {

// 1 / base^(2i / dim), step by step.
Tensor inverseFrequencies(Tape& tape, std::int64_t dim)
{
    const ModuleScope scope(tape, "rotary", LineItem::Workspace);
    tape.operation = "buffer";
    const auto next = [&tape, dim] { return empty(tape, {dim / 2}, DType::Float32); };
    Tensor range = next();
    Tensor exponent = next();
    range = {};
    const Tensor power = next();
    tape.scratch({8}); // the base
    exponent = {};
    const Tensor reciprocal = next();
    return next();
}

} // namespace

void makeRotaryBuffers(ParameterFactory& factory, std::int64_t dim)
{
    const Tensor frequencies = inverseFrequencies(factory.tape(), dim);
    factory.keepBuffer(frequencies);
    factory.makeBuffer("rotary", frequencies.sizes(), frequencies.dtype());
}

void initializeRotaryBuffers(Tape& tape, std::int64_t dim)
{
    inverseFrequencies(tape, dim);
}

} // namespace plimsoll::step
