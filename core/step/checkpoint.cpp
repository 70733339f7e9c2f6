// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/checkpoint.h"

#include "step/autocast.h"
#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

class HookScope
{
public:
    HookScope(Tape& tape, SavedTensorHook hook)
        : m_tape(tape)
    {
        m_tape.savedTensorHooks.push_back(hook);
    }
    ~HookScope() { m_tape.savedTensorHooks.pop_back(); }
    HookScope(const HookScope&) = delete;
    HookScope& operator=(const HookScope&) = delete;

private:
    Tape& m_tape;
};

// Backward code that runs forward code again: labels and place are the forward's until the end of the scope.
class Recomputation
{
public:
    explicit Recomputation(Tape& tape)
        : m_tape(tape),
          m_place(tape.place()),
          m_operation(tape.operation)
    {
        m_tape.inBackward = false;
    }
    ~Recomputation()
    {
        m_tape.setPlace(m_place);
        m_tape.operation = m_operation;
        m_tape.inBackward = true;
    }
    Recomputation(const Recomputation&) = delete;
    Recomputation& operator=(const Recomputation&) = delete;

private:
    Tape& m_tape;
    Place m_place;
    const char* m_operation;
};

// The dispatch mode of selective checkpointing, until the end of the scope; none where the plan has none.
class SelectiveScope
{
public:
    SelectiveScope(Tape& tape, CheckpointFrame& frame, bool recomputing)
        : m_tape(tape)
    {
        if (!frame.selective)
            return;
        frame.selective->recomputing = recomputing;
        frame.selective->products = 0;
        m_tape.selective = &*frame.selective;
    }
    ~SelectiveScope() { m_tape.selective = nullptr; }
    SelectiveScope(const SelectiveScope&) = delete;
    SelectiveScope& operator=(const SelectiveScope&) = delete;

private:
    Tape& m_tape;
};

// The graph of a recomputation is never run. Where each tensor that its nodes save is held by a holder too, nothing
// lives longer for it, and one node stands for all.
bool needsNoGraph(const Tape& tape, const CheckpointFrame& frame)
{
    return !tape.fullyShard && !tape.flatShard && !tape.zeroModules && !tape.savesPastHooks
        && std::ranges::all_of(frame.holders, [](const SavedHolder* holder) { return holder != nullptr; });
}

void recompute(CheckpointFrame& frame)
{
    frame.recomputed = true;
    const Tensor input = frame.onHost ? frame.onHost->onCard() : frame.input;
    Tape& tape = input.tape();
    const Recomputation scope(tape);
    const HookScope hook(tape, {&frame, true});
    const GradMode grad(tape, true);
    const Autocast autocast(tape, frame.autocast);
    const SelectiveScope selective(tape, frame, true);
    const NodePtr standIn = needsNoGraph(tape, frame) ? standInNode(tape) : NodePtr();
    const StandInScope withoutGraph(tape, standIn.get());
    const StopScope runs(tape, false);
    frame.call(input);
}

// At its last saved tensor a recomputation ends (torch.utils.checkpoint's _StopRecomputationError): what the call would
// still make is never made, and its locals go.
void stop(Tape& tape)
{
    tape.stopped = true;
    tape.gradMode = false;
    tape.selective = nullptr;
}

void refill(CheckpointFrame& frame, const Tensor& tensor)
{
    if (SavedHolder* holder = frame.holders[frame.refilled])
        holder->tensor = detach(tensor);
    if (++frame.refilled == frame.holders.size())
        stop(tensor.tape());
}

} // namespace

void intrusive_ptr_add_ref(CheckpointFrame* frame)
{
    ++frame->references;
}

void intrusive_ptr_release(CheckpointFrame* frame)
{
    if (--frame->references == 0)
        delete frame;
}

void intrusive_ptr_add_ref(SavedHolder* holder)
{
    ++holder->references;
}

void intrusive_ptr_release(SavedHolder* holder)
{
    if (--holder->references > 0)
        return;
    holder->frame->holders[holder->index] = nullptr;
    holder->tape->holders.drop(holder);
}

SavedTensor saveThroughHook(Tape& tape, const SavedTensorHook& hook, const Tensor& tensor)
{
    CheckpointFrame& frame = *hook.frame;
    if (hook.recomputing) {
        if (!tape.stopped)
            refill(frame, tensor);
        return {tape.standIn ? Tensor() : detach(tensor), {}};
    }
    const boost::intrusive_ptr<SavedHolder> holder(tape.holders.make(tape, &frame, frame.holders.size()));
    frame.holders.push_back(holder.get());
    return {{}, holder};
}

Tensor unpackHolder(SavedHolder& holder)
{
    if (!holder.frame->recomputed)
        recompute(*holder.frame);
    return std::exchange(holder.tensor, {});
}

HostTensor::HostTensor(const Tensor& x)
    : tape(&x.tape()),
      sizes(x.sizes()),
      strides(x.strides()),
      dtype(x.dtype()),
      requiresGrad(x.requiresGrad()),
      outputNumber(x->outputNumber),
      gradFn(x->gradFn),
      bytes(x.bytes() * tape->repeatOf(tape->place().layer))
{
    tape->countOnHost(bytes);
}

HostTensor::~HostTensor()
{
    tape->countOnHost(-bytes);
}

Tensor HostTensor::onCard() const
{
    tape->operation = "copy from the host";
    Tensor x = empty(*tape, sizes, dtype, strides);
    x->requiresGrad = requiresGrad;
    x->outputNumber = outputNumber;
    x->gradFn = gradFn;
    return x;
}

BlockOutput checkpoint(CheckpointedCall call, Tensor input, CheckpointKind kind)
{
    Tape& tape = input.tape();
    const boost::intrusive_ptr<CheckpointFrame> frame(new CheckpointFrame);
    frame->call = std::move(call);
    if (kind == CheckpointKind::Offloaded)
        frame->onHost.emplace(input);
    else
        frame->input = input;
    if (kind == CheckpointKind::Selective)
        frame->selective.emplace();
    frame->autocast = tape.autocast;
    const HookScope hook(tape, {frame.get(), false});
    const SelectiveScope selective(tape, *frame, false);
    return frame->call(std::move(input));
}

namespace {

// An output of the call that the model does not read gets a gradient of zeros all the same.
Tensor unreadGradient(const Node& n)
{
    if (n.numbers.empty())
        return {};
    const Dims sizes(n.numbers.begin() + 1, n.numbers.end());
    return empty(*n.tape, sizes, static_cast<DType>(n.numbers.front()));
}

Gradients callAgain(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor zeros = unreadGradient(n);
    Tensor leaf = detach(saved[0]);
    leaf->requiresGrad = true;
    BlockOutput out;
    {
        const Recomputation scope(tape);
        const GradMode grad(tape, true);
        const Autocast autocast(tape, n.extras->checkpoint->autocast);
        out = n.extras->checkpoint->call(leaf);
    }
    const std::size_t held = tape.heldByLoss.size();
    // Outputs and gradients are held to its end, and by them the graph.
    if (zeros)
        backward({{out.hidden, g[0]}, {out.weights, zeros}});
    else
        backward({{out.hidden, g[0]}});
    std::vector<Tensor>& keywords = n.extras->checkpoint->keywords;
    tape.dropHeldByLoss(held);
    for (const Tensor& keyword : keywords)
        tape.heldByLoss.push_back({keyword, noLayer});
    return {Tensor(leaf->grad)};
}

} // namespace

BlockOutput checkpointReentrant(CheckpointedCall call, Tensor input, std::vector<Tensor> keywords)
{
    Tape& tape = input.tape();
    const boost::intrusive_ptr<CheckpointFrame> frame(new CheckpointFrame); // its input is a saved tensor of the node
    frame->call = std::move(call);
    frame->keywords = std::move(keywords);
    frame->autocast = tape.autocast;
    const NodePtr node = record("checkpoint", {input}, callAgain, {input});
    if (node)
        node->withExtras().checkpoint = frame;
    BlockOutput out;
    {
        const GradMode noGrad(tape, false);
        out = frame->call(input);
    }
    if (!out.weights)
        return attach(node, std::move(out.hidden));
    if (node) {
        node->numbers.assign(1, static_cast<std::int64_t>(out.weights.dtype()));
        node->numbers.insert(node->numbers.end(), out.weights.sizes().begin(), out.weights.sizes().end());
    }
    return {attach(node, std::move(out.hidden)), attach(node, std::move(out.weights), 1)};
}

} // namespace plimsoll::step
