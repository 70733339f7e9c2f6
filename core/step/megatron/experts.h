// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/megatron/group.h"
#include "step/megatron/parameters.h"

namespace plimsoll::step::megatron {

// A MoELayer with an all-to-all dispatcher and grouped products (core/transformer/moe: moe_layer.py, router.py,
// token_dispatcher.py, experts.py). Each GPU has some of the experts; tokens are sent to them and back.
class Experts
{
public:
    Experts(Parameters& parameters, const Scenario& scenario, const Group& group);

    // [sequence, batch, hidden]
    Tensor operator()(const Tensor& x) const;

private:
    Tensor routed(const Tensor& tokens) const;
    Tensor dispatched(const Tensor& x) const;
    Tensor combined(const Tensor& x, std::int64_t tokens) const;

    Group m_group;
    std::int64_t m_perToken;
    double m_imbalance;
    Tensor m_router;
    Weights m_up;
    Weights m_down;
};

} // namespace plimsoll::step::megatron
