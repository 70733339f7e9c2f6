// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

namespace plimsoll::step {

struct ModelOutput
{
    Tensor loss;
    Tensor logits;       // as the model returns them; none where the loss never makes them
    Tensor encoded = {}; // what an encoder made, which goes when the logits do
};

// A model with its loss, as a training loop calls it.
class LanguageModel
{
public:
    virtual ~LanguageModel() = default;
    // ids: [B, S], int64; they are the labels too. The loss begins the tape's phase of that name.
    virtual ModelOutput operator()(const Tensor& ids) const = 0;
    // Where the model returns no loss: as the training loop makes it.
    virtual Tensor lossOf(const Tensor&, const Tensor&) const { return {}; }

    Tensor positionsOfBatch; // [B, S], where rows hold several sequences: the batch brings them
};

} // namespace plimsoll::step
