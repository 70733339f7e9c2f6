// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/megatron/attention.h"
#include "step/megatron/experts.h"
#include "step/megatron/linear.h"
#include "step/megatron/parameters.h"

#include <optional>

namespace plimsoll::step::megatron {

struct Linear
{
    Tensor weight;
    Tensor bias;
};

// One Transformer layer as Megatron-core's specs for GPT put it together (core/models/gpt/gpt_layer_specs.py;
// core/transformer: transformer_layer.py, attention.py, mlp.py).
class Layer
{
public:
    Layer(Parameters& parameters, const Scenario& scenario, const Group& group);

    // [sequence, batch, hidden]; angles: of rotary positions, where the model has them.
    Tensor operator()(Tensor x, const Tensor& angles) const;
    Tape& tape() const { return m_projection.weight.tape(); }

private:
    Tensor attend(const Tensor& x, const Tensor& angles) const;
    Tensor feed(const Tensor& x) const;
    Tensor fed(const Tensor& x) const;
    Tensor columns(const Tensor& x, const Norm& norm, const Linear& linear) const;
    Tensor rowsOf(const Tensor& x, const Tensor& weight) const;

    ModelSpec m_model;
    Group m_group;
    CoreRules m_core;
    bool m_dropout;
    bool m_recomputesMlp;
    Norm m_norm1;
    Linear m_projection;
    Linear m_qkv;
    Norm m_norm2;
    Linear m_up; // gate and up side by side where the MLP is gated
    Linear m_down;
    std::optional<Experts> m_experts; // instead of both
};

// What of the model is dropped in training, and how its norms and positions are.
bool dropsHidden(const ModelSpec& model);
bool hasRotaryPositions(const ModelSpec& model);
bool isGated(const ModelSpec& model);
Norm makeNorm(Parameters& parameters, const char* module, const ModelSpec& model);

} // namespace plimsoll::step::megatron
