// SPDX-License-Identifier: GPL-3.0-or-later
// What mixtures of experts need beside products and norms.
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

// In bf16 one CUTLASS launch: 60 bytes of pointers, strides and sizes for each group, and 512 for each multiprocessor.
// Other types run a product for each group.
void groupedScratch(Tape& tape, DType dtype, std::int64_t groups)
{
    if (dtype == DType::BFloat16)
        tape.scratch({60 * groups, 512 * tape.gpu().multiprocessors});
}

// Saved: mat2 (the weights), offsets, self. The weights' gradient is made first, in their layout.
Gradients groupedBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor& weights = saved[0];
    const Tensor& x = saved[2];
    Gradients results(2);
    if (n.needs(1)) {
        results[1] = emptyLike(weights);
        groupedScratch(*n.tape, weights.dtype(), weights.size(0));
    }
    if (n.needs(0)) {
        Dims sizes = g[0].sizes();
        sizes.back() = weights.size(1);
        results[0] = empty(*n.tape, sizes, x ? x.dtype() : g[0].dtype());
        groupedScratch(*n.tape, weights.dtype(), weights.size(0));
    }
    return results;
}

} // namespace

Tensor groupedProduct(const Tensor& x, const Tensor& weights, const Tensor& offsets)
{
    const Tensor forWeights = weights.requiresGrad() ? x : Tensor(); // frozen experts need no input in backward
    const NodePtr node = record("grouped product", {x, weights}, groupedBackward, {weights, offsets, forWeights});
    Tensor out = empty(x.tape(), {x.size(0), weights.size(2)}, x.dtype());
    groupedScratch(x.tape(), weights.dtype(), weights.size(0));
    return attach(node, std::move(out));
}

Tensor complexProduct(const Tensor& x, const Tensor& table)
{
    // The gradient is made contiguous to be read as complex, and multiplied by the table's conjugate, which is made.
    const NodePtr node = record("complex product", {x},
                                [](const Node& n, const Saved& saved, Gradients& g) {
                                    if (!g[0].isContiguous())
                                        g[0] = empty(*n.tape, g[0].sizes(), g[0].dtype());
                                    const Tensor conjugate = emptyLike(saved[0]);
                                    return Gradients{emptyLike(g[0])};
                                },
                                {table});
    return attach(node, emptyLike(x));
}

Tensor divideInPlace(const Tensor& x, const Tensor& divisor)
{
    // Saved: other, and self as it was before. The divisor's gradient takes four steps.
    const auto backward = [](const Node& n, const Saved& saved, Gradients& g) {
        Gradients results(2);
        if (n.needs(1)) {
            const DType wide = promoted(saved[1].dtype(), saved[0].dtype());
            const Tensor quotient = emptyLike(saved[1], wide);
            const Tensor again = emptyLike(saved[1], wide);
            const Tensor negated = emptyLike(g[0]);
            results[1] = emptyLike(g[0], wide);
        }
        if (n.needs(0))
            results[0] = emptyLike(g[0], promoted(g[0].dtype(), saved[0].dtype()));
        return results;
    };
    const bool recorded = x.tape().gradMode && (x.requiresGrad() || divisor.requiresGrad());
    const Tensor before = recorded && divisor.requiresGrad() ? emptyLike(x) : Tensor();
    const NodePtr node = record("divide", {x, divisor}, backward, {divisor, before});
    return attach(node, detach(x));
}

Tensor sumOver(const Tensor& x, int dimension)
{
    const NodePtr node = record("sum", {x}, [](const Node& n, const Saved&, Gradients& g) {
        Dims strides = g[0].strides();
        strides.insert(strides.begin() + n.numbers[0], 0);
        return Gradients{viewOf(g[0], n.inputs[0].sizes, strides)};
    });
    if (node)
        node->numbers = {dimension};
    Dims sizes = x.sizes();
    sizes.erase(sizes.begin() + dimension);
    return attach(node, empty(x.tape(), sizes, sumType(x)));
}

Tensor copiedIntoPart(const Tensor& base, const Tensor& part)
{
    // CopySlices: the gradient is copied whole, the part taken out of it, and zeros left there.
    const auto backward = [](const Node& n, const Saved&, Gradients& g) {
        Gradients results(2);
        const Dims strides(n.numbers.begin(), n.numbers.end());
        results[0] = empty(*n.tape, n.inputs[0].sizes, g[0].dtype(), strides);
        const Tensor taken = empty(*n.tape, n.inputs[1].sizes, g[0].dtype());
        const Tensor zeros = n.needs(0) ? emptyLike(taken) : Tensor();
        results[1] = taken.dtype() == n.inputs[1].dtype ? taken : emptyLike(taken, n.inputs[1].dtype);
        return results;
    };
    const NodePtr node = record("copy into a part", {base, part}, backward);
    if (node)
        node->numbers.assign(base.strides().begin(), base.strides().end());
    return attach(node, detach(base));
}

} // namespace plimsoll::step
