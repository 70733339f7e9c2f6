// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/blockcheckpointing.h"
#include "step/layerplan.h"
#include "step/transformers/layers.h"

#include <functional>
#include <memory>
#include <vector>

namespace plimsoll::step {

// Makes layer number `layer` of the model.
using LayerMaker = std::function<std::unique_ptr<DecoderLayer>(ParameterFactory& factory, std::int64_t layer)>;

// A model's recorded layers, run in turn, each checkpointed where the training plan wants it.
class LayerStack
{
public:
    LayerStack() = default;
    // firstBlock: where the model has blocks before.
    LayerStack(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& plan, const LayerMaker& make,
               std::int32_t firstBlock = 0);

    // What the last layer returns. inputsOf gives each layer's inputs beside the residual stream.
    BlockOutput operator()(Tensor stream, const std::function<LayerInputs(std::int64_t layer)>& inputsOf) const;

private:
    LayerPlan m_plan;
    std::optional<BlockCheckpointing> m_checkpointing;
    std::vector<std::unique_ptr<DecoderLayer>> m_layers;
};

} // namespace plimsoll::step
