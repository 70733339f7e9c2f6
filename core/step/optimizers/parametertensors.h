// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tape.h"

#include <vector>

namespace plimsoll::step {

using Parameters = std::vector<Tensor>;

// Runs f for each parameter, with the tape in the parameter's layer. A layer's parameters stay one section: it is the
// whole layer that repeats.
template <class F>
void forEach(const Parameters& parameters, F f)
{
    if (parameters.empty())
        return;
    Tape& tape = parameters.front().tape();
    const Place place = tape.place();
    for (const Tensor& parameter : parameters) {
        tape.setLayer(parameter->layer);
        f(parameter);
    }
    tape.setPlace(place);
}

// A list of tensors, one for each parameter, as foreach kernels make them. Python drops a list's
// items from its end; each is counted with its parameter's layer.
class ParameterTensors
{
public:
    ParameterTensors() = default;
    ~ParameterTensors() { clear(); }
    ParameterTensors(ParameterTensors&&) = default;
    // Drops what it holds only when the other list has been made, as an assignment in Python does.
    ParameterTensors& operator=(ParameterTensors&& other);

    void add(const Tensor& parameter, Tensor tensor) { m_entries.push_back({parameter->layer, std::move(tensor)}); }
    void clear();

private:
    struct Entry
    {
        std::int32_t layer;
        Tensor tensor;
    };
    std::vector<Entry> m_entries;
};

// One result of make(parameter) for each parameter.
template <class Make>
ParameterTensors listOf(const Parameters& parameters, Make make)
{
    ParameterTensors list;
    forEach(parameters, [&](const Tensor& parameter) { list.add(parameter, make(parameter)); });
    return list;
}

// What an operation over all parameters makes of gradients that do not lie as their parameters do.
ParameterTensors laidOutGradients(const Parameters& parameters);

// The groups that foreach kernels run on, one for each type; a type met later comes earlier
// (torch.optim.Optimizer._group_tensors_by_device_and_dtype).
std::vector<Parameters> groupedByType(const Parameters& parameters);

} // namespace plimsoll::step
