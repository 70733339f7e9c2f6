// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sampleestimate.h"

#include "memory/overheads.h"
#include "memory/verdict.h"

namespace plimsoll::sample {

namespace {

constexpr std::int64_t parameters = 1'011'266'536;
constexpr Bytes weights(parameters * 4);
constexpr Bytes optimizerStates(parameters * 8);
// Half-precision copies of what the linear layers hold; embeddings and norms have none.
constexpr Bytes weightCopies(1'009'050'600 * 2);
constexpr Bytes logits(25'600 * 1'000 * 4);
constexpr Bytes matrixWorkspace(8'519'680);

LineItemFigure& figure(Estimate& estimate, LineItem item)
{
    return estimate.lineItems[static_cast<std::size_t>(item)];
}

void set(Estimate& estimate, LineItem item, Bytes inFull, Bytes atPeak, const char* formula = "",
         const char* substituted = "")
{
    figure(estimate, item) = {item, inFull, atPeak, formula, substituted};
}

Scenario scenario()
{
    Scenario scenario;
    scenario.name = "worked example";
    scenario.model.dropout = 0.1;
    scenario.model.mlpDropout = true;
    scenario.model.headBias = true;
    scenario.training.microBatch = 256;
    scenario.training.sequenceLength = 100;
    return scenario;
}

Bytes liveAtPeak(const Estimate& estimate)
{
    Bytes sum;
    for (const LineItemFigure& row : estimate.lineItems)
        sum += row.atPeak;
    return sum;
}

// What is alike in both: the static items and the texts.
Estimate common()
{
    Estimate estimate;
    estimate.scenario = scenario();
    estimate.parameters = {parameters, parameters, parameters};
    for (std::size_t i = 0; i < lineItemCount; ++i)
        estimate.lineItems[i].item = static_cast<LineItem>(i);
    set(estimate, LineItem::Weights, weights, weights, "parameters × 4 B", "1,011,266,536 × 4 B");
    set(estimate, LineItem::OptimizerStates, optimizerStates, optimizerStates, "parameters × 8 B",
        "1,011,266,536 × 8 B");
    estimate.resident = Bytes(12'135'796'736);
    estimate.assumptions
        = {"Reserved bytes are estimated from the requested ones, not simulated.", "gradient_accumulation: 1"};
    return estimate;
}

} // namespace

Estimate workedExample()
{
    const Bytes requested(59'091'579'048);
    Estimate estimate = common();
    set(estimate, LineItem::Gradients, weights, Bytes(), "parameters × 4 B", "1,011,266,536 × 4 B");
    set(estimate, LineItem::WeightCopies, weightCopies, weightCopies, "parameters of linear layers × 2 B",
        "1,009,050,600 × 2 B");
    set(estimate, LineItem::LogitsAndLoss, 2 * logits, 2 * logits, "tokens × vocabulary × 8 B", "25,600 × 1,000 × 8 B");
    set(estimate, LineItem::Workspace, weights, matrixWorkspace);
    const Bytes activations = requested - liveAtPeak(estimate);
    set(estimate, LineItem::Activations, activations, activations);
    estimate.phases = {{Phase::Forward, Bytes(58'811'398'288)},
                       {Phase::Backward, requested},
                       {Phase::OptimizerStep, Bytes(20'225'535'520)}};
    estimate.peak = {Phase::Backward, "linear, backward (head)", requested, Bytes(59'101'365'760)};
    estimate.reserved = {Bytes(60'433'629'184), Bytes(59'101'365'760), Bytes(62'500'000'000)};
    return on(std::move(estimate), devices());
}

Estimate checkpointed()
{
    const Bytes requested(20'234'000'000);
    Estimate estimate = common();
    estimate.scenario.training.checkpointing = Checkpointing::Full;
    estimate.recomputeFactor = 4.0 / 3.0;
    set(estimate, LineItem::Gradients, weights, weights, "parameters × 4 B", "1,011,266,536 × 4 B");
    set(estimate, LineItem::WeightCopies, weightCopies, Bytes(), "parameters of linear layers × 2 B",
        "1,009,050,600 × 2 B");
    set(estimate, LineItem::Activations, Bytes(4'400'000'000), Bytes());
    set(estimate, LineItem::LogitsAndLoss, 2 * logits, Bytes());
    set(estimate, LineItem::Workspace, weights, requested - liveAtPeak(estimate));
    estimate.phases = {{Phase::Forward, Bytes(16'900'000'000)},
                       {Phase::Backward, Bytes(19'400'000'000)},
                       {Phase::OptimizerStep, requested}};
    estimate.peak = {Phase::OptimizerStep, "AdamW, foreach", requested, Bytes(20'240'000'000)};
    estimate.reserved = {Bytes(20'680'000'000), Bytes(20'240'000'000), Bytes(21'400'000'000)};
    return on(std::move(estimate), devices());
}

Device tightDevice()
{
    Device device;
    device.id = "my-card-64gb";
    device.name = "My card 64GB";
    device.marketingGb = 64;
    device.usable = Bytes(64'000'000'000);
    device.computeCapability = "9.0";
    return device;
}

std::vector<Device> devices()
{
    return {*findDevice("h100-sxm5-80gb"), *findDevice("l4"),       *findDevice("a100-sxm4-80gb"),
            *findDevice("a100-sxm4-40gb"), *findDevice("h200-sxm"), tightDevice()};
}

std::vector<Device> manyDevices()
{
    std::vector<Device> chosen;
    const std::vector<Device>& catalog = deviceCatalog();
    for (std::size_t i = 0; chosen.size() < 24; ++i)
        chosen.push_back(catalog[i * (catalog.size() - 1) / 23]);
    return chosen;
}

Estimate on(Estimate estimate, const std::vector<Device>& devices)
{
    const MemoryPlan& plan = estimate.scenario.memory;
    estimate.devices.clear();
    for (const Device& device : devices)
        estimate.devices.push_back(judge(estimate.reserved, plan, device));
    estimate.overheads = devices.empty() ? overheadsOn({}, plan) : estimate.devices.front().overheads;
    estimate.total = estimate.reserved.expected + estimate.overheads.total();
    return estimate;
}

Estimate withActivations(Estimate estimate, std::int64_t factor)
{
    LineItemFigure& activations = figure(estimate, LineItem::Activations);
    const Bytes more = activations.atPeak * (factor - 1);
    activations.atPeak += more;
    activations.inFull += more;
    for (Bytes* total : {&estimate.peak.requested, &estimate.peak.allocated, &estimate.reserved.expected,
                         &estimate.reserved.low, &estimate.reserved.high})
        *total += more;
    std::vector<Device> devices;
    for (const DeviceVerdict& verdict : estimate.devices)
        devices.push_back(verdict.device);
    return on(std::move(estimate), devices);
}

} // namespace plimsoll::sample
