// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "model/modelspec.h"

#include <boost/json/object.hpp>

namespace plimsoll {

// Reads a model's config.json of transformers: reader's field `key` holds the object itself, or its path, relative to
// the file that names it. Keys that do not decide memory are not looked at. A model type that is not known is read as
// the nearest family, and the findings say so.
void readModelConfig(JsonObjectReader& reader, std::string_view key, ModelSpec& model, JsonFindings& findings);

// Reads a checkpoint of safetensors, by its headers alone: reader's field `key` holds the path.
void readCheckpointModel(JsonObjectReader& reader, std::string_view key, ModelSpec& model, JsonFindings& findings);

// Reads the config's own fields.
void readModelConfigFields(JsonObjectReader& config, ModelSpec& model, JsonFindings& findings);

// The config that reads back as the same model.
boost::json::object modelConfig(const ModelSpec& model);

} // namespace plimsoll
