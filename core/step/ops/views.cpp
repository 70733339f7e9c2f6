// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <cassert>

namespace plimsoll::step {

Tensor view(const Tensor& x, const Dims& sizes)
{
    const NodePtr node = record("view", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{reshaped(g[0], n.inputs[0].sizes)};
    });
    const auto strides = viewStrides(x.sizes(), x.strides(), sizes);
    assert(strides);
    return attach(node, viewOf(x, sizes, *strides));
}

Tensor clone(const Tensor& x)
{
    const NodePtr node
        = record("contiguous copy", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{g[0]}; });
    return attach(node, empty(x.tape(), x.sizes(), x.dtype()));
}

Tensor reshape(const Tensor& x, const Dims& sizes)
{
    if (viewStrides(x.sizes(), x.strides(), sizes))
        return view(x, sizes);
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

std::vector<Tensor> split(const Tensor& x, std::span<const std::int64_t> sizes)
{
    const NodePtr node = record("split", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())}; // one cat, while the parts live
    });
    std::vector<Tensor> parts;
    parts.reserve(sizes.size());
    for (std::int64_t size : sizes) {
        Dims part = x.sizes();
        part.back() = size;
        parts.push_back(attach(node, viewOf(x, part, x.strides()), static_cast<int>(parts.size())));
    }
    return parts;
}

} // namespace plimsoll::step
