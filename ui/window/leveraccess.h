// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/lever.h"

#include <type_traits>

// How the rows of the lever table reach into the scenario.
namespace plimsoll::ui::access {

template <auto Part, auto Member>
double readMember(const Scenario& scenario)
{
    return static_cast<double>(scenario.*Part.*Member);
}

template <auto Part, auto Member>
void writeMember(Scenario& scenario, double value)
{
    auto& member = scenario.*Part.*Member;
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

// A number or a switch of the model, the training plan or the memory plan.
template <auto Part, auto Member>
constexpr Lever member(Lever lever)
{
    lever.read = &readMember<Part, Member>;
    lever.write = &writeMember<Part, Member>;
    return lever;
}

template <auto Member>
constexpr Lever model(Lever lever)
{
    lever.group = LeverGroup::Model;
    return member<&Scenario::model, Member>(lever);
}

template <auto Member>
constexpr Lever training(Lever lever)
{
    return member<&Scenario::training, Member>(lever);
}

template <auto Member>
constexpr Lever bytes(Lever lever)
{
    lever.group = LeverGroup::Memory;
    lever.quantity = Quantity::Bytes;
    lever.least = 0;
    lever.most = 1e15;
    lever.read = &readBytes<Member>;
    lever.write = &writeBytes<Member>;
    return lever;
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
