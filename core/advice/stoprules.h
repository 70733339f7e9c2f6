// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/stops.h"
#include "scenario/choices.h"

// How a lever's stops come about: what the table of levers is made of.
namespace plimsoll::stoprules {

inline bool always(const Scenario&)
{
    return true;
}

struct Rule
{
    StopLever lever;
    std::vector<LeverStop> (*stops)(const Scenario&, const Rule&);
    std::string_view cost = "";                      // of levers whose stops have none of their own
    bool (*applies)(const Scenario&) = &always;      // whether the lever moves anything
    std::int64_t (*read)(const Scenario&) = nullptr; // of counts
};

// Values as --set reads them, with their labels and costs; those that the scenario refuses are left out.
class Stops
{
public:
    Stops(const Scenario& scenario, const Rule& rule)
        : m_scenario(scenario),
          m_rule(rule)
    {
    }

    void add(std::string_view value, std::string label, std::string_view cost);
    std::vector<LeverStop> take() { return std::move(m_stops); }

private:
    const Scenario& m_scenario;
    const Rule& m_rule;
    std::vector<LeverStop> m_stops;
};

// Powers of two around a count, and the count itself.
std::vector<LeverStop> doublings(const Scenario& scenario, const Rule& rule);
std::vector<LeverStop> modelSizes(const Scenario& scenario, const Rule& rule);
std::vector<LeverStop> bothValues(const Scenario& scenario, const Rule& rule);

constexpr Rule counted(std::int64_t (*read)(const Scenario&), const StopLever& lever, std::string_view cost = "",
                       bool (*applies)(const Scenario&) = &always)
{
    return {lever, &doublings, cost, applies, read};
}

template <class Enum>
std::vector<LeverStop> allValues(const Scenario& scenario, const Rule& rule)
{
    Stops stops(scenario, rule);
    for (const Choice& choice : choices<Enum>())
        stops.add(choice.id, std::string(choice.label), choice.cost);
    return stops.take();
}

bool isQuantized(const Scenario& scenario);
bool hasAdapters(const Scenario& scenario);
bool checkpointsEveryNth(const Scenario& scenario);
bool hasLossChunks(const Scenario& scenario);
bool isCheckpointed(const Scenario& scenario);
bool isPlainBf16(const Scenario& scenario);
bool isSpread(const Scenario& scenario);
bool hasSeveralGpus(const Scenario& scenario);
bool isHybrid(const Scenario& scenario);
bool isReplicated(const Scenario& scenario);
bool isSharded(const Scenario& scenario);
bool isFlat(const Scenario& scenario);
bool isSpreadByParameter(const Scenario& scenario);
bool isMegatron(const Scenario& scenario);
bool splitsNanotron(const Scenario& scenario);
bool cutsSequences(const Scenario& scenario);
bool recomputesLayers(const Scenario& scenario);  // in Megatron, all of each
bool recomputesModules(const Scenario& scenario); // in Megatron, parts of each layer

} // namespace plimsoll::stoprules
