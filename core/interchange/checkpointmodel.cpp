// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/format.h"
#include "interchange/checkpointconfig.h"
#include "interchange/modelconfig.h"

#include <boost/json/serialize.hpp>

#include <filesystem>
#include <map>

namespace plimsoll {

namespace json = boost::json;

namespace {

// "1,235,814,400 in BF16, 64 in F32"
std::string contents(const StoredTensors& tensors)
{
    std::map<std::string, std::int64_t> elements;
    for (const StoredTensor& tensor : tensors)
        elements[tensor.dtype] += tensor.elements();
    std::string text;
    for (const auto& [dtype, count] : elements)
        text.append(text.empty() ? "" : ", ").append(formatCount(count)).append(" in ").append(dtype);
    return text;
}

} // namespace

void readCheckpointModel(JsonObjectReader& reader, std::string_view key, ModelSpec& model, JsonFindings& findings)
{
    std::string name;
    reader.text(key, name);
    const std::filesystem::path base = std::filesystem::path(reader.document().file).parent_path();
    const std::string path = (base / name).string();
    if (!isCheckpoint(path))
        return reader.refuse(key, "the path of a .safetensors file, or of a .safetensors.index.json");
    const Result<StoredTensors> tensors = readCheckpoint(path);
    const Result<CheckpointConfig> found
        = tensors ? configOf(*tensors, path) : Result<CheckpointConfig>(tensors.error());
    if (!found) {
        if (!findings.error)
            findings.error = found.error();
        return;
    }
    const std::string text = json::serialize(found->config);
    const Result<JsonDocument> document = parseJson(text, path);
    JsonFindings inner;
    JsonObjectReader config(*document, document->root, {}, inner);
    readModelConfigFields(config, model, inner);
    if (inner.error && !findings.error) {
        findings.error = inner.error;
        findings.error->line = findings.error->column = 0; // of a text that nobody sees
    }
    model.name = std::filesystem::path(name).filename().string();
    const std::string place = toText(reader.pathOf(key));
    findings.defaults.push_back(place + ": " + contents(*tensors));
    for (const std::string& taken : found->taken)
        findings.defaults.push_back(place + '.' + taken);
}

} // namespace plimsoll
