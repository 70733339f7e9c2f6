// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command.h"

namespace plimsoll::app {

std::vector<Option> estimateOptions();
ExitStatus runEstimate(const Arguments& arguments, Process process);

std::vector<Option> chartOptions();
ExitStatus runChart(const Arguments& arguments, Process process);

std::vector<Option> reportOptions();
ExitStatus runReport(const Arguments& arguments, Process process);

std::vector<Option> devicesOptions();
ExitStatus runDevices(const Arguments& arguments, Process process);

std::vector<Option> modelsOptions();
ExitStatus runModels(const Arguments& arguments, Process process);

std::vector<Option> solveOptions();
ExitStatus runSolve(const Arguments& arguments, Process process);

std::vector<Option> planOptions();
ExitStatus runPlan(const Arguments& arguments, Process process);

std::vector<Option> explainOomOptions();
ExitStatus runExplainOom(const Arguments& arguments, Process process);

// The window, on a scenario where the words name one.
ExitStatus runWindow(std::span<const std::string> words, Process process);

} // namespace plimsoll::app
