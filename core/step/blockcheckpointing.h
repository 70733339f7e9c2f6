// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/checkpoint.h"

#include <cstdint>

namespace plimsoll::step {

// Which of a model's blocks are checkpointed, and how.
class BlockCheckpointing
{
public:
    BlockCheckpointing(const TrainingPlan& training, std::int64_t layers)
        : m_training(training),
          m_layers(layers)
    {
    }

    // Runs a block, checkpointed or not. keywords: see checkpointReentrant.
    BlockOutput run(std::int64_t layer, CheckpointedCall block, const Tensor& input,
                    std::initializer_list<Tensor> keywords = {}) const;

    // With what period checkpointed blocks recur.
    static std::int64_t period(const TrainingPlan& training);

private:
    bool covers(std::int64_t layer) const;

    TrainingPlan m_training;
    std::int64_t m_layers;
};

} // namespace plimsoll::step
