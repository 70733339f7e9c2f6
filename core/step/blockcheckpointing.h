// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/checkpoint.h"
#include "step/layerplan.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace plimsoll::step {

// A block's call, and the tensors it is given by keyword (see checkpointReentrant).
struct Block
{
    CheckpointedCall call;
    std::vector<Tensor> keywords;
};

// Which of a model's blocks are checkpointed, and how.
class BlockCheckpointing
{
public:
    BlockCheckpointing(const TrainingPlan& training, std::int64_t layers)
        : m_training(training),
          m_segment(segment(training, layers))
    {
    }

    // Runs the recorded blocks in turn, checkpointed or not. What the last one returns.
    BlockOutput run(const LayerPlan& layers, Tensor stream,
                    const std::function<Block(std::int64_t recorded)>& blockOf) const;

    // How many blocks one checkpointed call holds: of √n, as many as there are calls.
    static std::int64_t segment(const TrainingPlan& training, std::int64_t layers);
    // With what period checkpointed calls recur.
    static std::int64_t period(const TrainingPlan& training, std::int64_t layers);

private:
    bool covers(std::int64_t layer) const;
    BlockOutput run(std::int64_t layer, Block block, const Tensor& input) const;

    TrainingPlan m_training;
    std::int64_t m_segment;
};

} // namespace plimsoll::step
