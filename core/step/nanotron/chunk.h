// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/nanotron/layer.h"
#include "step/transformers/pipelinepart.h"

#include <deque>

namespace plimsoll::step::nanotron {

// A micro-batch as the loader hands it over: to the first stage ids, to the last one labels, each with a mask.
struct Batch
{
    Tensor ids;
    Tensor mask;
    Tensor labels;
    Tensor labelMask;
};

// The blocks of a LlamaForTraining (nanotron/models/llama.py) that one stage builds.
class Chunk
{
public:
    Chunk(Parameters& parameters, const Scenario& scenario, PartOf place);

    const PartOf& place() const { return m_place; }
    // input, mask: what the stage before sent. The last stage returns the loss.
    Tensor operator()(const Tensor& input, const Tensor& mask, const Batch& batch) const;

private:
    Tensor embedded(const Tensor& ids) const;
    Tensor throughLayers(Tensor x, const Tensor& mask) const;
    Tensor logitsOf(const Tensor& x) const;
    Tensor lossOf(const Tensor& logits, const Batch& batch) const;

    Group m_group;
    PartOf m_place;
    bool m_recomputes;
    Tensor m_words;
    std::deque<Layer> m_layers;
    Tensor m_norm;
    Tensor m_head;
};

} // namespace plimsoll::step::nanotron
