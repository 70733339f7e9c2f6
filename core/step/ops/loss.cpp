// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

Tensor softmax(const Tensor& x, std::optional<DType> dtype)
{
    // To a wider type (asked for, or fp32 under autocast): for bf16 a cast and then softmax, for fp16 one operation.
    if (!dtype && x.tape().autocast)
        dtype = DType::Float32;
    const Tensor wide = dtype && x.dtype() != DType::Float16 ? cast(x, *dtype) : x;
    const NodePtr node = record("softmax", {wide}, [](const Node& n, const Saved& saved, Gradients&) {
        Tensor result = emptyLike(saved[0], n.inputs[0].dtype);
        n.tape->scratch({saved[0].bytes()}); // gradient × result, in the result's type
        return Gradients{std::move(result)};
    });
    Tensor out = emptyLike(wide, dtype.value_or(x.dtype()));
    saveOutput(node, out);
    return attach(node, std::move(out));
}

Tensor logSoftmax(const Tensor& x)
{
    const NodePtr node = record("log-softmax", {x},
                                [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; });
    Tensor out = emptyLike(x);
    saveOutput(node, out);
    return attach(node, std::move(out));
}

Tensor negativeLogLikelihood(const Tensor& logProbabilities, const Tensor& labels)
{
    const Tensor x = widened(logProbabilities);
    const NodePtr node = record(
        "negative log-likelihood", {x},
        [](const Node&, const Saved& saved, Gradients&) { return Gradients{emptyLike(saved[0])}; }, {x, labels});
    Tensor loss = empty(x.tape(), {}, x.dtype());
    const Tensor totalWeight = empty(x.tape(), {}, x.dtype());
    saveOutput(node, totalWeight);
    return attach(node, std::move(loss));
}

} // namespace plimsoll::step
