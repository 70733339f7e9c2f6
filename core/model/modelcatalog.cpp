// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/modelcatalog.h"

#include "base/spelling.h"

#include <boost/json.hpp>

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace resource {
std::string_view modelsJson();
}

namespace {

namespace json = boost::json;

constexpr std::size_t mostAlike = 5;

CatalogModel readModel(const json::object& object)
{
    CatalogModel model;
    model.id = object.at("id").as_string();
    model.family = object.at("family").as_string();
    model.kind = object.at("kind").as_string();
    model.config = json::serialize(object.at("config"));
    model.publishedParameters = object.at("published_parameters").to_number<std::int64_t>();
    const json::value* trained = object.if_contains("trained_parameters");
    model.trainedParameters = trained ? trained->to_number<std::int64_t>() : model.publishedParameters;
    model.exact = object.at("exact").as_bool();
    if (const json::value* notes = object.if_contains("notes"))
        model.notes = notes->as_string();
    return model;
}

std::vector<CatalogModel> readCatalog()
{
    const json::value file = json::parse(resource::modelsJson());
    std::vector<CatalogModel> models;
    for (const json::value& entry : file.at("models").as_array())
        models.push_back(readModel(entry.as_object()));
    return models;
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return result;
}

// Without whoever published it: people leave that out.
std::string_view ownName(std::string_view id)
{
    return id.substr(id.find('/') + 1);
}

} // namespace

const std::vector<CatalogModel>& modelCatalog()
{
    static const std::vector<CatalogModel> models = readCatalog();
    return models;
}

const CatalogModel* findModel(std::string_view id)
{
    const std::vector<CatalogModel>& models = modelCatalog();
    const auto found = std::ranges::find(models, id, &CatalogModel::id);
    return found == models.end() ? nullptr : &*found;
}

std::vector<std::string_view> modelsLike(std::string_view asked)
{
    const std::string word = lowered(asked.substr(0, 200));
    std::vector<std::string_view> ids;
    for (const CatalogModel& model : modelCatalog())
        if (!word.empty() && lowered(model.id).find(word) != std::string::npos)
            ids.emplace_back(model.id);
    if (ids.empty()) {
        for (const CatalogModel& model : modelCatalog())
            ids.emplace_back(model.id);
        const std::string own(ownName(word));
        std::ranges::stable_sort(ids, {},
                                 [&own](std::string_view id) { return editDistance(own, lowered(ownName(id))); });
    }
    ids.resize(std::min(ids.size(), mostAlike));
    return ids;
}

} // namespace plimsoll
