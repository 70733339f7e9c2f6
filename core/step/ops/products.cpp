// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"
#include "step/selective.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

// Whether a matrix lies column by column, as a transposed weight does.
bool liesByColumns(const Tensor& x)
{
    return x.dimensions() == 2 && x.strides()[0] == 1 && x.strides()[1] >= x.size(0)
        && !(x.strides()[1] == 1 && x.strides()[0] >= x.size(1));
}

// Whether cuBLAS takes a matrix (the last two dimensions) as it lies.
bool isProductOperand(const Tensor& x)
{
    const auto n = x.strides().size();
    const std::int64_t rowStep = x.strides()[n - 2];
    const std::int64_t columnStep = x.strides()[n - 1];
    const std::int64_t rows = x.size(-2);
    const std::int64_t columns = x.size(-1);
    return (columnStep == 1 && (rowStep >= columns || rows == 1)) || (rowStep == 1 && columnStep >= rows)
        || columns == 1;
}

Tensor operand(const Tensor& x)
{
    return isProductOperand(x) ? x : empty(x.tape(), x.sizes(), x.dtype());
}

// The bare product: the result, then the library's workspace for the time of the call.
Tensor multiplied(const Tensor& a, const Tensor& b)
{
    Dims sizes = a.sizes();
    sizes.back() = b.size(-1);
    Tensor out = empty(a.tape(), sizes, a.dtype());
    const Tensor left = operand(a);
    const Tensor right = operand(b);
    a.tape().cublasWorkspace();
    return out;
}

// The gradient of a product's factor comes out in the factor's layout: built transposed where that lies by columns.
Tensor firstGradient(const Tensor& gradient, const Tensor& second, bool byColumns)
{
    if (byColumns)
        return transposed(multiplied(second, transposed(gradient, -2, -1)), -2, -1);
    return multiplied(gradient, transposed(second, -2, -1));
}

Tensor secondGradient(const Tensor& gradient, const Tensor& first, bool byColumns)
{
    if (byColumns)
        return transposed(multiplied(transposed(gradient, -2, -1), first), -2, -1);
    return multiplied(transposed(first, -2, -1), gradient);
}

// mm and bmm: saved are mat2 and self; mat2's gradient is made first.
Gradients productBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Gradients results(2);
    if (n.needs(1))
        results[1] = secondGradient(g[0], saved[1], n.numbers[1] != 0);
    if (n.needs(0))
        results[0] = firstGradient(g[0], saved[0], n.numbers[0] != 0);
    return results;
}

// addmm: saved are mat1 and mat2; mat1's gradient is made first. The bias's is summed by the engine.
Gradients biasedProductBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Gradients results(3);
    if (n.needs(1))
        results[1] = firstGradient(g[0], saved[1], n.numbers[0] != 0);
    if (n.needs(2))
        results[2] = secondGradient(g[0], saved[0], n.numbers[1] != 0);
    if (n.needs(0))
        results[0] = g[0];
    return results;
}

// What a factor's partner keeps of it: only where that partner needs a gradient.
Tensor keptFor(const Tensor& partner, const Tensor& factor)
{
    return partner.requiresGrad() ? factor : Tensor();
}

Tensor product(const char* operation, const Tensor& a, const Tensor& b)
{
    const NodePtr node = record(operation, {a, b}, productBackward, {keptFor(a, b), keptFor(b, a)});
    if (node)
        node->numbers = {liesByColumns(a), liesByColumns(b)};
    if (a.dimensions() > 2)
        return attach(node, multiplied(a, b));
    return attach(node, productKeptOrMade(a.tape(), [&] { return multiplied(a, b); }));
}

// addmm with a bias of one row, which cuBLASLt runs.
Tensor biasedProduct(const char* operation, const Tensor& a, const Tensor& b, const Tensor& bias)
{
    const NodePtr node = record(operation, {bias, a, b}, biasedProductBackward, {keptFor(b, a), keptFor(a, b)});
    if (node)
        node->numbers = {liesByColumns(a), liesByColumns(b)};
    Tape& tape = a.tape();
    Tensor out = empty(tape, {a.size(0), b.size(1)}, a.dtype());
    const bool vectors = a.size(1) == 1 || b.size(1) == 1;
    if (vectors)
        tape.cublasWorkspace();
    else
        tape.scratch({tape.gpu().cublasLtWorkspace});
    return attach(node, std::move(out));
}

} // namespace

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    // Autocast casts arguments last to first.
    const Tensor b = lowered(bias);
    const Tensor w = lowered(weight);
    Tensor rows = lowered(x);
    const Dims sizes = rows.sizes();
    const bool biasApart = b && !rows.isContiguous();
    const bool biasWithin = b && !biasApart;
    // matmul(input, weight.t()), or addmm of flat rows: what is seen later runs its backward earlier.
    Tensor wt = biasWithin ? Tensor() : transpose(w, 0, 1);
    // should_fold() of LinearAlgebra.cpp: rows that do not follow one another are multiplied sequence by sequence.
    if (sizes.size() == 3 && !w.requiresGrad() && !rows.isContiguous()) {
        const Tensor each = expand(unsqueeze(wt, 0), {sizes[0], wt.size(0), wt.size(1)});
        const Tensor y = product("linear", rows, each);
        return b ? addInPlace(y, b) : y;
    }
    if (sizes.size() != 2)
        rows = reshape(rows, {numel(sizes) / sizes.back(), sizes.back()});
    if (biasWithin)
        wt = transpose(w, 0, 1);
    Tensor y = biasWithin ? biasedProduct("linear", rows, wt, b) : product("linear", rows, wt);
    if (sizes.size() != 2) {
        Dims outSizes = sizes;
        outSizes.back() = w.size(0);
        y = view(y, outSizes);
    }
    return biasApart ? addInPlace(y, b) : y;
}

namespace {

// Saved are input and weight.
Gradients linearBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Gradients results(3);
    const Tensor& weight = saved[1];
    const std::int64_t rows = g[0].numel() / weight.size(0);
    const Tensor gradient = reshaped(g[0], {rows, weight.size(0)});
    if (n.needs(0))
        results[0] = reshaped(multiplied(gradient, weight), saved[0].sizes());
    if (n.needs(1))
        results[1] = multiplied(transposed(gradient, 0, 1), reshaped(saved[0], {rows, weight.size(1)}));
    if (n.needs(2))
        results[2] = g[0];
    return results;
}

} // namespace

Tensor linearAsOneNode(const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const NodePtr node = record("linear", {x, weight, bias}, linearBackward, {x, weight});
    const std::int64_t rows = x.numel() / weight.size(1);
    Dims sizes = x.sizes();
    sizes.back() = weight.size(0);
    const Tensor y = multiplied(reshaped(x, {rows, weight.size(1)}), transposed(weight, 0, 1));
    return attach(node, viewOf(y, sizes, contiguousStrides(sizes)));
}

Tensor linearByInputs(const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const Dims sizes = x.sizes();
    const Tensor rows = view(x, {numel(sizes) / sizes.back(), sizes.back()});
    const Tensor w = lowered(weight);
    const Tensor lowRows = lowered(rows);
    const Tensor b = lowered(bias);
    Dims outSizes = sizes;
    outSizes.back() = w.size(1);
    return view(biasedProduct("linear", lowRows, w, b), outSizes);
}

Tensor matmulTransposed(const Tensor& x, const Tensor& weight)
{
    const Tensor wt = transpose(weight, 0, 1);
    const Tensor second = lowered(wt); // a view of a weight is no leaf: each use casts it again
    if (weight->isParameter && !second.is(wt))
        x.tape().relabel(second->storage, LineItem::WeightCopies);
    const Tensor first = lowered(x);
    Dims sizes = first.sizes();
    const Tensor rows = reshape(first, {numel(sizes) / sizes.back(), sizes.back()});
    sizes.back() = weight.size(0);
    return view(product("linear", rows, second), sizes);
}

namespace {

// One head read as all of them.
Tensor withHeads(const Tensor& x, std::int64_t heads)
{
    if (x.size(1) == heads)
        return x;
    return expand(x, {x.size(0), heads, x.size(2), x.size(3)});
}

} // namespace

Tensor matmul(const Tensor& a, const Tensor& b)
{
    const Tensor second = lowered(b);
    const Tensor first = lowered(a);
    const std::int64_t heads = std::max(first.size(1), second.size(1));
    const std::int64_t batch = first.size(0) * heads;
    // Leading dimensions are folded, which copies what cannot be folded in place.
    const Tensor left = reshape(withHeads(first, heads), {batch, first.size(2), first.size(3)});
    const Tensor right = reshape(withHeads(second, heads), {batch, second.size(2), second.size(3)});
    return view(product("matmul", left, right), {first.size(0), heads, first.size(2), second.size(3)});
}

Tensor batchedProduct(const Tensor& a, const Tensor& b)
{
    const Tensor second = lowered(b);
    const Tensor first = lowered(a);
    return product("batched product", first, second);
}

namespace {

Tensor scaled(const Tensor& product)
{
    return emptyLike(product);
}

// Saved: batch1, batch2. Each gradient is a product, then scaled into a new tensor.
Gradients batchedProductOntoBackward(const Node&, const Saved& saved, Gradients& g)
{
    Gradients results(3);
    results[1] = scaled(firstGradient(g[0], saved[1], false));
    results[2] = scaled(secondGradient(g[0], saved[0], false));
    return results;
}

} // namespace

Tensor batchedProductOnto(const Tensor& base, const Tensor& a, const Tensor& b)
{
    const Tensor second = lowered(b);
    const Tensor first = lowered(a);
    const Tensor onto = lowered(base);
    const NodePtr node = record("batched product", {onto, first, second}, batchedProductOntoBackward, {first, second});
    return attach(node, multiplied(first, second));
}

} // namespace plimsoll::step
