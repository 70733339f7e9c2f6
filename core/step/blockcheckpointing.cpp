// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/blockcheckpointing.h"

#include <utility>

namespace plimsoll::step {

bool BlockCheckpointing::covers(std::int64_t layer) const
{
    switch (m_training.checkpointing) {
    case Checkpointing::None:
        return false;
    case Checkpointing::Full:
        return true;
    case Checkpointing::EveryNth:
        break;
    }
    return layer % m_training.checkpointEvery == 0;
}

std::int64_t BlockCheckpointing::period(const TrainingPlan& training)
{
    return training.checkpointing == Checkpointing::EveryNth ? training.checkpointEvery : 1;
}

BlockOutput BlockCheckpointing::run(std::int64_t layer, CheckpointedCall block, const Tensor& input,
                                    std::initializer_list<Tensor> keywords) const
{
    if (!covers(layer))
        return block(input);
    return m_training.reentrant ? checkpointReentrant(std::move(block), input, keywords)
                                : checkpoint(std::move(block), input);
}

} // namespace plimsoll::step
