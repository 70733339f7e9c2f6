// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenariofile.h"

#include "base/jsonreader.h"
#include "base/utf8.h"
#include "interchange/safetensors.h"
#include "scenario/scenarioreader.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <filesystem>

namespace plimsoll {

namespace json = boost::json;

namespace {

Result<ScenarioFile> readOne(const JsonDocument& document, const json::value& value, const JsonPath& path)
{
    ScenarioFile file;
    JsonFindings findings;
    JsonObjectReader reader(document, value, path, findings);
    if (!reader.isObject() && !findings.error)
        findings.error = document.errorAt(path, "an object with a model", shown(value));
    if (reader.isObject())
        readScenarioFields(reader, file, findings);
    if (findings.error)
        return *findings.error;
    file.defaults = std::move(findings.defaults);
    file.warnings = std::move(findings.unknown);
    return file;
}

} // namespace

Result<std::string> readScenarioText(const std::string& path)
{
    if (!isCheckpoint(path))
        return readWholeFile(path);
    json::object root;
    root["model"] = json::object{{"safetensors", std::filesystem::path(path).filename().string()}};
    return json::serialize(root);
}

Result<ScenarioFile> readScenario(std::string_view text, const std::string& fileName)
{
    const Result<JsonDocument> document = parseJson(text, fileName);
    if (!document)
        return document.error();
    return readOne(*document, document->root, {});
}

std::vector<Result<ScenarioFile>> readScenarios(std::string_view text, const std::string& fileName)
{
    const Result<JsonDocument> document = parseJson(text, fileName);
    if (!document)
        return {document.error()};
    const json::array* list = document->root.if_array();
    if (!list)
        return {readOne(*document, document->root, {})};
    if (list->empty())
        return {document->errorAt({}, "at least one scenario", "an empty list")};
    std::vector<Result<ScenarioFile>> scenarios;
    for (std::size_t i = 0; i < list->size(); ++i)
        scenarios.push_back(readOne(*document, (*list)[i], {i}));
    return scenarios;
}

Result<Scenario> withValue(const Scenario& scenario, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    Error error;
    error.path = std::string(assignment.substr(0, equals));
    error.found = quotedText(assignment);
    error.expected = "a field and its value, as in training.micro_batch=64";
    if (equals == std::string_view::npos || error.path.empty())
        return error;
    if (error.path == "devices") {
        error.expected = "a field of the scenario: devices are asked for beside it";
        return error;
    }

    const std::string valueText(assignment.substr(equals + 1));
    boost::system::error_code notJson;
    json::value value = json::parse(valueText, notJson);
    if (notJson)
        value = json::string(valueText);

    json::value root = json::parse(writeScenario(scenario));
    json::value* at = &root;
    for (std::size_t start = 0; start <= error.path.size();) {
        const std::size_t dot = std::min(error.path.find('.', start), error.path.size());
        if (at->is_null())
            at->emplace_object();
        if (!at->is_object() || dot == start)
            return error;
        at = &at->get_object()[error.path.substr(start, dot - start)];
        start = dot + 1;
    }
    *at = std::move(value);

    Result<ScenarioFile> changed = readScenario(json::serialize(root), {});
    if (!changed) {
        Error wrong = changed.error();
        wrong.line = wrong.column = 0; // of a text that nobody sees
        return wrong;
    }
    const auto isAboutPath = [&error](const std::string& warning) {
        return (error.path + '.').starts_with(warning.substr(0, warning.find(": not known")) + '.');
    };
    if (std::ranges::any_of(changed->warnings, isAboutPath)) {
        error.expected = "a field of the scenario file";
        error.found = quotedText(error.path);
        return error;
    }
    return changed->scenario;
}

} // namespace plimsoll
