// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/optimizers/parametertensors.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace plimsoll::step {

// torch.nn.parallel.DistributedDataParallel around a model: gradients are copied to flat buckets as they become whole,
// and reduced there (torch/csrc/distributed/c10d/reducer.cpp). The first backward runs with one bucket for each type;
// the next forward makes them anew, in the order in which gradients became whole: one of 1 MiB, others of 25 MiB, each
// closed by the parameter that fills it.
class GradientBuckets
{
public:
    struct Options
    {
        bool views = false; // gradient_as_bucket_view
        // Recorded as one piece for each parameter, in its layer, so that layers fold; all of them live at any time.
        bool inPieces = false;
    };

    // all: the model's parameters, trainable or not; they and its buffers are sent to all GPUs.
    GradientBuckets(Parameters trainable, const Parameters& all, std::vector<Tensor> buffers, std::int64_t gpus,
                    Options options);

    // Before a forward that trains: buffers are sent again.
    void beforeForward();
    // The parameter's gradient is whole.
    void take(const Tensor& parameter);
    // A backward is through: where an optimizer has stepped and dropped them, parameters get gradients anew, which the
    // next backward adds to (Reducer::finalize_bucket_dense).
    void giveBack();
    // The parameter's gradient, that giveBack made, goes.
    void noteDropped(const Tensor& parameter);

private:
    void synchronize(const Parameters& all, std::int64_t gpus) const;
    void makeBucket(const Parameters& members);
    void makePieces();
    void rebuild();
    std::size_t indexOf(const Tensor& parameter) const;

    Tape& m_tape;
    Parameters m_parameters;
    std::unordered_map<const TensorData*, std::size_t> m_places; // among them
    std::vector<Tensor> m_buffers;                               // of the model
    Options m_options;
    std::vector<Tensor> m_buckets;
    std::vector<Tensor> m_views;         // by parameter
    Parameters m_ready;                  // in the order in which their gradients were whole
    std::vector<std::int32_t> m_dropped; // by parameter: the allocation of its gradient, for the next one
    bool m_rebuilt = false;
};

} // namespace plimsoll::step
