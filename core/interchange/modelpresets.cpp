// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelpresets.h"

#include "interchange/modelconfig.h"

namespace plimsoll {

Result<Preset> readPreset(const CatalogModel& entry)
{
    const Result<JsonDocument> document = parseJson(entry.config, entry.id);
    if (!document)
        return document.error();
    Preset preset;
    JsonFindings findings;
    JsonObjectReader config(*document, document->root, {}, findings);
    readModelConfigFields(config, preset.model, findings);
    if (findings.error)
        return *findings.error;
    preset.model.name = entry.id;
    preset.remarks = std::move(findings.unknown);
    return preset;
}

void readPreset(JsonObjectReader& reader, ModelSpec& model, JsonFindings& findings)
{
    std::string id;
    reader.text("preset", id);
    const CatalogModel* entry = findModel(id);
    if (!entry) {
        const std::vector<std::string_view> near = modelsLike(id);
        reader.refuse("preset", "a model that \"plimsoll models\" lists; nearest: " + listed(near));
        return;
    }
    Result<Preset> preset = readPreset(*entry);
    if (!preset) {
        Error wrong = preset.error();
        wrong.file.clear(); // of a text that nobody sees
        wrong.line = wrong.column = 0;
        reader.refuse("preset", "a model whose config can be read; of this one, " + wrong.message());
        return;
    }
    model = std::move(preset->model);
    for (const std::string& remark : preset->remarks)
        findings.unknown.push_back(entry->id + ": " + remark);
}

bool isPreset(const ModelSpec& model)
{
    const CatalogModel* entry = findModel(model.name);
    if (!entry)
        return false;
    const Result<Preset> preset = readPreset(*entry);
    return preset && preset->model == model;
}

} // namespace plimsoll
