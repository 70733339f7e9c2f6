// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelsizes.h"

#include "interchange/modelpresets.h"
#include "memory/sizecheck.h"
#include "model/ladder.h"
#include "model/parameters.h"
#include "scenario/scenario.h"
#include "step/trainingloop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace plimsoll {

namespace {

struct Sibling
{
    ModelSpec model;
    std::string line; // the family as the catalog names it, without its number: "Llama"
    double parameters = 0;
};

std::int64_t recorded(const ModelSpec& model)
{
    Scenario scenario;
    scenario.model = model;
    scenario.training.stack = Stack::Transformers;
    scenario.training.optimizer = Optimizer::Sgd;
    scenario.training.microBatch = 1;
    scenario.training.sequenceLength = 2;
    if (checkSizes(scenario))
        return std::numeric_limits<std::int64_t>::max(); // more than can be counted
    return step::record(scenario, {}, step::Recording::SteadyStep).parameters;
}

// The catalog's models whose own code is known, smallest first; counted once.
const std::vector<Sibling>& catalogued()
{
    static const std::vector<Sibling> all = [] {
        std::vector<Sibling> siblings;
        for (const CatalogModel& entry : modelCatalog()) {
            const Result<Preset> preset = readPreset(entry);
            if (preset && preset->remarks.empty())
                siblings.push_back({preset->model, entry.family, static_cast<double>(recorded(preset->model))});
        }
        std::ranges::stable_sort(siblings, {}, &Sibling::parameters);
        return siblings;
    }();
    return all;
}

// Of the same family; and where there are such, with the same vocabulary or of the same line ("Qwen2.5").
std::vector<Sibling> siblingsOf(const ModelSpec& model)
{
    const CatalogModel* entry = findModel(model.name);
    const std::string_view line = entry ? std::string_view(entry->family) : std::string_view();
    std::vector<Sibling> near;
    std::vector<Sibling> all;
    for (const Sibling& each : catalogued()) {
        if (each.model.family != model.family)
            continue;
        all.push_back(each);
        if (each.model.vocab == model.vocab || each.line == line)
            near.push_back(each);
    }
    std::vector<Sibling>& siblings = near.empty() ? all : near;
    // Of several of one size the model itself stays, else the first.
    std::ranges::stable_sort(siblings, [&model](const Sibling& a, const Sibling& b) {
        return a.parameters != b.parameters ? a.parameters < b.parameters
                                            : a.model.name == model.name && b.model.name != model.name;
    });
    const auto repeated = std::ranges::unique(siblings, {}, &Sibling::parameters);
    siblings.erase(repeated.begin(), repeated.end());
    return std::move(siblings);
}

ModelSpec withDropoutOf(ModelSpec model, const ModelSpec& other)
{
    model.attentionDropout = other.attentionDropout;
    model.residualDropout = other.residualDropout;
    model.embeddingDropoutRate = other.embeddingDropoutRate;
    return model;
}

// As many layers as come closest.
ModelSpec withLayersFor(ModelSpec model, double parameters)
{
    ModelSpec deeper = model;
    ++deeper.layers;
    const auto now = static_cast<double>(recorded(model));
    const double layer = static_cast<double>(recorded(deeper)) - now;
    const std::int64_t more = std::llround((parameters - now) / std::max(layer, 1.0));
    if (more == 0)
        return model;
    model.layers = std::clamp<std::int64_t>(model.layers + more, 1, 10'000);
    if (model.experts)
        model.experts->firstDenseLayers = std::min(model.experts->firstDenseLayers, model.layers);
    model.name.clear();
    return model;
}

} // namespace

std::int64_t parametersOf(const ModelSpec& model)
{
    return model.family == Family::Plain ? plainParameterCount(model) : recorded(model);
}

std::vector<double> sizesOf(const ModelSpec& model)
{
    std::vector<double> sizes;
    if (model.family == Family::Plain) {
        for (const Shape& shape : shapeLadder())
            sizes.push_back(static_cast<double>(plainParameterCount(inShape(model, shape))));
        return sizes;
    }
    for (const Sibling& each : siblingsOf(model))
        sizes.push_back(each.parameters);
    if (sizes.empty())
        sizes.push_back(static_cast<double>(parametersOf(model)));
    return sizes;
}

ModelSpec inSize(const ModelSpec& model, double parameters)
{
    if (model.family == Family::Plain)
        return withParameters(model, parameters);
    const std::vector<Sibling> siblings = siblingsOf(model);
    if (siblings.empty())
        return withLayersFor(model, parameters);
    const Sibling& nearest = *std::ranges::min_element(siblings, {}, [parameters](const Sibling& each) {
        return std::abs(std::log(each.parameters / std::max(parameters, 1.0)));
    });
    if (nearest.parameters == static_cast<double>(parametersOf(model)) && parameters == nearest.parameters)
        return model;
    return withLayersFor(withDropoutOf(nearest.model, model), parameters);
}

} // namespace plimsoll
