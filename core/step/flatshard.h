// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/checkpoint.h"
#include "step/layerplan.h"
#include "step/optimizers/parametertensors.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace plimsoll::step {

// torch.distributed.fsdp.FullyShardedDataParallel (FSDP1) around each block of a model and around the model itself
// (PyTorch's _flat_param.py, _runtime_utils.py). A unit's parameters are one flat parameter, of which each GPU keeps a
// shard, and which is gathered whole for the unit's forward and backward; what modules read are views of it, so that
// all of them get a gradient where one does.
class FlatShard
{
public:
    FlatShard(Tape& tape, const Scenario& scenario, const LayerPlan& layers, const Parameters& all,
              std::vector<Tensor> buffers);
    ~FlatShard();
    FlatShard(const FlatShard&) = delete;
    FlatShard& operator=(const FlatShard&) = delete;

    // What the optimizer updates: flat parameters, or this GPU's part of each parameter.
    const Parameters& trainable() const { return m_trainable; }

    // The wrapped call of the blocks that one unit holds, of which this is the first; checkpointed within.
    BlockOutput call(std::int32_t block, const CheckpointedCall& inner, Tensor x);
    // x @ weight.T of an adapter's matrix, which may be a unit of its own.
    Tensor multiply(Tensor x, const Tensor& weight);

    void beforeModel();
    // What the model returns may want gradients.
    void afterModel(const std::vector<Tensor>& returned);
    // A flat parameter's gradient is whole.
    void take(const Tensor& flat);
    // What the engine runs when a backward is through.
    void afterBackward();

    // What a run under way has before a step begins, among it gradients: with parameters of their own, flat ones stay
    // until the next forward.
    void makeStates(bool keepsGradients);

private:
    struct Part;
    struct Unit;
    enum class State { Idle, Forward, PreBackward, PostBackward };

    std::int64_t unitOf(std::int32_t block) const;
    Unit& unitWith(std::int64_t id, const Tensor& first);
    bool isUnit(const Tensor& parameter) const;
    void start();
    void collect(const Parameters& all);
    void flattenAll();
    void flatten(Unit& unit);
    void moveToShard(Unit& unit, Tensor flat);
    void listTrainable(const Parameters& all);
    void cutPieces(Unit& unit);

    BlockOutput call(Unit& unit, const CheckpointedCall& inner, Tensor x);
    Tensor beforeForward(Unit& unit, Tensor x);
    void afterForward(Unit& unit, const std::vector<Tensor>& returned);
    void beforeBackward(Unit& unit);
    void afterBackward(Unit& unit);
    void takeViews(Unit& unit);
    void unshard(Unit& unit);
    void reshard(Unit& unit);
    void prefetch(const Unit& unit);
    void reduce(Unit& unit);
    void reduceWhole(Unit& unit);
    void keepAsLast(Unit& unit, const Tensor& gradient);
    void giveGradients(Unit& unit) const;
    void takeGradients(Unit& unit) const;
    void dropUnused(Unit& unit);

    Tape& m_tape;
    ParallelPlan m_plan;
    LayerPlan m_layers;
    std::int64_t m_segment; // blocks that one unit holds
    bool m_shards;
    bool m_started = false;
    std::vector<Tensor> m_buffers;              // of the model
    std::vector<std::unique_ptr<Unit>> m_units; // the model's own first, and each before what is within it
    Parameters m_trainable;
    std::vector<Unit*> m_order; // in which forwards ended
};

} // namespace plimsoll::step
