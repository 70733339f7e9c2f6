// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/megatron/parameters.h"
#include "step/nanotron/group.h"

namespace plimsoll::step::nanotron {

using megatron::Parameters;

// A LlamaDecoderLayer (nanotron/models/llama.py).
class Layer
{
public:
    Layer(Parameters& parameters, const Scenario& scenario, const Group& group);

    // x: [sequence, batch, hidden]; mask: [batch, sequence]
    Tensor operator()(const Tensor& x, const Tensor& mask) const;

private:
    Tensor attend(const Tensor& x, const Tensor& mask) const;
    Tensor feed(const Tensor& x) const;

    ModelSpec m_model;
    Group m_group;
    Tensor m_norm1;
    Tensor m_qkv;
    Tensor m_projection;
    Tensor m_norm2;
    Tensor m_up; // gate and up side by side
    Tensor m_down;
    // Of the rotary module that inference uses, and of flash-attn's, whose first call makes them.
    Tensor m_angles;
    Tensor m_frequencies;
    Tensor m_cosines;
    Tensor m_sines;
};

} // namespace plimsoll::step::nanotron
