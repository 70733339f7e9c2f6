// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layoutplan.h"

#include "commands/commands.h"
#include "inputs.h"
#include "output.h"

#include "base/jsonwriter.h"
#include "interchange/planreport.h"

#include <limits>

namespace plimsoll::app {

namespace {

constexpr std::int64_t mostGpus = std::int64_t{1} << 20;
constexpr std::int64_t usualLayouts = 20;

struct Wanted
{
    std::int64_t gpus = 0;
    std::int64_t globalBatch = 0; // 0: as the scenario has it
    std::int64_t layouts = usualLayouts;
};

Result<Wanted> wantedOf(const Arguments& arguments)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (!arguments.has("gpus"))
        return usageError("--gpus", "", "the number of GPUs to spread the training over");
    const Result<std::int64_t> gpus
        = numberOf<std::int64_t>(arguments, "gpus", 0, 1, mostGpus, "a whole number from 1 to 1,048,576");
    if (!gpus)
        return gpus.error();
    const Result<std::int64_t> batch
        = numberOf<std::int64_t>(arguments, "global-batch", 0, 1, mostGpus * 64, "a whole number from 1 to 67,108,864");
    if (!batch)
        return batch.error();
    const Result<std::int64_t> layouts
        = numberOf<std::int64_t>(arguments, "limit", usualLayouts, 1, most, "a whole number from 1");
    if (!layouts)
        return layouts.error();
    return Wanted{*gpus, *batch, *layouts};
}

} // namespace

std::vector<Option> planOptions()
{
    std::vector<Option> options = inputOptions();
    options.push_back({"gpus", 0, "N", "how many GPUs there are"});
    options.push_back(
        {"global-batch", 0, "N", "sequences of a step; the scenario's, or one for each GPU if not given"});
    options.push_back({"limit", 0, "N", "how many layouts to list; 20 if not given"});
    options.push_back(textOrJsonOption("the answer"));
    options.push_back(unitOption());
    return options;
}

ExitStatus runPlan(const Arguments& arguments, Process)
{
    const Result<bool> asJson = wantsJson(arguments);
    if (!asJson)
        return refuse(asJson.error());
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const Result<Wanted> wanted = wantedOf(arguments);
    if (!wanted)
        return refuse(wanted.error());
    const Result<Inputs> inputs = readInputs(arguments);
    if (!inputs)
        return refuse(inputs.error());
    if (inputs->entries.size() != 1)
        return refuse(usageError("FILE", std::to_string(inputs->entries.size()) + " scenarios", "one scenario"));
    const ReportEntry& entry = inputs->entries.front();
    if (!entry.estimate)
        return inputs->status; // has been said already
    const std::vector<DeviceVerdict>& devices = entry.estimate->devices;
    if (devices.size() != 1)
        return refuse(usageError("--device", devices.empty() ? "none" : "several", "one device"));
    const Scenario& scenario = entry.estimate->scenario;
    const std::int64_t batch = wanted->globalBatch > 0 ? wanted->globalBatch : globalBatchOf(scenario, wanted->gpus);
    const Device& device = devices.front().device;
    const Result<LayoutPlan> plan
        = planLayouts(scenario, {wanted->gpus, batch}, device, static_cast<std::size_t>(wanted->layouts));
    if (!plan)
        return refuse(plan.error());
    const std::string text = *asJson ? toJsonText(planJson(*plan, device)) : planText(*plan, device, *unit);
    if (!print(text))
        return ExitStatus::Failure;
    return plan->layouts.empty() ? ExitStatus::DoesNotFit : ExitStatus::Fits;
}

} // namespace plimsoll::app
