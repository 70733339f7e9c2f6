// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/zeroreader.h"

#include "scenario/choices.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr JsonObjectReader::Range elements{1, std::int64_t{1} << 40};
constexpr JsonObjectReader::Range elementsOrNone{0, std::int64_t{1} << 40};

struct Size
{
    std::string_view key;
    std::int64_t ZeroPlan::*field;
    JsonObjectReader::Range range;
    std::int64_t (*automatic)(std::int64_t hidden); // transformers' integrations/deepspeed.py
};

constexpr std::array<Size, 6> sizes{{
    {"reduce_bucket_size", &ZeroPlan::reduceBucket, elements, [](std::int64_t h) { return h * h; }},
    {"prefetch_bucket_size", &ZeroPlan::prefetchBucket, elementsOrNone, [](std::int64_t h) { return h * h * 9 / 10; }},
    {"param_persistence_threshold", &ZeroPlan::persistenceThreshold, elementsOrNone,
     [](std::int64_t h) { return h * 10; }},
    {"max_live_parameters", &ZeroPlan::maxLive, elementsOrNone, nullptr},
    {"max_reuse_distance", &ZeroPlan::maxReuseDistance, elementsOrNone, nullptr},
    {"sub_group_size", &ZeroPlan::subGroup, elements, nullptr},
}};

bool goesWithZero(Precision precision)
{
    constexpr std::array taken{Precision::Fp32, Precision::Bf16Master, Precision::Fp16Master};
    return std::ranges::find(taken, precision) != taken.end();
}

// Stage 3 gathers what modules call: weights that a model's code reads by itself are not known to it here.
void checkModules(JsonObjectReader& reader, const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    constexpr std::array known{Family::Plain,   Family::Llama, Family::Mistral, Family::Qwen2,
                               Family::SmolLm3, Family::Qwen3, Family::Gpt2};
    if (std::ranges::find(known, scenario.model.family) == known.end())
        reader.refuse("data",
                      "another than zero3, which this version knows for plain, Llama, Mistral, Qwen2, Qwen3, "
                      "SmolLM3 and GPT-2 models");
    if (t.stack == Stack::Torchtune)
        reader.refuse("data", "another than zero3 with torchtune's models");
    if (t.kernels != Kernels::Eager)
        reader.refuse("data", "another than zero3 with fused or compiled kernels");
    if (t.loss != Loss::Logits)
        reader.refuse("data", "another than zero3 with a loss that runs the head itself");
    if (t.reentrant && t.checkpointing != Checkpointing::None)
        reader.refuse("data", "another than zero3 with reentrant checkpointing");
    if (t.checkpointing == Checkpointing::Selective)
        reader.refuse("data", "another than zero3 with selective checkpointing");
}

} // namespace

void readZero(JsonObjectReader reader, Scenario& scenario)
{
    ZeroPlan& zero = scenario.parallelism.zero;
    for (const Size& size : sizes) {
        if (size.automatic && reader.holds(size.key, "auto"))
            zero.*size.field = size.automatic(scenario.model.hidden);
        else
            reader.whole(size.key, zero.*size.field, size.range);
    }
    reader.flag("contiguous_gradients", zero.contiguousGradients);
    if (reader.has("overlap_comm")) {
        bool overlaps = false;
        reader.flag("overlap_comm", overlaps);
        zero.overlapComm = overlaps;
    }
    reader.finish();
}

void checkZero(JsonObjectReader& reader, const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const TrainingPlan& t = scenario.training;
    if (plan.zeroStage() == 0)
        return;
    if (plan.tensor > 1 || plan.pipeline > 1)
        reader.refuse("data", "none, ddp, fsdp or hsdp with layers split or in stages, which ZeRO is not counted with");
    if (plan.gpus < 2)
        reader.refuse("gpus", "2 or more, to spread states over");
    if (!goesWithZero(t.precision))
        reader.refuse("data",
                      "none, ddp, fsdp or hsdp with precision " + std::string(choice(t.precision).id)
                          + ": ZeRO runs with bf16-master, fp16-master or fp32");
    if (t.keepGradients)
        reader.refuse("data", "none, ddp, fsdp or hsdp with gradients that are kept: DeepSpeed lets go of them");
    if (t.method != Method::Full)
        reader.refuse("data", "none, ddp, fsdp or hsdp with adapters, which this version does not spread by ZeRO");
    if (t.optimizer == Optimizer::Adagrad || t.optimizer == Optimizer::Muon)
        reader.refuse("data",
                      "none, ddp, fsdp or hsdp with " + std::string(choice(t.optimizer).id)
                          + ", which cannot step on a part of all weights");
    if (plan.zeroStage() == 3)
        checkModules(reader, scenario);
}

} // namespace plimsoll
