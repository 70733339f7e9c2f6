// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelsizes.h"
#include "scenario/choices.h"
#include "window/leverrules.h"

#include <algorithm>
#include <initializer_list>

namespace plimsoll::ui::rules {

namespace {

std::vector<double> doublings(double first, double last)
{
    std::vector<double> stops;
    for (double stop = first; stop <= last; stop *= 2)
        stops.push_back(stop);
    return stops;
}

// All values of a choice: those of an order of our own, and after them the others.
template <class Enum>
std::vector<double> inOrder(std::initializer_list<Enum> first)
{
    std::vector<double> stops;
    for (const Enum value : first)
        stops.push_back(static_cast<double>(value));
    for (std::size_t index = 0; index < choices<Enum>().size(); ++index)
        if (std::ranges::find(first, static_cast<Enum>(index)) == first.end())
            stops.push_back(static_cast<double>(index));
    return stops;
}

} // namespace

std::vector<double> batchStops(const Scenario&)
{
    return doublings(1, 4096);
}

std::vector<double> sequenceStops(const Scenario&)
{
    return doublings(32, 131072);
}

std::vector<double> precisionStops(const Scenario&)
{
    return inOrder({Precision::Fp32, Precision::Bf16Autocast, Precision::Fp16Autocast, Precision::Bf16MasterFp32Grad,
                    Precision::Bf16Master, Precision::Fp16Master, Precision::Fp8, Precision::Bf16});
}

std::vector<double> optimizerStops(const Scenario&)
{
    return inOrder({Optimizer::AdamAmsgrad, Optimizer::AdamW, Optimizer::Lion, Optimizer::Muon, Optimizer::RmsProp,
                    Optimizer::Adagrad, Optimizer::SgdMomentum, Optimizer::PagedAdamW, Optimizer::AdamW8bit,
                    Optimizer::PagedAdamW8bit, Optimizer::AdamWFp8, Optimizer::AdamW4bit, Optimizer::Lion8bit,
                    Optimizer::AdafactorHf, Optimizer::Adafactor, Optimizer::Sgd});
}

std::vector<double> checkpointingStops(const Scenario&)
{
    return inOrder({Checkpointing::None, Checkpointing::Selective, Checkpointing::Sqrt, Checkpointing::EveryNth,
                    Checkpointing::Full, Checkpointing::Offloaded});
}

std::vector<double> sizeStops(const Scenario& scenario)
{
    return sizesOf(scenario.model);
}

} // namespace plimsoll::ui::rules
