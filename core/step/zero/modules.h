// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/parallelplan.h"
#include "step/languagemodel.h"
#include "step/optimizers/parametertensors.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace plimsoll::step {

// DeepSpeed's ZeRO stage 3 around each module that has parameters (runtime/zero/partitioned_param_coordinator.py and
// parameter_offload.py of release 0.19). A module's weights are gathered as its forward or backward begins, with those
// of modules to come, and go when it is through and none will read them soon. Which modules are to come is known from
// the first step's order.
class ZeroModules
{
public:
    // In which order modules ran, and which parameters each has.
    struct Order
    {
        std::vector<std::size_t> modules;
        std::vector<std::vector<std::size_t>> parameters; // by module
    };

    ZeroModules(Tape& tape, const ParallelPlan& plan, const Parameters& all);
    ~ZeroModules();
    ZeroModules(const ZeroModules&) = delete;
    ZeroModules& operator=(const ZeroModules&) = delete;

    // This GPU's part of a parameter: elements.
    std::int64_t partOf(const Tensor& parameter) const { return (parameter.numel() + m_shards - 1) / m_shards; }
    // Whole weights are gathered and dropped once, as loading ends.
    void tryEach();

    // The order of a run before.
    void follow(const Order& order);
    Order order() const { return {m_ran, m_parametersOf}; }

    // The model's forward begins; a backward, and a step, are through.
    void startForward();
    ModelOutput endForward(ModelOutput output);
    void endBackward();
    // All weights go, but for the time between steps those that are never spread.
    void startStep();
    void endStep();

    // nn.Module.__call__ of a module with parameters: its argument as it goes in, its result as it comes out.
    Tensor enter(const void* module, std::initializer_list<const Tensor*> parameters, const Tensor& x);
    Tensor leave(const void* module, const Tensor& y);
    // What stands for a block as a module.
    const void* block(std::int64_t recorded);

private:
    struct Gathering; // an all-gather, and what it is to fill
    enum class State { Away, InFlight, Here };

    struct Piece
    {
        Tensor parameter;
        std::int64_t elements = 0;
        bool persists = false;
        State state = State::Away;
        std::shared_ptr<Gathering> arriving;
        std::vector<std::size_t> users;           // modules that run with it
        std::int64_t wantedUntil = -1;            // the step of the order for which it was last fetched
        std::int32_t betweenSteps = noAllocation; // of what persists
    };

    struct Wanted
    {
        std::size_t piece;
        std::int64_t step;
    };

    std::size_t numberOf(const void* module, std::initializer_list<const Tensor*> parameters);
    void fetch(std::size_t module, bool forward);
    void prefetch(std::size_t module);
    void gather(std::vector<std::size_t> pieces);
    void finish(Gathering& gathering);
    void release(std::size_t module, bool forward);
    bool staysFor(const Piece& piece, std::size_t number) const;
    void drop(Piece& piece);
    void dropInFlight();
    void fill(Piece& piece, std::int64_t elements);
    std::vector<Wanted> wantedInOrder() const;

    Tape& m_tape;
    ZeroPlan m_zero;
    std::int64_t m_shards;
    bool m_onHost;
    std::int8_t m_stream;
    std::vector<Piece> m_pieces;
    std::unordered_map<const TensorData*, std::size_t> m_pieceOf;
    std::unordered_map<const void*, std::size_t> m_moduleOf;
    std::vector<std::vector<std::size_t>> m_parametersOf;
    std::map<std::int64_t, char> m_blocks;
    std::vector<std::size_t> m_ran; // modules, in order
    std::vector<Wanted> m_wanted;   // pieces, in order
    bool m_complete = false;        // the order is known
    std::int64_t m_step = 0;        // of the order
    std::deque<Wanted> m_queue;
    std::int64_t m_here = 0; // elements that are gathered
    std::vector<std::size_t> m_inBackward;
    std::vector<std::size_t> m_inFlight; // pieces
};

} // namespace plimsoll::step
