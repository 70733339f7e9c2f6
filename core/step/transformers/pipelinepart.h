// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/layerplan.h"
#include "step/transformers/decoder.h"

#include <optional>

namespace plimsoll::step {

// Which part of a model's layers, of how many.
struct PartOf
{
    std::int64_t part = 0;
    std::int64_t parts = 1;

    bool isFirst() const { return part == 0; }
    bool isLast() const { return part == parts - 1; }
};

// Some layers of a decoder, as one stage of a pipeline has them: the first part begins with the embedding, the last one
// ends with norm, head and loss. A model of so many layers is made, of which the part keeps what it needs; a tied
// matrix is kept at both ends.
class PipelinePart
{
public:
    // scenario: with as many layers as the part has.
    PipelinePart(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers, DecoderRules rules,
                 PartOf part);

    const PartOf& place() const { return m_part; }
    // input: token ids in the first part, else what the part before sent. The last part returns the loss.
    Tensor operator()(Tensor input, const Tensor& labels, const Tensor& positions) const;

private:
    ModelSpec m_model;
    Attention m_attention;
    DecoderRules m_rules;
    PartOf m_part;
    std::optional<Embedding> m_embedding;
    LayerStack m_blocks;
    std::optional<Normalization> m_norm;
    std::optional<Linear> m_head;
};

} // namespace plimsoll::step
