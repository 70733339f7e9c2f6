// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/checkpoint.h"
#include "step/layerplan.h"
#include "step/optimizers/parametertensors.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace plimsoll::step {

// torch.distributed.fsdp.fully_shard over each block of a model and over the model itself (PyTorch's
// _fully_shard/_fsdp_param_group.py, _fsdp_collectives.py). A unit's weights are spread over the GPUs in padded pieces
// along their first dimension; its forward and its backward gather them into buffers of their own, and its gradients
// are reduced into one flat buffer as its backward ends.
class FullyShard
{
public:
    // Spreads the model's parameters: those of each block by itself, what is left over with the model.
    // root: how many models this GPU has spread before.
    FullyShard(Tape& tape, const Scenario& scenario, const LayerPlan& layers, const Parameters& all, int root = 0);
    ~FullyShard();
    FullyShard(const FullyShard&) = delete;
    FullyShard& operator=(const FullyShard&) = delete;

    // This GPU's pieces of the trainable parameters: what the optimizer updates.
    const Parameters& trainable() const { return m_trainable; }
    bool onHost() const { return m_plan.offload == ParameterOffload::Cpu; }

    // Whether blocks that are checkpointed together are one module, and a unit.
    bool wrapsSegments() const { return m_segment > 1; }
    // nn.Module.__call__ of a block, or of the segment that begins with it, with fully_shard's hooks.
    CheckpointedCall wrapped(std::int32_t block, CheckpointedCall call);
    // The same around the model's own call: what it returns may want gradients.
    Tensor beforeModel(Tensor input = {});
    void afterModel(const std::vector<Tensor>& returned);
    // Of several micro-batches only the last one's backward reduces gradients (set_requires_gradient_sync,
    // set_is_last_backward).
    void reduceGradients(bool reduces) { m_reduces = reduces; }
    // What the engine runs when a backward is through.
    void afterBackward();

    // A micro-batch's forward or backward that is recorded otherwise: units are left as it leaves them.
    void passForward();
    void passBackward(bool reduces);
    // The memory of units that may outlive a micro-batch's forward or backward, each in its own place; none where
    // nothing is held.
    std::vector<Storage*> held() const;
    // The stream here that does what a stream does elsewhere.
    std::int8_t streamLike(std::int8_t stream, const FullyShard& elsewhere) const
    {
        return stream == elsewhere.m_gatherStream ? m_gatherStream
            : stream == elsewhere.m_reduceStream  ? m_reduceStream
                                                  : stream;
    }

private:
    struct Piece;
    struct Unit;
    enum class State { Idle, Forward, PreBackward, PostBackward };

    std::int64_t unitNumber(std::int32_t block) const;
    Unit& unitOf(std::int32_t block);
    void spread(Unit& unit);
    BlockOutput call(Unit& unit, const CheckpointedCall& call, Tensor x);
    Tensor beforeForward(Unit& unit, Tensor x);
    void afterForward(Unit& unit, const std::vector<Tensor>& returned);
    void beforeBackward(Unit& unit);
    void afterBackward(Unit& unit);
    void gather(Unit& unit);
    void takeGathered(Unit& unit);
    void release(Unit& unit);
    void prefetch(Unit& unit);
    void passBackward(Unit& unit);
    void castGradients(Unit& unit, bool atReduction) const;
    std::vector<Tensor> takeGradients(Unit& unit, std::vector<Piece*>& reduced) const;
    void reduce(Unit& unit, std::vector<Tensor> gradients, const std::vector<Piece*>& reduced);
    Tensor gatherInput(const Unit& unit);
    std::vector<Tensor> copiesFromHost(const Unit& unit);
    DType gatheredType(const Tensor& piece) const;
    DType reduceType(const Unit& unit) const;

    Tape& m_tape;
    ParallelPlan m_plan;
    LayerPlan m_layers;
    std::int64_t m_segment; // blocks in one
    std::int64_t m_shards;
    std::int8_t m_gatherStream;
    std::int8_t m_reduceStream;
    bool m_reduces = true;
    bool m_inForward = false;                   // of the model, not of a block that runs again
    std::vector<std::unique_ptr<Unit>> m_units; // the model's own first
    Parameters m_trainable;
    std::vector<Unit*> m_order; // in which forwards ended
    Tensor m_gathered;          // the last forward's buffer, until the next unit has its own
    Tensor m_reduceInput;       // the last backward's, until the next unit's
};

} // namespace plimsoll::step
