// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/blockcheckpointing.h"

#include "step/compile/compiledblock.h"
#include "step/flatshard.h"
#include "step/fullyshard.h"
#include "step/tape.h"
#include "step/zero/modules.h"

#include <utility>

namespace plimsoll::step {

namespace {

CheckpointKind kindOf(Checkpointing checkpointing)
{
    switch (checkpointing) {
    case Checkpointing::Selective:
        return CheckpointKind::Selective;
    case Checkpointing::Offloaded:
        return CheckpointKind::Offloaded;
    case Checkpointing::None:
    case Checkpointing::Full:
    case Checkpointing::EveryNth:
    case Checkpointing::Sqrt:
        break;
    }
    return CheckpointKind::Everything;
}

struct Placed
{
    Block block;
    std::int32_t group;
};

Block spread(Tape& tape, Block block, std::int64_t recorded)
{
    if (tape.fullyShard && !tape.fullyShard->wrapsSegments())
        block.call = tape.fullyShard->wrapped(static_cast<std::int32_t>(recorded), std::move(block.call));
    if (ZeroModules* zero = tape.zeroModules)
        block.call = [zero, recorded, inner = std::move(block.call)](Tensor x) {
            zero->enter(zero->block(recorded), {}, {});
            BlockOutput output = inner(std::move(x));
            output.hidden = zero->leave(zero->block(recorded), output.hidden);
            return output;
        };
    return block;
}

// Several blocks as one: x = block(x) for each.
BlockOutput runAll(const std::vector<Placed>& blocks, Tensor x)
{
    Tape& tape = x.tape();
    BlockOutput output;
    for (const Placed& placed : blocks) {
        tape.setLayer(placed.group);
        output = placed.block.call(x);
        x = output.hidden;
    }
    return output;
}

} // namespace

bool BlockCheckpointing::covers(std::int64_t layer) const
{
    switch (m_training.checkpointing) {
    case Checkpointing::None:
        return false;
    case Checkpointing::EveryNth:
        return layer % m_training.checkpointEvery == 0;
    case Checkpointing::Full:
    case Checkpointing::Selective:
    case Checkpointing::Sqrt:
    case Checkpointing::Offloaded:
        break;
    }
    return true;
}

std::int64_t BlockCheckpointing::segment(const TrainingPlan& training, std::int64_t layers)
{
    std::int64_t size = 1;
    while (training.checkpointing == Checkpointing::Sqrt && size * size < layers)
        ++size;
    return size;
}

std::int64_t BlockCheckpointing::period(const TrainingPlan& training, std::int64_t layers)
{
    return training.checkpointing == Checkpointing::EveryNth ? training.checkpointEvery : segment(training, layers);
}

BlockOutput BlockCheckpointing::run(std::int64_t layer, Block block, const Tensor& input) const
{
    if (m_training.kernels == Kernels::Compiled) {
        // transformers' layers checkpoint within their call, so that it is compiled with them.
        const bool within = covers(layer) && m_training.stack == Stack::Transformers;
        block.call = [call = std::move(block.call), within](const Tensor& x) { return compiledCall(call, x, within); };
        if (within)
            return block.call(input);
    }
    if (!covers(layer))
        return block.call(input);
    const CheckpointKind kind = kindOf(m_training.checkpointing);
    if (m_training.reentrant && kind == CheckpointKind::Everything)
        return checkpointReentrant(std::move(block.call), input, std::move(block.keywords));
    return checkpoint(std::move(block.call), input, kind);
}

BlockOutput BlockCheckpointing::run(const LayerPlan& layers, Tensor stream,
                                    const std::function<Block(std::int64_t recorded)>& blockOf) const
{
    Tape& tape = stream.tape();
    BlockOutput output;
    for (std::int64_t i = 0; i < layers.recorded;) {
        const std::int64_t first = layers.layerOf(i);
        tape.setLayer(layers.groupOf(i));
        const auto recorded = static_cast<std::int32_t>(i);
        Block block = spread(tape, blockOf(i), i);
        ++i;
        if (m_segment > 1) {
            std::vector<Placed> blocks{{block, layers.groupOf(i - 1)}};
            for (; i < layers.recorded && layers.layerOf(i) / m_segment == first / m_segment; ++i) {
                blocks.push_back({spread(tape, blockOf(i), i), layers.groupOf(i)});
                const std::vector<Tensor>& more = blocks.back().block.keywords;
                block.keywords.insert(block.keywords.end(), more.begin(), more.end());
            }
            block.call = [blocks = std::move(blocks)](Tensor x) { return runAll(blocks, std::move(x)); };
        }
        CheckpointedCall call = [&](const Tensor& x) { return run(first, std::move(block), x); };
        if (tape.fullyShard && tape.fullyShard->wrapsSegments())
            call = tape.fullyShard->wrapped(recorded, std::move(call));
        output = tape.flatShard ? tape.flatShard->call(recorded, call, stream) : call(stream);
        stream = output.hidden;
    }
    tape.setLayer(noLayer);
    return output;
}

} // namespace plimsoll::step
