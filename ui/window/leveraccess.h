// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/lever.h"

#include <type_traits>

// How the rows of the lever tables reach into the scenario.
namespace plimsoll::ui::access {

// The member at the end of a path of members.
template <auto First, auto... Rest, class Struct>
auto& reach(Struct& object)
{
    if constexpr (sizeof...(Rest) == 0)
        return object.*First;
    else
        return reach<Rest...>(object.*First);
}

template <auto... Path>
double readMember(const Scenario& scenario)
{
    return static_cast<double>(reach<Path...>(scenario));
}

template <auto... Path>
void writeMember(Scenario& scenario, double value)
{
    auto& member = reach<Path...>(scenario);
    member = static_cast<std::remove_reference_t<decltype(member)>>(value);
}

template <auto Member>
double readBytes(const Scenario& scenario)
{
    return (scenario.memory.*Member).toDouble();
}

template <auto Member>
void writeBytes(Scenario& scenario, double value)
{
    scenario.memory.*Member = Bytes(static_cast<std::int64_t>(value));
}

// Below zero: unset.
template <auto Member>
double readOptionalBytes(const Scenario& scenario)
{
    return scenario.memory.*Member ? (scenario.memory.*Member)->toDouble() : -1;
}

template <auto Member>
void writeOptionalBytes(Scenario& scenario, double value)
{
    (scenario.memory.*Member).reset();
    if (value >= 0)
        scenario.memory.*Member = Bytes(static_cast<std::int64_t>(value));
}

template <auto... Path>
std::string readString(const Scenario& scenario)
{
    return reach<Path...>(scenario);
}

template <auto... Path>
void writeString(Scenario& scenario, const std::string& text)
{
    reach<Path...>(scenario) = text;
}

// A number or a switch.
template <auto... Path>
constexpr Lever member(Lever lever)
{
    lever.read = &readMember<Path...>;
    lever.write = &writeMember<Path...>;
    return lever;
}

template <auto... Path>
constexpr Lever text(Lever lever)
{
    lever.kind = LeverKind::Text;
    lever.readText = &readString<Path...>;
    lever.writeText = &writeString<Path...>;
    return lever;
}

template <auto... Path>
constexpr Lever model(Lever lever)
{
    lever.group = LeverGroup::Model;
    return member<&Scenario::model, Path...>(lever);
}

template <auto... Path>
constexpr Lever training(Lever lever)
{
    return member<&Scenario::training, Path...>(lever);
}

template <auto... Path>
constexpr Lever parallelism(Lever lever)
{
    lever.group = LeverGroup::Parallel;
    return member<&Scenario::parallelism, Path...>(lever);
}

template <auto... Path>
constexpr Lever memory(Lever lever)
{
    lever.group = LeverGroup::Memory;
    return member<&Scenario::memory, Path...>(lever);
}

constexpr Lever sizeOf(Lever lever)
{
    lever.group = LeverGroup::Memory;
    lever.quantity = Quantity::Bytes;
    lever.least = 0;
    lever.most = 1e15;
    return lever;
}

template <auto Member>
constexpr Lever bytes(Lever lever)
{
    lever.read = &readBytes<Member>;
    lever.write = &writeBytes<Member>;
    return sizeOf(lever);
}

template <auto Member>
constexpr Lever optionalBytes(Lever lever)
{
    lever.read = &readOptionalBytes<Member>;
    lever.write = &writeOptionalBytes<Member>;
    return sizeOf(lever);
}

template <class Enum>
constexpr Lever choiceOf(Lever lever)
{
    lever.kind = LeverKind::Choice;
    lever.choices = &choices<Enum>;
    return lever;
}

constexpr Lever switchOf(Lever lever)
{
    lever.kind = LeverKind::Switch;
    return lever;
}

} // namespace plimsoll::ui::access
