// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/difference.h"

#include "advice/stops.h"
#include "scenario/scenariofile.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace plimsoll {

namespace json = boost::json;

namespace {

// A place in the scenario file: "training.micro_batch", or "model" as a whole.
struct Field
{
    std::string section;
    std::string key; // empty for the whole section

    std::string path() const { return key.empty() ? section : section + '.' + key; }
};

const json::value* find(const json::object& root, const Field& field)
{
    const json::value* section = root.if_contains(field.section);
    if (!section || field.key.empty())
        return section;
    const json::object* object = section->if_object();
    return object ? object->if_contains(field.key) : nullptr;
}

// Puts what stands there in the one file into the other, also where nothing does.
void copyField(json::object& to, const json::object& from, const Field& field)
{
    const json::value* value = find(from, field);
    if (field.key.empty()) {
        value ? static_cast<void>(to[field.section] = *value) : static_cast<void>(to.erase(field.section));
        return;
    }
    json::value& section = to[field.section];
    if (!section.is_object())
        section.emplace_object();
    value ? static_cast<void>(section.get_object()[field.key] = *value)
          : static_cast<void>(section.get_object().erase(field.key));
}

std::vector<Field> differingFields(const json::object& before, const json::object& after)
{
    std::vector<Field> fields;
    const auto add = [&](const Field& field) {
        const json::value* a = find(before, field);
        const json::value* b = find(after, field);
        if (!a != !b || (a && *a != *b))
            fields.push_back(field);
    };
    add({"model", {}});
    for (const char* section : {"training", "parallelism", "memory", "software"}) {
        std::vector<std::string> keys;
        for (const json::object* root : {&after, &before})
            if (const json::value* value = root->if_contains(section); value && value->is_object())
                for (const auto& member : value->get_object())
                    if (std::ranges::find(keys, std::string(member.key())) == keys.end())
                        keys.emplace_back(member.key());
        for (const std::string& key : keys)
            add({section, key});
    }
    return fields;
}

// How people read the field's value: the lever's stop, else what stands in the file.
std::string valueIn(const Scenario& scenario, const json::object& file, const Field& field)
{
    if (field.section == "model")
        return inWords(scenario).substr(0, inWords(scenario).find(" · "));
    for (const LeverStop& stop : leverStops(scenario, field.path()))
        if (stop.isCurrent)
            return stop.label;
    const json::value* value = find(file, field);
    if (!value)
        return "as usual";
    return value->is_string() ? std::string(value->get_string()) : json::serialize(*value);
}

std::string labelOf(const Field& field)
{
    if (field.section == "model")
        return "model";
    if (const StopLever* lever = findStopLever(field.path()))
        return std::string(lever->label);
    std::string words = field.key;
    std::ranges::replace(words, '_', ' ');
    return words;
}

} // namespace

std::vector<DifferenceStep> differenceSteps(const Scenario& before, const Scenario& after)
{
    json::object root = json::parse(writeScenario(before)).get_object();
    const json::object goal = json::parse(writeScenario(after)).get_object();
    const json::object start = root;
    std::vector<DifferenceStep> steps;
    DifferenceStep step;
    for (const Field& field : differingFields(start, goal)) {
        copyField(root, goal, field);
        step.paths.push_back(field.path());
        step.label += (step.label.empty() ? "" : ", ") + labelOf(field) + ": " + valueIn(before, start, field) + " → "
            + valueIn(after, goal, field);
        Result<ScenarioFile> read = readScenario(json::serialize(root), {});
        if (!read)
            continue; // only together with what follows
        step.scenario = std::move(read->scenario);
        steps.push_back(std::move(step));
        step = {};
    }
    if (!steps.empty() || !step.paths.empty()) {
        if (!step.paths.empty())
            steps.push_back(std::move(step));
        steps.back().scenario = after;
    }
    return steps;
}

Difference::Difference(const Scenario& before, Bytes totalBefore, const Estimate& after, std::vector<Device> devices)
    : m_steps(differenceSteps(before, after.scenario)),
      m_total(totalBefore),
      m_end(after.total),
      m_devices(std::move(devices))
{
}

bool Difference::advance()
{
    if (m_next == m_steps.size())
        return false;
    DifferenceStep step = m_steps[m_next++];
    const bool isLast = m_next == m_steps.size();
    m_pendingLabel += (m_pendingLabel.empty() ? "" : ", ") + step.label;
    m_pendingPaths.insert(m_pendingPaths.end(), step.paths.begin(), step.paths.end());
    std::optional<Bytes> total;
    if (isLast)
        total = m_end;
    else if (const Result<Estimate> counted = estimate(step.scenario, m_devices))
        total = counted->total;
    if (!total)
        return true;
    step.label = std::exchange(m_pendingLabel, {});
    step.paths = std::exchange(m_pendingPaths, {});
    m_terms.push_back({std::move(step), m_total, *total});
    m_total = *total;
    return !isLast;
}

} // namespace plimsoll
