// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/layerstack.h"

#include <utility>

namespace plimsoll::step {

LayerStack::LayerStack(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& plan,
                       const LayerMaker& make)
    : m_plan(plan),
      m_checkpointing(std::in_place, scenario.training, scenario.model.layers)
{
    m_layers.reserve(static_cast<std::size_t>(plan.recorded));
    for (std::int64_t i = 0; i < plan.recorded; ++i) {
        factory.tape().setLayer(plan.groupOf(i));
        m_layers.push_back(make(factory, plan.layerOf(i)));
    }
    factory.tape().setLayer(noLayer);
}

BlockOutput LayerStack::operator()(Tensor stream, const std::function<LayerInputs(std::int64_t layer)>& inputsOf) const
{
    Tape& tape = stream.tape();
    BlockOutput output;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const auto recorded = static_cast<std::int64_t>(i);
        const std::int64_t number = m_plan.layerOf(recorded);
        tape.setLayer(m_plan.groupOf(recorded));
        const DecoderLayer& layer = *m_layers[i];
        const LayerInputs inputs = inputsOf(number);
        const auto call = [&layer, inputs](Tensor x) { return layer(std::move(x), inputs); };
        output = m_checkpointing->run(number, call, stream,
                                      {inputs.rotary.cos, inputs.rotary.sin,
                                       inputs.maskByKeyword ? inputs.mask : Tensor(), inputs.positions, inputs.alibi});
        stream = output.hidden;
    }
    tape.setLayer(noLayer);
    return output;
}

} // namespace plimsoll::step
