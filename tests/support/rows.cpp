// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/rows.h"

#include "scenario/scenariofile.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <fstream>

namespace plimsoll::test {

namespace json = boost::json;

std::int64_t Row::figure(const char* key) const
{
    return observed.at(key).to_number<std::int64_t>();
}

std::int64_t Row::phasePeak(const char* phase) const
{
    return observed.at("phases").at(phase).at("requested_peak").to_number<std::int64_t>();
}

std::int64_t Row::peakRequested() const
{
    return observed.at("peak").at("requested_bytes").to_number<std::int64_t>();
}

std::int64_t Row::peakAllocated() const
{
    return observed.at("peak").at("allocated_bytes").to_number<std::int64_t>();
}

std::string Row::peakPhase() const
{
    return std::string(observed.at("peak").at("phase").as_string());
}

std::vector<Row> readRows(const std::string& file)
{
    std::ifstream in(file);
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        const json::value value = json::parse(line);
        if (!value.as_object().contains("observed"))
            continue;
        Row row;
        const json::object& scenario = value.at("scenario").as_object();
        row.id = scenario.contains("id") ? std::string(scenario.at("id").as_string()) : std::to_string(rows.size());
        row.observed = value.at("observed").as_object();
        const Result<ScenarioFile> read = readScenario(json::serialize(scenario), row.id);
        if (read)
            row.scenario = read->scenario;
        else
            row.refusal = read.error().message();
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace plimsoll::test
