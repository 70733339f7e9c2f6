// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/embeddings.h"

namespace plimsoll::step {

Tensor embedded(const Embedding& tokens, const Tensor& ids, const TrainingPlan& training)
{
    Tensor embeddings = tokens(ids);
    // peft: what goes into a checkpointed block must need a gradient.
    if (training.method != Method::Full && training.checkpointing != Checkpointing::None)
        embeddings->requiresGrad = true;
    return embeddings;
}

Tensor positionIds(Tape& tape, std::int64_t sequence)
{
    tape.operation = "position ids";
    const Tensor range = empty(tape, {sequence}, DType::Int64);
    return empty(tape, {sequence}, DType::Int64);
}

} // namespace plimsoll::step
