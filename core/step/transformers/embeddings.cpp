// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/embeddings.h"

namespace plimsoll::step {

Tensor embedded(const Embedding& tokens, const Tensor& ids, const TrainingPlan& training)
{
    Tensor embeddings = tokens(ids);
    // peft's enable_input_require_grads(): what goes into a reentrant call must need a gradient. transformers asks for
    // it wherever it checkpoints all blocks itself.
    const bool asked = training.checkpointing == Checkpointing::Full
        || (training.checkpointing != Checkpointing::None && training.reentrant);
    if (training.method != Method::Full && asked)
        embeddings->requiresGrad = true;
    return embeddings;
}

Tensor positionIds(Tape& tape, std::int64_t sequence)
{
    tape.operation = "position ids";
    const Tensor range = empty(tape, {sequence}, DType::Int64);
    return empty(tape, {sequence}, DType::Int64);
}

Tensor givenPositions(const Tensor& ids)
{
    ids.tape().operation = "position ids";
    return empty(ids.tape(), {ids.size(1)}, DType::Int64);
}

} // namespace plimsoll::step
