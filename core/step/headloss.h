// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/modules.h"

// Losses that run the head themselves, so that the logits of all tokens need not be there at once. The training loop
// calls the model's trunk and then one of these, instead of the model's own loss.
namespace plimsoll::step {

// hidden: [B, S, hidden]; ids: [B, S], the labels. Not for Loss::Logits.
Tensor headLoss(Loss loss, std::int64_t chunks, const Linear& head, const Tensor& hidden, const Tensor& ids);

// LigerForCausalLMLoss: labels are padded and shifted, then the fused loss.
Tensor shiftedFusedLoss(const Linear& head, const Tensor& hidden, const Tensor& ids, std::int64_t budget);

} // namespace plimsoll::step
