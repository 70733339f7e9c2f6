// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"
#include "step/modules.h"
#include "step/ops.h"
#include "step/zero/modules.h"

#include <utility>

namespace plimsoll::step {

namespace {

bool hasWeight(NormKind kind)
{
    return kind != NormKind::LayerBare;
}

bool hasBias(NormKind kind)
{
    return kind == NormKind::Layer || kind == NormKind::LayerPlusOne;
}

// 1 / sqrt(variance + ε)
Tensor inverseDeviation(const Tensor& variance)
{
    return rsqrt(addNumber(variance));
}

Tensor rmsUpcast(const Tensor& input, const Tensor& weight)
{
    Tensor x = cast(input, DType::Float32);
    Tensor variance = mean(power(x));
    x = mul(x, inverseDeviation(variance));
    Tensor out = mul(weight, cast(x, input.dtype()));
    dropLocals({&x, &variance});
    return out;
}

// x · rsqrt(mean(x²) + ε) as one expression: each step goes as the next is made.
Tensor normalised(const Tensor& x)
{
    Tensor scale = mean(power(x));
    scale = addNumber(scale);
    scale = rsqrt(scale);
    return mul(x, scale);
}

Tensor onePlus(const Tensor& weight)
{
    return addNumber(cast(weight, DType::Float32));
}

Tensor rmsPlusOne(const Tensor& x, const Tensor& weight)
{
    Tensor out = normalised(cast(x, DType::Float32));
    out = mul(out, onePlus(weight));
    return cast(out, x.dtype());
}

Tensor rmsWide(const Tensor& input, const Tensor& weight)
{
    Tensor x = cast(input, DType::Float32);
    Tensor variance = mean(power(x));
    x = mul(x, inverseDeviation(variance));
    Tensor out = cast(mul(weight, x), input.dtype());
    dropLocals({&x, &variance});
    return out;
}

// 1 / sqrt(mean(x²) + ε), each step let go as the next is made.
Tensor inverseRoot(const Tensor& x)
{
    Tensor average = mean(power(x));
    average = addNumber(average);
    return rsqrt(average);
}

// torchtune's own code up to 0.4.
Tensor rmsNarrow(const Tensor& input, const Tensor& weight)
{
    const Tensor x = cast(input, DType::Float32);
    const auto normalisedInput = [&] {
        const Tensor wide = mul(x, inverseRoot(x));
        return cast(wide, input.dtype());
    };
    const Tensor plain = normalisedInput();
    return mul(plain, weight);
}

// Fused where weight and widened input are of one type, else step by step.
Tensor rmsInFloat(const Tensor& input, const Tensor& weight)
{
    if (input.tape().software.narrowNorm)
        return rmsNarrow(input, weight);
    const Tensor x = cast(input, DType::Float32);
    if (weight.dtype() == DType::Float32)
        return cast(rmsNorm(x, weight), input.dtype());
    const auto inverseDeviationOf = [&x] { return rsqrt(mean(power(x))); };
    const Tensor scale = inverseDeviationOf();
    const Tensor plain = mul(x, scale);
    const Tensor weighted = mul(plain, weight);
    return cast(weighted, input.dtype());
}

Tensor layerBare(const Tensor& x)
{
    Tensor out = layerNorm(cast(x, DType::Float32), {}, {});
    return cast(out, x.dtype());
}

Tensor squared(const Tensor& x, const Tensor& average)
{
    return power(sub(x, average));
}

// The centred input is made twice.
Tensor layerWide(const Tensor& input, const Tensor& weight)
{
    Tensor x = cast(input, DType::Float32);
    const Tensor average = mean(x);
    const Tensor variance = mean(squared(x, average));
    {
        const Tensor centred = sub(x, average);
        x = mul(centred, inverseDeviation(variance));
    }
    x = mul(cast(weight, DType::Float32), x);
    return cast(x, input.dtype());
}

Tensor layerPlusOne(Tensor x, const Tensor& weight, const Tensor& bias)
{
    Tape& tape = x.tape();
    const std::optional<DType> outer = std::exchange(tape.autocast, std::nullopt);
    Tensor w = addNumber(weight);
    Tensor b = bias;
    if (outer) {
        const Tensor wide = w; // until all are cast
        x = cast(x, *outer);
        w = cast(w, *outer);
        b = cast(b, *outer);
    }
    Tensor out = layerNorm(x, w, b);
    tape.autocast = outer;
    return out;
}

// Liger takes RMS norms' place, however a family writes them; layer norms stay.
NormKind kindIn(const ParameterFactory& factory, NormKind kind)
{
    const bool rms = kind == NormKind::RmsUpcast || kind == NormKind::RmsPlusOne || kind == NormKind::RmsWide;
    if (!rms || factory.fused().norm == FusedNorm::None)
        return kind;
    return factory.fused().norm == FusedNorm::InPlace ? NormKind::LigerRms : NormKind::LigerRmsApart;
}

} // namespace

Normalization::Normalization(ParameterFactory& factory, const char* name, std::int64_t width, NormKind norm)
    : Normalization(factory, name, Dims{width}, norm)
{
}

Normalization::Normalization(ParameterFactory& factory, const char* name, const Dims& weightSizes, NormKind norm)
    : module(name),
      kind(kindIn(factory, norm))
{
    if (hasWeight(kind))
        weight = factory.make(name, weightSizes);
    if (hasBias(kind))
        bias = factory.make(name, weightSizes);
    spread = factory.tensorParallel().of(name);
    if (spread.style != TensorStyle::Whole)
        for (const Tensor& parameter : {weight, bias})
            if (parameter)
                parameter->distributed = parameter->gradientIsPartial = true;
}

Tensor Normalization::operator()(Tensor x) const
{
    const ModuleScope scope(x.tape(), module);
    if (ZeroModules* zero = x.tape().zeroModules) {
        x = zero->enter(this, {&weight, &bias}, x);
        return zero->leave(this, normed(x));
    }
    x = spread.entering(std::move(x));
    return spread.leaving(normed(x));
}

Tensor Normalization::normed(const Tensor& x) const
{
    switch (kind) {
    case NormKind::Layer:
    case NormKind::LayerNoBias:
        break;
    case NormKind::FusedRms:
        return rmsNorm(x, weight);
    case NormKind::RmsUpcast:
        return rmsUpcast(x, weight);
    case NormKind::RmsPlusOne:
        return rmsPlusOne(x, weight);
    case NormKind::RmsWide:
        return rmsWide(x, weight);
    case NormKind::RmsInFloat:
        return rmsInFloat(x, weight);
    case NormKind::LayerBare:
        return layerBare(x);
    case NormKind::LayerWide:
        return layerWide(x, weight);
    case NormKind::LayerPlusOne:
        return layerPlusOne(x, weight, bias);
    case NormKind::LigerRms:
        return fusedRmsNorm(x, weight, true);
    case NormKind::LigerRmsApart:
        return fusedRmsNorm(x, weight, false);
    }
    return layerNorm(x, weight, bias);
}

} // namespace plimsoll::step
