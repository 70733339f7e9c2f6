// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/experttargets.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool isConverted(Family family)
{
    return family == Family::Mixtral || family == Family::Qwen3Moe || family == Family::DeepseekV2
        || family == Family::DeepseekV3;
}

bool names(const LoraPlan& lora, std::string_view layer)
{
    return std::ranges::any_of(lora.targets, [layer](std::string_view target) {
        return target == layer || (target.ends_with("_proj") && target.substr(0, target.size() - 5) == layer);
    });
}

} // namespace

ExpertLayerNames expertLayerNames(Family family)
{
    return family == Family::Mixtral ? ExpertLayerNames{"experts w1", "experts w3", "experts w2"}
                                     : ExpertLayerNames{"experts gate", "experts up", "experts down"};
}

ExpertTargets expertTargets(Family family, const TrainingPlan& training)
{
    if (!isConverted(family) || training.method == Method::Full)
        return {};
    const LoraPlan& lora = training.lora;
    const auto lastWord = [](std::string_view name) { return name.substr(name.rfind(' ') + 1); };
    const ExpertLayerNames layers = expertLayerNames(family);
    const bool all = std::ranges::find(lora.targets, "all-linear") != lora.targets.end();
    return {true, all, all || names(lora, lastWord(layers.gate)) || names(lora, lastWord(layers.up)),
            all || names(lora, lastWord(layers.down))};
}

std::optional<Misfit> expertMisfit(const Scenario& scenario)
{
    const LoraPlan& lora = scenario.training.lora;
    const Family family = scenario.model.family;
    const ExpertTargets targets = expertTargets(family, scenario.training);
    if (!(targets.router || targets.gateUp || targets.down))
        return std::nullopt;
    const bool all = targets.router;
    const bool mixtral = family == Family::Mixtral;
    const bool one = names(lora, mixtral ? "w1" : "gate") != names(lora, mixtral ? "w3" : "up");
    if (targets.gateUp && !all && one)
        return Misfit{"targets",
                      mixtral ? "w1 and w3 together: the experts hold them as one parameter"
                              : "gate and up together: the experts hold them as one parameter"};
    if (lora.dropout > 0)
        return Misfit{"dropout", "0: peft has none beside the experts' parameters; targets attention may have it"};
    if (lora.dora)
        return Misfit{"dora", "false: peft has no DoRA beside the experts' parameters; targets attention may have it"};
    return std::nullopt;
}

} // namespace plimsoll
