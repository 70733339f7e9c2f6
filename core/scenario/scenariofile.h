// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/textfile.h"
#include "memory/device.h"
#include "scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// A scenario as a file gives it (design: scenario file, version 1).
struct ScenarioFile
{
    Scenario scenario;
    std::vector<Device> devices;       // as the file asks for them; empty where it asks for none
    std::vector<std::string> defaults; // "training.precision: bf16-autocast": each default that was taken
    std::vector<std::string> warnings; // unknown keys, by name
    bool isModel = false;              // a model's config.json or checkpoint stands in a scenario's place
};

// fileName: for messages, and where a model's config is looked for.
Result<ScenarioFile> readScenario(std::string_view text, const std::string& fileName);

// The text of a scenario file; for a checkpoint, of a scenario that trains it.
Result<std::string> readScenarioText(const std::string& path);

// One scenario, or an array of them, each good or bad by itself. A text that is no JSON is one error.
std::vector<Result<ScenarioFile>> readScenarios(std::string_view text, const std::string& fileName);

// The file that readScenario() reads back as the same scenario and devices.
std::string writeScenario(const Scenario& scenario, std::span<const Device> devices = {});

// The scenario with one field set, as in "training.micro_batch=64"; checked like a file's.
Result<Scenario> withValue(const Scenario& scenario, std::string_view assignment);

} // namespace plimsoll
