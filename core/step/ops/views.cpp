// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace plimsoll::step {

namespace {

Tensor seenAs(const Tensor& x, const Dims& sizes, const Dims& strides)
{
    const NodePtr node = record("view", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{reshaped(g[0], n.inputs[0].sizes)};
    });
    return attach(node, viewOf(x, sizes, strides));
}

} // namespace

Tensor view(const Tensor& x, const Dims& sizes)
{
    const auto strides = viewStrides(x.sizes(), x.strides(), sizes);
    assert(strides);
    return seenAs(x, sizes, *strides);
}

Tensor clone(const Tensor& x)
{
    const NodePtr node
        = record("contiguous copy", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{g[0]}; });
    return attach(node, empty(x.tape(), x.sizes(), x.dtype()));
}

Tensor reshape(const Tensor& x, const Dims& sizes)
{
    if (const auto strides = viewStrides(x.sizes(), x.strides(), sizes))
        return seenAs(x, sizes, *strides);
    return view(clone(x), sizes);
}

Tensor transpose(const Tensor& x, int a, int b)
{
    const NodePtr node = record("transpose", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{transposed(g[0], static_cast<int>(n.numbers[0]), static_cast<int>(n.numbers[1]))};
    });
    if (node)
        node->numbers = {a, b};
    return attach(node, transposed(x, a, b));
}

Tensor repeatInterleave(const Tensor& x, std::int64_t repeats)
{
    const Dims& s = x.sizes();
    const Dims& t = x.strides();
    const NodePtr node = record("repeat heads", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())}; // a sum over the repeats, without scratch
    });
    const Tensor expanded = attach(node, viewOf(x, {s[0], s[1], repeats, s[2], s[3]}, {t[0], t[1], 0, t[2], t[3]}));
    return view(clone(expanded), {s[0], s[1] * repeats, s[2], s[3]});
}

Tensor contiguous(const Tensor& x)
{
    return x.isContiguous() ? x : clone(x);
}

namespace {

std::size_t dimensionOf(const Tensor& x, int dimension)
{
    return static_cast<std::size_t>(dimension < 0 ? dimension + x.dimensions() : dimension);
}

Tensor permuted(const Tensor& x, const std::int64_t* order)
{
    Dims sizes;
    Dims strides;
    for (int i = 0; i < x.dimensions(); ++i) {
        sizes.push_back(x.sizes()[static_cast<std::size_t>(order[i])]);
        strides.push_back(x.strides()[static_cast<std::size_t>(order[i])]);
    }
    return viewOf(x, sizes, strides);
}

// The gradient of a part: zeros of the whole, the part copied in.
Gradients zerosOfWhole(const Node& n, const Saved&, Gradients& g)
{
    return {empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
}

} // namespace

Tensor permute(const Tensor& x, std::initializer_list<int> order)
{
    const NodePtr node = record("permute", {x}, [](const Node& n, const Saved&, Gradients& g) {
        boost::container::static_vector<std::int64_t, 6> inverse(n.numbers.size());
        for (std::size_t i = 0; i < n.numbers.size(); ++i)
            inverse[static_cast<std::size_t>(n.numbers[i])] = static_cast<std::int64_t>(i);
        return Gradients{permuted(g[0], inverse.data())};
    });
    const boost::container::static_vector<std::int64_t, 6> numbers(order.begin(), order.end());
    if (node)
        node->numbers.assign(numbers.begin(), numbers.end());
    return attach(node, permuted(x, numbers.data()));
}

Tensor unsqueeze(const Tensor& x, int dimension)
{
    const NodePtr node = record("unsqueeze", {x}, [](const Node& n, const Saved&, Gradients& g) {
        Dims sizes = g[0].sizes();
        Dims strides = g[0].strides();
        sizes.erase(sizes.begin() + n.numbers[0]);
        strides.erase(strides.begin() + n.numbers[0]);
        return Gradients{viewOf(g[0], sizes, strides)};
    });
    const std::int64_t at = dimension < 0 ? dimension + x.dimensions() + 1 : dimension;
    if (node)
        node->numbers = {at};
    Dims sizes = x.sizes();
    Dims strides = x.strides();
    const auto index = static_cast<std::size_t>(at);
    strides.insert(strides.begin() + at, index < sizes.size() ? sizes[index] * strides[index] : 1);
    sizes.insert(sizes.begin() + at, 1);
    return attach(node, viewOf(x, sizes, strides));
}

Tensor expand(const Tensor& x, const Dims& sizes)
{
    const NodePtr node = record("expand", {x}, [](const Node&, const Saved&, Gradients& g) {
        return Gradients{g[0]}; // the engine sums it to the input's shape
    });
    Dims strides = x.strides();
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (x.sizes()[i] != sizes[i])
            strides[i] = 0;
    return attach(node, viewOf(x, sizes, strides));
}

Tensor slice(const Tensor& x, int dimension, std::int64_t size)
{
    const std::size_t at = dimensionOf(x, dimension);
    if (x.sizes()[at] == size)
        return attach(record("slice", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{g[0]}; }),
                      viewOf(x, x.sizes(), x.strides()));
    Dims sizes = x.sizes();
    sizes[at] = size;
    return attach(record("slice", {x}, zerosOfWhole), viewOf(x, sizes, x.strides()));
}

Tensor select(const Tensor& x, int dimension)
{
    const auto at = static_cast<std::ptrdiff_t>(dimensionOf(x, dimension));
    Dims sizes = x.sizes();
    Dims strides = x.strides();
    sizes.erase(sizes.begin() + at);
    strides.erase(strides.begin() + at);
    return attach(record("select", {x}, zerosOfWhole), viewOf(x, sizes, strides));
}

Tensor everySecond(const Tensor& x)
{
    Dims sizes = x.sizes();
    Dims strides = x.strides();
    sizes.back() /= 2;
    strides.back() *= 2;
    return attach(record("slice", {x}, zerosOfWhole), viewOf(x, sizes, strides));
}

namespace {

bool isEmpty(const Tensor& x)
{
    return x.numel() == 0;
}

} // namespace

Tensor cat(std::span<const Tensor> parts, int dimension)
{
    const Tensor& first = parts.front();
    // A compiler leaves out what is empty, and a join of one part with it.
    const bool alone = std::ranges::count_if(parts, isEmpty) == std::ssize(parts) - 1;
    if (first.tape().capture && alone)
        return *std::ranges::find_if_not(parts, isEmpty);
    const std::size_t at = dimensionOf(first, dimension);
    const NodePtr node = record("cat", parts, [](const Node& n, const Saved&, Gradients& g) {
        Gradients results;
        for (std::size_t i = 0; i < n.inputs.size(); ++i)
            results.push_back(n.needs(i) ? viewOf(g[0], n.inputs[i].sizes, g[0].strides()) : Tensor());
        return results;
    });
    Dims sizes = first.sizes();
    DType dtype = first.dtype();
    sizes[at] = 0;
    for (const Tensor& part : parts) {
        sizes[at] += part.sizes()[at];
        dtype = promoted(dtype, part.dtype());
    }
    return attach(node, empty(first.tape(), sizes, dtype));
}

std::vector<Tensor> split(const Tensor& x, std::span<const std::int64_t> sizes, int dimension)
{
    // One cat, while the parts live; zeros stand for parts without gradient.
    const NodePtr node = record("split", {x}, [](const Node& n, const Saved&, Gradients& g) {
        Gradients zeros;
        DType dtype = n.inputs[0].dtype;
        for (std::size_t i = 0; i < g.size(); ++i) {
            Dims part = n.inputs[0].sizes;
            part[static_cast<std::size_t>(n.numbers[0])] = n.numbers[i + 1];
            if (g[i])
                dtype = g[i].dtype();
            else
                zeros.push_back(empty(*n.tape, part, dtype));
        }
        return Gradients{empty(*n.tape, n.inputs[0].sizes, dtype)};
    });
    const std::size_t at = dimensionOf(x, dimension);
    if (node) {
        node->numbers.assign(1, static_cast<std::int64_t>(at));
        node->numbers.insert(node->numbers.end(), sizes.begin(), sizes.end());
    }
    std::vector<Tensor> parts;
    parts.reserve(sizes.size());
    for (std::int64_t size : sizes) {
        Dims part = x.sizes();
        part[at] = size;
        parts.push_back(attach(node, viewOf(x, part, x.strides()), static_cast<int>(parts.size())));
    }
    return parts;
}

std::vector<Tensor> unbind(const Tensor& x, int dimension)
{
    // One stack of the parts' gradients.
    const NodePtr node = record("unbind", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
    });
    const std::size_t at = dimensionOf(x, dimension);
    Dims sizes = x.sizes();
    Dims strides = x.strides();
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(at));
    strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(at));
    std::vector<Tensor> parts;
    for (std::int64_t i = 0; i < x.sizes()[at]; ++i)
        parts.push_back(attach(node, viewOf(x, sizes, strides), static_cast<int>(i)));
    return parts;
}

} // namespace plimsoll::step
