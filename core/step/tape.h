// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/software.h"
#include "step/autograd.h"
#include "step/compile/codecache.h"
#include "step/kernels.h"
#include "step/pool.h"
#include "step/stepprogram.h"
#include "step/tensor.h"

#include <array>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace plimsoll::step {

class Capture;

inline constexpr std::int32_t noLayer = -1;

struct SelectiveMode;
class FlatShard;
class FullyShard;
class ZeroModules;
namespace megatron {
class Kept;
}

// Where in the model the code that runs stands; what is allocated is labelled with it.
struct Place
{
    const char* module = "";
    LineItem item = LineItem::Activations;
    std::int32_t layer = noLayer; // the group of layers that folds as one
};

// A tensor, and the group of layers in which it goes.
struct Held
{
    Tensor tensor;
    std::int32_t layer = noLayer;
};

// The recording of a step: the state PyTorch keeps beside the tensors (grad mode, autocast, saved-tensor hooks), and
// every allocation and free in the order they happen. Outlives all tensors and nodes made on it.
class Tape
{
public:
    // Layers of group steadyLayer stand for repeat layers like them.
    Tape(const GpuTraits& gpu, std::int32_t steadyLayer, std::int64_t repeat);
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    const GpuTraits& gpu() const { return m_gpu; }

    void startPhase(Phase phase);
    // From here on, code walks through the layers the other way: the one it stands in is done with.
    void turnAround() { m_sectionLayer = noSection; }
    Place place() const { return m_place; }
    void setPlace(const Place& place) { m_place = place; }
    void setLayer(std::int32_t layer) { m_place.layer = layer; }
    // How many layers of the model the group stands for.
    std::int64_t repeatOf(std::int32_t layer) const
    {
        return layer == m_steadyLayer && layer != noLayer ? m_repeat : 1;
    }

    Storage* allocate(std::int64_t bytes);
    void free(Storage* storage);
    // The storage's memory goes while tensors still read it, and comes back (resize_ of a storage).
    void release(Storage* storage);
    void renew(Storage* storage);
    // Tensor.record_stream(): another stream reads the memory too, which is free only when the allocator is next asked
    // for some (CUDACachingAllocator.cpp, process_events).
    void readElsewhere(Storage* storage);
    // The storage's memory, taken a moment ago, is the allocation that a step began with (see renewAs).
    void renameAs(Storage* storage, std::int32_t allocation);
    // The same, as the allocation that a step began with, so that the next one ends as it did.
    void renewAs(Storage* storage, std::int32_t allocation);
    // The tensor gets a storage for so many elements of another type, whose memory is still to come.
    void exchangeStorage(const Tensor& tensor, DType dtype, std::int64_t elements);
    // The tensor reads another's memory from now on.
    void shareStorage(const Tensor& tensor, const Tensor& other);
    // A kernel's scratch: taken in turn, let go in the opposite order.
    void scratch(std::span<const std::int64_t> sizes);
    void scratch(std::initializer_list<std::int64_t> sizes) { scratch(std::span(sizes.begin(), sizes.size())); }
    // cuBLAS's workspace: for the time of a product, or in older releases one for each thread, kept.
    void cublasWorkspace();
    // Which of them products have left, and to have them from a run under way.
    std::array<bool, 2> workspacesKept() const { return {m_workspaces[0] != nullptr, m_workspaces[1] != nullptr}; }
    void keepWorkspaces(const std::array<bool, 2>& kept);
    // The storage's bytes belong to another line item than the code that made it.
    void relabel(const Storage* storage, LineItem item);

    // What has been recorded so far.
    struct Mark
    {
        std::uint32_t event = 0;
        std::int32_t allocation = 0;
        std::size_t section = 0;
    };
    Mark mark() const;
    // What takes the place of another where a part of the recording is repeated.
    struct Substitutes
    {
        std::function<std::int32_t(std::int32_t)> allocation; // of one that was made before the part
        std::function<std::int8_t(std::int8_t)> stream;
    };
    // Records once more what lies between two marks, with allocations of its own: returns the first of them.
    std::int32_t repeat(const Mark& from, const Mark& to, const Substitutes& substitutes);

    // What is recorded until endLoop() happens so many times.
    void beginLoop(std::int64_t times);
    void endLoop();

    // torch.cuda.empty_cache(), between loading and the first step.
    void markCacheEmptied();
    // The second step begins here, and is not steady yet.
    void markSecondStep();
    // The steady step begins, and ends, here.
    void markSteadyStep();
    void markStepEnd();

    // The loss goes, and with it the graph; or a graph within it, whose nodes ran when so many were held.
    void dropHeldByLoss(std::size_t from = 0);
    // Bytes that move to host memory, or (negative) are there no longer.
    void countOnHost(std::int64_t bytes);
    void countPinned(std::int64_t bytes);

    void countParameter(std::int64_t elements, bool trainable, std::int32_t layer);

    // The recording so far; what happens afterwards is not recorded.
    StepProgram finish();

    // The operation that runs, for labels.
    const char* operation = "";
    bool inBackward = false;
    std::int8_t stream = 0; // torch.cuda.current_stream()
    bool onHost = false;    // tensors are made in host memory
    bool muted = false;     // what happens has been recorded otherwise
    bool stopped = false;   // a recomputation is at its end: what its code still makes is never made
    bool pinsHost = false;  // page-locked there

    Capture* capture = nullptr; // of code that is to be compiled: it takes what would be allocated
    CodeCache codeCache;        // of code that has been compiled
    SoftwareRules software;
    bool onBackwardThread = false; // the engine's own, on which recomputations run too

    bool gradMode = true;
    std::optional<DType> autocast;
    int autocastDepth = 0;
    std::vector<Tensor> autocastLeaves; // those that hold a narrow copy
    std::vector<SavedTensorHook> savedTensorHooks;
    SelectiveMode* selective = nullptr; // the dispatch mode of selective checkpointing, where one is in force
    std::vector<Held> heldByLoss;       // what nodes keep though they have run, until the loss goes
    std::int64_t nodeSequence = 0;
    Node* standIn = nullptr;                // of all nodes of a graph that would keep nothing alive and is never run
    bool savesPastHooks = false;            // nodes keep tensors that saved-tensor hooks do not see
    FullyShard* fullyShard = nullptr;       // around each block, where the model is spread
    FlatShard* flatShard = nullptr;         // the same with FSDP1
    ZeroModules* zeroModules = nullptr;     // around each module that has parameters
    megatron::Kept* megatronKept = nullptr; // what Megatron keeps between operations
    std::int32_t block = -1;                // the recorded block whose parameters are made
    std::function<void(const Tensor& parameter)> afterAccumulate; // register_post_accumulate_grad_hook, of all

    Pool<TensorData> tensors;
    Pool<Storage> storages;
    Pool<Node> nodes;
    Pool<SavedHolder> holders;

private:
    struct Waiting
    {
        std::int32_t allocation;
        std::int32_t layer; // in which it was let go of
    };

    void event(std::int32_t value);
    void giveBackWaiting();
    std::int32_t take(std::int64_t bytes, LineItem item);

    static constexpr std::int32_t noSection = -2; // the layer of none

    GpuTraits m_gpu;
    std::int32_t m_steadyLayer;
    std::int64_t m_repeat;
    Phase m_phase = Phase::Load;
    Place m_place;
    std::int32_t m_sectionLayer = noLayer; // of the section that is being recorded
    bool m_finished = false;
    std::int64_t m_onHost = 0;
    std::int64_t m_pinned = 0;
    std::vector<Waiting> m_waiting;         // allocations that go when memory is next asked for
    std::array<Storage*, 2> m_workspaces{}; // kept ones, of the thread that runs the program and of the engine's
    StepProgram m_program;
};

// Sets where the code stands, until the end of the scope. Keeps the layer.
class ModuleScope
{
public:
    ModuleScope(Tape& tape, const char* module)
        : ModuleScope(tape, module, tape.place().item)
    {
    }
    ModuleScope(Tape& tape, const char* module, LineItem item)
        : m_tape(tape),
          m_outer(tape.place())
    {
        m_tape.setPlace({module, item, m_outer.layer});
    }
    ~ModuleScope() { m_tape.setPlace(m_outer); }
    ModuleScope(const ModuleScope&) = delete;
    ModuleScope& operator=(const ModuleScope&) = delete;

private:
    Tape& m_tape;
    Place m_outer;
};

// Exchanges a value until the end of the scope.
template <auto Member>
class TapeScope
{
public:
    template <class T>
    TapeScope(Tape& tape, T value)
        : m_tape(tape),
          m_outer(tape.*Member)
    {
        tape.*Member = static_cast<Value>(value);
    }
    ~TapeScope() { m_tape.*Member = m_outer; }
    TapeScope(const TapeScope&) = delete;
    TapeScope& operator=(const TapeScope&) = delete;

private:
    using Value = std::remove_reference_t<decltype(std::declval<Tape&>().*Member)>;

    Tape& m_tape;
    Value m_outer;
};

using StreamScope = TapeScope<&Tape::stream>; // torch.cuda.stream()
using HostScope = TapeScope<&Tape::onHost>;   // torch.device("cpu")
using PinScope = TapeScope<&Tape::pinsHost>;  // pin_memory=True
using MuteScope = TapeScope<&Tape::muted>;
using StopScope = TapeScope<&Tape::stopped>;
using StandInScope = TapeScope<&Tape::standIn>;

// torch.no_grad(), or enable_grad, until the end of the scope.
class GradMode
{
public:
    GradMode(Tape& tape, bool enabled)
        : m_tape(tape),
          m_outer(tape.gradMode)
    {
        m_tape.gradMode = enabled;
    }
    ~GradMode() { m_tape.gradMode = m_outer; }
    GradMode(const GradMode&) = delete;
    GradMode& operator=(const GradMode&) = delete;

private:
    Tape& m_tape;
    bool m_outer;
};

} // namespace plimsoll::step
