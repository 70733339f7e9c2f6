// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/layerstack.h"

#include <utility>

namespace plimsoll::step {

LayerStack::LayerStack(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& plan,
                       const LayerMaker& make, std::int32_t firstBlock)
    : m_plan(plan),
      m_checkpointing(std::in_place, scenario.training, scenario.model.layers)
{
    m_layers.reserve(static_cast<std::size_t>(plan.recorded));
    for (std::int64_t i = 0; i < plan.recorded; ++i) {
        factory.tape().setLayer(plan.groupOf(i));
        factory.tape().block = firstBlock + static_cast<std::int32_t>(i);
        m_layers.push_back(make(factory, plan.layerOf(i)));
    }
    factory.tape().setLayer(noLayer);
    factory.tape().block = -1;
}

BlockOutput LayerStack::operator()(Tensor stream, const std::function<LayerInputs(std::int64_t layer)>& inputsOf) const
{
    return m_checkpointing->run(m_plan, std::move(stream), [&](std::int64_t recorded) {
        const DecoderLayer& layer = *m_layers[static_cast<std::size_t>(recorded)];
        const LayerInputs inputs = inputsOf(m_plan.layerOf(recorded));
        return Block{[&layer, inputs](Tensor x) { return layer(std::move(x), inputs); },
                     {inputs.rotary.cos, inputs.rotary.sin, inputs.maskByKeyword ? inputs.mask : Tensor(),
                      inputs.positions, inputs.alibi}};
    });
}

} // namespace plimsoll::step
