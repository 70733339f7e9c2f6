// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modellist.h"

#include "base/format.h"
#include "base/jsonwriter.h"
#include "interchange/modelpresets.h"
#include "interchange/report/table.h"

#include <boost/json.hpp>

namespace plimsoll {

namespace json = boost::json;

namespace {

std::string modelType(const json::value& config)
{
    return std::string(config.at("model_type").as_string());
}

} // namespace

std::string modelListText(std::span<const CatalogModel> models)
{
    using report::Align;
    report::Table table{"",
                        {{"id"},
                         {"parameters", Align::Right},
                         {"layers", Align::Right},
                         {"hidden", Align::Right},
                         {"vocabulary", Align::Right},
                         {"type"},
                         {"read as"}},
                        {}};
    for (const CatalogModel& each : models) {
        const std::string type = modelType(json::parse(each.config));
        const Result<Preset> preset = readPreset(each);
        report::Row row{each.id, formatCompact(each.publishedParameters), "", "", "", type, "not read"};
        if (preset) {
            const ModelSpec& model = preset->model;
            row = {each.id,
                   formatCompact(each.publishedParameters),
                   formatCount(model.layers),
                   formatCount(model.hidden),
                   formatCount(model.vocab),
                   type,
                   std::string(info(model.family).label)};
        }
        table.rows.push_back(std::move(row));
    }
    return asText(table);
}

std::string modelListJson(std::span<const CatalogModel> models)
{
    json::array array;
    for (const CatalogModel& each : models) {
        const Result<Preset> preset = readPreset(each);
        json::object object{{"id", each.id},
                            {"family", each.family},
                            {"kind", each.kind},
                            {"parameters", each.publishedParameters},
                            {"exact", each.exact},
                            {"code", nullptr},
                            {"config", json::parse(each.config)}};
        if (preset)
            object["code"] = json::string(info(preset->model.family).modelType);
        array.push_back(std::move(object));
    }
    return toJsonText(array);
}

} // namespace plimsoll
