// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/parametertensors.h"

#include "step/tensorparallel.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

ParameterTensors& ParameterTensors::operator=(ParameterTensors&& other)
{
    clear();
    m_entries = std::exchange(other.m_entries, {});
    return *this;
}

void ParameterTensors::clear()
{
    if (m_entries.empty())
        return;
    Tape& tape = m_entries.front().tensor.tape();
    const Place place = tape.place();
    if (m_entries.front().layer != m_entries.back().layer)
        tape.turnAround();
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry) {
        tape.setLayer(entry->layer);
        entry->tensor = {};
    }
    m_entries.clear();
    tape.setPlace(place);
}

ParameterTensors laidOutGradients(const Parameters& parameters)
{
    ParameterTensors list;
    forEach(parameters, [&list](const Tensor& parameter) {
        if (parameter->gradientRows == 0 && !parameter->gradientIsPartial)
            return;
        parameter.tape().operation = "gradient, laid out as the parameter";
        list.add(parameter, laidOutGradient(parameter, parameter.dtype()));
    });
    return list;
}

std::vector<Parameters> groupedByType(const Parameters& parameters)
{
    std::vector<Parameters> groups;
    for (const Tensor& parameter : parameters) {
        const auto sameType = [&parameter](const Parameters& g) { return g.front().dtype() == parameter.dtype(); };
        auto group = std::find_if(groups.begin(), groups.end(), sameType);
        if (group == groups.end())
            group = groups.insert(groups.begin(), Parameters());
        group->push_back(parameter);
    }
    return groups;
}

} // namespace plimsoll::step
