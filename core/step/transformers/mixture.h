// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/mergedparameter.h"
#include "step/modules.h"
#include "step/transformers/layers.h"

// Mixtures of experts as transformers runs them by default: all experts' weights in two parameters, tokens sorted by
// expert, one grouped product for each half (integrations/moe.py, grouped_mm_experts_forward). Nothing depends on where
// tokens go.
namespace plimsoll::step {

// What a router returns. Of T tokens and k experts a token: weights and indices are [T, k].
struct Routing
{
    Tensor logits; // held by the calling block's frame
    Tensor weights;
    Tensor indices;
};

// A token's product of gate and up halves, [T·k, 2·ffn] to [T·k, ffn].
using ExpertGate = Tensor (*)(const Tensor& gateUp);
Tensor gateBySilu(const Tensor& gateUp);

struct ExpertRules
{
    bool byInputs = false; // weights lie [experts, in, out]
    bool bias = false;
    ExpertGate gate = gateBySilu;
};

class Experts
{
public:
    Experts(ParameterFactory& factory, const ModelSpec& model, ExpertRules rules = {});

    // hidden: [T, hidden]
    Tensor operator()(Tensor hidden, Tensor indices, Tensor weights) const;

private:
    void planAdapters(ParameterFactory& factory, const ModelSpec& model);
    static Tensor runFused(const Tensor& hidden, const Tensor& indices, const Tensor& weights, MergedParameter& gateUp,
                           MergedParameter& down);
    Tensor run(const Tensor& hidden, const Tensor& indices, const Tensor& weights, MergedParameter& gateUp,
               MergedParameter& down) const;
    Tensor product(const Tensor& x, const Tensor& weights, const Tensor& offsets, const Tensor& biases) const;

    ExpertRules m_rules;
    bool m_fused; // Liger's
    std::int64_t m_experts;
    Tensor m_gateUp;
    Tensor m_gateUpBias;
    Tensor m_down;
    Tensor m_downBias;
    std::shared_ptr<const Adapter> m_gateUpAdapter;
    std::shared_ptr<const Adapter> m_downAdapter;
};

// A router's weight, [experts, hidden].
class RouterWeight
{
public:
    RouterWeight(ParameterFactory& factory, const ModelSpec& model, DType dtype);

    MergedParameter operator()() const { return {m_weight, m_adapter.get()}; }

private:
    Tensor m_weight;
    std::shared_ptr<const Adapter> m_adapter;
};

// The highest of x's last dimension, without where they are.
Tensor topValues(const Tensor& x, std::int64_t count);

} // namespace plimsoll::step
