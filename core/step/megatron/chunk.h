// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/megatron/layer.h"
#include "step/transformers/pipelinepart.h"

#include <deque>
#include <optional>

namespace plimsoll::step::megatron {

// A micro-batch as the loader hands it over; a stage between the first and the last one gets none.
struct Batch
{
    Tensor ids;
    Tensor labels;
    Tensor lossMask;
    Tensor positions;
    Tensor attentionMask;
};

// A GPTModel (core/models/gpt/gpt_model.py), or one part of its layers: the first begins with the embedding, the last
// one ends with norm, output layer and loss.
class Chunk
{
public:
    Chunk(Parameters& parameters, const Scenario& scenario, const Group& group, PartOf part);

    const PartOf& place() const { return m_part; }
    // input: what the part before sent. The last part returns the loss.
    Tensor operator()(Tensor input, const Batch& batch) const;

private:
    Tensor embedded(const Batch& batch) const;
    Tensor words(const Tensor& ids) const;
    Tensor throughLayers(Tensor x, const Tensor& angles) const;
    Tensor lossOf(const Tensor& hidden, const Batch& batch) const;

    ModelSpec m_model;
    TrainingPlan m_training;
    Group m_group;
    PartOf m_part;
    std::int64_t m_vocabulary; // padded
    Tensor m_words;
    Tensor m_positions;
    std::deque<Layer> m_layers;
    std::optional<Norm> m_norm;
    Tensor m_output;
    Tensor m_angles;
};

} // namespace plimsoll::step::megatron
