// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/choices.h"
#include "scenario/scenario.h"
#include "window/quantity.h"

#include <span>
#include <string>
#include <vector>

namespace plimsoll::ui {

enum class LeverKind { Number, Choice, Switch, Text };
enum class LeverGroup { Main, Model, Method, Kernels, Training, Parallel, Memory, Document };
inline constexpr std::size_t leverGroupCount = 8;

// One choice of the scenario as the window shows it. Values are numbers: a count, an enumerator's index, or 0 and 1; or
// texts. What is shown is English and translated where it is shown, in the context "Lever".
struct Lever
{
    const char* path;  // in the scenario file and in Error::path
    const char* label; // with its mnemonic
    const char* meaning;
    const char* source = ""; // where the term is explained
    LeverGroup group = LeverGroup::Main;
    LeverKind kind = LeverKind::Number;
    Quantity quantity = Quantity::Count;
    double least = 1;
    double most = 1;
    double (*read)(const Scenario&) = nullptr;
    void (*write)(Scenario&, double) = nullptr;
    std::string (*readText)(const Scenario&) = nullptr;
    void (*writeText)(Scenario&, const std::string&) = nullptr;
    const char* suggestions = ""; // texts that are often taken, between bars
    // Takes the value of another scenario where more goes with it than the value.
    void (*copy)(Scenario& scenario, const Scenario& from) = nullptr;
    // What a lever with a slider stops at, in the slider's order.
    std::vector<double> (*stops)(const Scenario&) = nullptr;
    std::span<const Choice> (*choices)() = nullptr;
    const char* cost = "";      // of a numeric lever; a choice has one for each value
    const char* automatic = ""; // what a value below zero is called, where there is such a value
    // Why moving the lever changes nothing in this scenario; null where it does.
    const char* (*withoutEffect)(const Scenario&) = nullptr;
};

// Every lever, in the order of the window.
std::span<const Lever> levers();

const Lever* findLever(std::string_view path);

// The heading of a group; empty for the six on top.
const char* title(LeverGroup group);

// A value of the lever in words: "4,096", "bf16 autocast", "on".
QString valueText(const Lever& lever, double value);
// Where the lever stands in a scenario.
QString valueIn(const Lever& lever, const Scenario& scenario);

// Whether the lever stands elsewhere in the other scenario, and the scenario with it standing there.
bool differs(const Lever& lever, const Scenario& scenario, const Scenario& other);
Scenario withLeverOf(const Lever& lever, const Scenario& scenario, const Scenario& other);

} // namespace plimsoll::ui
