// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "model/modelcatalog.h"
#include "model/modelspec.h"

namespace plimsoll {

// A model of the catalog as the engine reads its config, and what reading it had to say.
struct Preset
{
    ModelSpec model;
    std::vector<std::string> remarks;
};

Result<Preset> readPreset(const CatalogModel& model);

// Reads a scenario's "preset": the id of a model in the catalog.
void readPreset(JsonObjectReader& reader, ModelSpec& model, JsonFindings& findings);

// Whether the model is the catalog's of its name, unchanged.
bool isPreset(const ModelSpec& model);

} // namespace plimsoll
