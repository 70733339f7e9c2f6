// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/megatronplan.h"
#include "step/tensor.h"

namespace plimsoll::step::megatron {

// Cross entropy of each token; of logits [sequence, batch, vocabulary] each GPU has some columns.
Tensor vocabularyLoss(const Tensor& logits, const Tensor& labels, MegatronLoss kind);

} // namespace plimsoll::step::megatron
