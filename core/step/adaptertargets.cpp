// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/adaptertargets.h"

#include "step/layerplan.h"
#include "step/modules.h"
#include "step/transformers/families/families.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

constexpr std::string_view suffix = "_proj";

// The layers that "attention" stands for: q_proj, k_proj, v_proj and o_proj, or a model's one layer for the three.
constexpr std::array<std::string_view, 5> attentionLayers{"q", "k", "v", "out", "qkv"};

std::string_view lastWord(std::string_view module)
{
    return module.substr(module.rfind(' ') + 1);
}

std::string_view withoutSuffix(std::string_view name)
{
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

// The names under which the model registers its linear layers.
std::vector<std::string> registeredLayers(const Scenario& scenario)
{
    Tape tape({}, noLayer, 1);
    FamilyRules rules;
    rules.experts = expertTargets(scenario.model.family, scenario.training);
    ParameterFactory factory(tape, DType::Float32, scenario.training, rules);
    const std::int64_t lead = scenario.model.experts ? scenario.model.experts->firstDenseLayers : 0;
    makeModel(factory, scenario, LayerPlan::folded(scenario.model.layers, 1, lead));
    return factory.linearLayers();
}

} // namespace

bool isTarget(std::string_view module, std::string_view target)
{
    if (target == "all-linear")
        return true;
    const std::string_view last = lastWord(module);
    if (target == "attention")
        return module.starts_with("attention ")
            && std::find(attentionLayers.begin(), attentionLayers.end(), last) != attentionLayers.end();
    const std::string_view name = withoutSuffix(target);
    return name == "o" ? last == "out" : last == target || withoutSuffix(last) == name;
}

bool isExpertLayer(std::string_view module)
{
    const std::string_view last = lastWord(module);
    return last == "gate" || last == "up" || last == "down";
}

std::vector<std::string> linearLayers(const Scenario& scenario)
{
    std::vector<std::string> names;
    for (const std::string& module : registeredLayers(scenario)) {
        const std::string_view last = lastWord(module);
        const std::string name(last == "out" ? "o" : last);
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

std::optional<std::string> targetWithoutLayer(const Scenario& scenario)
{
    const std::vector<std::string> layers = registeredLayers(scenario);
    for (const std::string& target : scenario.training.lora.targets)
        if (std::none_of(layers.begin(), layers.end(),
                         [&](const std::string& layer) { return isTarget(layer, target); }))
            return target;
    return std::nullopt;
}

} // namespace plimsoll::step
