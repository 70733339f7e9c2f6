// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenariofile.h"

#include "base/jsonreader.h"
#include "scenario/scenarioreader.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

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

Error unreadable(const std::string& path, std::string found)
{
    Error error;
    error.file = path;
    error.expected = "a file that can be read";
    error.found = std::move(found);
    return error;
}

} // namespace

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

Result<std::string> readWholeFile(const std::string& path)
{
    std::ifstream file;
    if (path != "-") {
        errno = 0;
        file.open(path, std::ios::binary);
        if (!file)
            return unreadable(path, errno ? std::strerror(errno) : "nothing there");
    }
    std::istream& in = path == "-" ? std::cin : file;
    const std::size_t most = JsonLimits().bytes;
    std::string text(most + 1, '\0');
    errno = 0;
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad())
        return unreadable(path, errno ? std::strerror(errno) : "a read that failed");
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > most) {
        Error error;
        error.file = path;
        error.expected = "at most " + std::to_string(most >> 20) + " MiB";
        error.found = "more";
        return error;
    }
    text.shrink_to_fit();
    return text;
}

Result<Scenario> withValue(const Scenario& scenario, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    Error error;
    error.path = std::string(assignment.substr(0, equals));
    error.found = std::string(assignment);
    error.expected = "a field and its value, as in training.micro_batch=64";
    if (equals == std::string_view::npos || error.path.empty())
        return error;

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
        if (!at->is_object())
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
    if (!changed->warnings.empty()) {
        error.expected = "a field of the scenario file";
        error.found = error.path;
        return error;
    }
    return changed->scenario;
}

} // namespace plimsoll
