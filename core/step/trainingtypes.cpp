// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/trainingtypes.h"

namespace plimsoll::step {

std::optional<DType> autocastType(const Scenario& scenario)
{
    const TrainingPlan& training = scenario.training;
    if (scenario.parallelism.isSharded())
        return std::nullopt; // the mixed-precision policy casts
    if (training.autocastOverBf16)
        return DType::BFloat16;
    switch (training.precision) {
    case Precision::Bf16Autocast:
    case Precision::Fp8:
        return DType::BFloat16;
    case Precision::Fp16Autocast:
        return DType::Float16;
    case Precision::Fp32:
    case Precision::Bf16:
    case Precision::Bf16Master:
    case Precision::Bf16MasterFp32Grad:
    case Precision::Fp16Master:
        break;
    }
    return std::nullopt;
}

// What the model's weights are when the run begins.
DType weightType(Precision precision)
{
    switch (precision) {
    case Precision::Bf16Autocast:
    case Precision::Fp32:
    case Precision::Fp16Autocast:
    case Precision::Fp8:
        break;
    case Precision::Bf16:
    case Precision::Bf16Master:
    case Precision::Bf16MasterFp32Grad:
        return DType::BFloat16;
    case Precision::Fp16Master:
        return DType::Float16;
    }
    return DType::Float32;
}

// The plain decoder is made in fp32 and converted; transformers makes a model in its type.
DType parameterType(const Scenario& scenario)
{
    return scenario.model.family == Family::Plain ? DType::Float32 : weightType(scenario.training.precision);
}

} // namespace plimsoll::step
