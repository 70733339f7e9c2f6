// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/autograd.h"
#include "step/selective.h"

#include <boost/container/small_vector.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace plimsoll::step {

// What a block returns: the residual stream, and attention's weights where its code returns them too (Falcon, BLOOM).
struct BlockOutput
{
    BlockOutput() = default;
    BlockOutput(Tensor hiddenOut, Tensor weightsOut = {})
        : hidden(std::move(hiddenOut)),
          weights(std::move(weightsOut))
    {
    }

    Tensor hidden;
    Tensor weights;
};

// The call that is checkpointed. What it holds besides its input (masks, rotary tables) lives as long as the frame.
using CheckpointedCall = std::function<BlockOutput(Tensor input)>;

// A tensor that waits in host memory, and what it is to be again on the card.
struct HostTensor
{
    explicit HostTensor(const Tensor& x);
    ~HostTensor();
    HostTensor(const HostTensor&) = delete;
    HostTensor& operator=(const HostTensor&) = delete;

    Tensor onCard() const;

    Tape* tape;
    Dims sizes;
    Dims strides;
    DType dtype;
    bool requiresGrad;
    std::int32_t outputNumber;
    NodePtr gradFn;
    std::int64_t bytes; // of all the layers that are folded
};

// One checkpointed call that is not reentrant (torch.utils.checkpoint, _CheckpointFrame): the call runs with a graph
// whose saved tensors are empty holders; the first of them asked for runs the call again, which fills those that still
// live, and stops at the last.
struct CheckpointFrame
{
    std::int32_t references = 0;
    CheckpointedCall call;
    std::vector<Tensor> keywords; // of a reentrant call
    Tensor input;
    std::optional<HostTensor> onHost; // instead of input
    std::optional<SelectiveMode> selective;
    std::optional<DType> autocast;
    boost::container::small_vector<SavedHolder*, 32> holders; // in the order saved; none where the holder has gone
    std::size_t refilled = 0;                                 // how many the recomputation has come past
    bool recomputed = false;
};

SavedTensor saveThroughHook(Tape& tape, const SavedTensorHook& hook, const Tensor& tensor);
Tensor unpackHolder(SavedHolder& holder);

enum class CheckpointKind {
    Everything, // is made again
    Selective,  // what selective.h names is kept
    Offloaded,  // the input waits in host memory (torch.autograd.graph.save_on_cpu around the call)
};

// torch.utils.checkpoint.checkpoint(call, input, use_reentrant=…).
BlockOutput checkpoint(CheckpointedCall call, Tensor input, CheckpointKind kind = CheckpointKind::Everything);
// keywords: the call's tensors beside its input that are given by keyword. PyTorch's node holds them in its Python
// object, which lives as long as the loss.
BlockOutput checkpointReentrant(CheckpointedCall call, Tensor input, std::vector<Tensor> keywords);

} // namespace plimsoll::step
