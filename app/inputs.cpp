// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs.h"

#include "memory/device.h"
#include "output.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <optional>

namespace plimsoll::app {

namespace {

// Ids of the catalog that hold what was asked for, for "h100"; else how to see them all.
std::string devicesLike(std::string_view asked)
{
    std::string ids;
    for (const Device& device : deviceCatalog()) {
        if (!asked.empty() && device.id.find(asked) != std::string::npos)
            ids.append(ids.empty() ? "" : ", ").append(device.id);
    }
    return ids.empty() ? "an id that \"plimsoll devices\" lists" : "one of " + ids;
}

// The devices of these ids: the file's own, or the catalog's.
Result<std::vector<Device>> devicesAsked(std::span<const std::string> ids, std::span<const Device> ofFile)
{
    std::vector<Device> devices;
    for (const std::string& id : ids) {
        const auto own = std::ranges::find(ofFile, id, &Device::id);
        const Device* device = own == ofFile.end() ? findDevice(id) : &*own;
        const std::optional<Device> ofSize = deviceOfSize(id);
        if (!device && ofSize)
            device = &*ofSize;
        if (!device)
            return usageError("--device", inQuotes(id), devicesLike(id));
        devices.push_back(*device);
    }
    return devices;
}

// "runs.json", or "runs.json[2]" where the file holds several scenarios.
std::string nameOf(const std::string& file, std::size_t index, std::size_t count)
{
    const std::string name = file == "-" ? "standard input" : file;
    return count > 1 ? name + '[' + std::to_string(index) + ']' : name;
}

// An error of the engine, which knows of no files.
Error inFile(Error error, const std::string& name)
{
    if (error.file.empty())
        error.file = name;
    return error;
}

// A value that --set gives is no default any more.
void dropDefault(std::vector<std::string>& defaults, std::string_view assignment)
{
    const std::string start = std::string(assignment.substr(0, assignment.find('='))) + ": ";
    std::erase_if(defaults, [&](const std::string& line) { return line.starts_with(start); });
}

bool holdsArray(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    return start != std::string_view::npos && text[start] == '[';
}

class Reader
{
public:
    Reader(std::span<const std::string> devices, std::span<const std::string> assignments)
        : m_deviceIds(devices),
          m_assignments(assignments)
    {
    }

    void read(const std::string& file)
    {
        const Result<std::string> text = readScenarioText(file);
        if (!text)
            return addBad(nameOf(file, 0, 1), text.error());
        const std::vector<Result<ScenarioFile>> scenarios = readScenarios(*text, file);
        m_inputs.asList = m_inputs.asList || (holdsArray(*text) && !isOneError(scenarios));
        for (std::size_t i = 0; i < scenarios.size(); ++i) {
            const std::string name = nameOf(file, i, scenarios.size());
            if (scenarios[i])
                add(*scenarios[i], name);
            else
                addBad(name, scenarios[i].error());
        }
    }

    Inputs finish() { return std::move(m_inputs); }

private:
    void addBad(const std::string& name, const Error& error)
    {
        m_inputs.entries.push_back({name, error});
        m_inputs.defaults.emplace_back();
        raise(refuse(error));
    }

    void add(ScenarioFile file, const std::string& name)
    {
        for (const std::string& warning : file.warnings)
            complain(name + ": " + warning);
        for (const std::string& assignment : m_assignments) {
            Result<Scenario> changed = withValue(file.scenario, assignment);
            if (!changed)
                return addBad(name, changed.error());
            file.scenario = std::move(*changed);
            dropDefault(file.defaults, assignment);
        }
        if (!m_deviceIds.empty()) {
            Result<std::vector<Device>> chosen = devicesAsked(m_deviceIds, file.devices);
            if (!chosen)
                return addBad(name, chosen.error());
            file.devices = std::move(*chosen);
        }
        const std::vector<Device>& asked = file.devices;
        Result<Estimate> result = estimate(file.scenario, asked.empty() ? defaultTiers() : asked);
        if (!result)
            return addBad(name, inFile(result.error(), name));
        result->warnings.insert(result->warnings.end(), file.warnings.begin(), file.warnings.end());
        if (!asked.empty() && std::ranges::any_of(result->devices, isOom))
            raise(ExitStatus::DoesNotFit);
        m_inputs.entries.push_back({file.scenario.name.empty() ? name : file.scenario.name, std::move(result)});
        m_inputs.defaults.push_back(std::move(file.defaults));
    }

    // What is wrong with the text as a whole, not with a scenario in it.
    // The text as a whole is wrong: the error lies outside any one scenario, or in lists within lists.
    static bool isOneError(const std::vector<Result<ScenarioFile>>& scenarios)
    {
        if (scenarios.size() != 1 || scenarios.front())
            return false;
        const std::string& path = scenarios.front().error().path;
        return path.empty() || path.starts_with("[0][");
    }

    static bool isOom(const DeviceVerdict& verdict) { return verdict.verdict == Verdict::Oom; }

    // Bad input outweighs a scenario that does not fit.
    void raise(ExitStatus status)
    {
        if (m_inputs.status != ExitStatus::BadInput)
            m_inputs.status = status;
    }

    std::span<const std::string> m_deviceIds;
    std::span<const std::string> m_assignments;
    Inputs m_inputs;
};

constexpr std::array<std::string_view, 2> textOrJson{"text", "json"};
constexpr std::array<std::string_view, 2> unitIds{"GB", "GiB"}; // in ByteUnit's order

} // namespace

std::vector<Option> inputOptions()
{
    return {{"device", 0, "ID", "judge on this device, as \"plimsoll devices\" lists it, or of this size, as in 24GiB",
             true},
            {"set", 0, "PATH=VALUE", "change a value of the scenario, as in training.micro_batch=64", true}};
}

Result<Inputs> readInputs(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return usageError("FILE", "", "a scenario file, or - for standard input");
    Reader reader(arguments.all("device"), arguments.all("set"));
    for (const std::string& file : arguments.operands)
        reader.read(file);
    Inputs inputs = reader.finish();
    inputs.asList = inputs.asList || arguments.operands.size() > 1;
    return inputs;
}

Option textOrJsonOption(std::string_view what)
{
    return {"format", 0, alternatives(textOrJson), "how to write " + std::string(what) + "; text if not given"};
}

Result<bool> wantsJson(const Arguments& arguments)
{
    const Result<std::size_t> format = choiceOf(arguments, "format", textOrJson);
    if (!format)
        return format.error();
    return textOrJson[*format] == "json";
}

Option unitOption()
{
    return {"unit", 0, alternatives(unitIds), "of rounded figures: 10^9 or 2^30 bytes"};
}

Result<ByteUnit> unitOf(const Arguments& arguments)
{
    const Result<std::size_t> unit = choiceOf(arguments, "unit", unitIds);
    if (!unit)
        return unit.error();
    return static_cast<ByteUnit>(*unit);
}

std::vector<ReportEntry> withDefaults(const Inputs& inputs)
{
    std::vector<ReportEntry> entries = inputs.entries;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::vector<std::string>& defaults = inputs.defaults[i];
        if (entries[i].estimate)
            entries[i].estimate->assumptions.insert(entries[i].estimate->assumptions.end(), defaults.begin(),
                                                    defaults.end());
    }
    return entries;
}

} // namespace plimsoll::app
