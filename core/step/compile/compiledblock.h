// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/checkpoint.h"

namespace plimsoll::step {

// torch.compile of a block's call: one node of the graph, whose forward and backward are fused. checkpointed: a
// checkpoint within the compiled code, of which backward makes everything again.
Tensor compiledCall(const CheckpointedCall& block, const Tensor& input, bool checkpointed);

} // namespace plimsoll::step
