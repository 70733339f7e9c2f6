// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

namespace plimsoll::step::nanotron {

// _ShardedCrossEntropy (nanotron/parallel/tensor_parallel/functional.py) of each token; of logits [sequence, batch,
// vocabulary] in fp32 each GPU has some columns.
Tensor shardedLoss(const Tensor& logits, const Tensor& labels);

} // namespace plimsoll::step::nanotron
