// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

Dims broadcast(const Dims& a, const Dims& b)
{
    const Dims& longer = a.size() >= b.size() ? a : b;
    const Dims& shorter = a.size() >= b.size() ? b : a;
    Dims sizes = longer;
    const std::size_t lead = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i)
        sizes[lead + i] = std::max(longer[lead + i], shorter[i]);
    return sizes;
}

// A tensor without dimensions does not widen one that has some, within its kind.
DType resultType(const Tensor& x, const Tensor& y)
{
    const bool oneKind = isFloat(x.dtype()) == isFloat(y.dtype());
    if (oneKind && x.dimensions() == 0 && y.dimensions() > 0)
        return y.dtype();
    if (oneKind && y.dimensions() == 0 && x.dimensions() > 0)
        return x.dtype();
    return promoted(x.dtype(), y.dtype());
}

// An element-wise result lies as its first full-shaped input does.
Tensor binaryResult(const Tensor& x, const Tensor& y)
{
    const Dims sizes = broadcast(x.sizes(), y.sizes());
    const DType dtype = resultType(x, y);
    for (const Tensor* input : {&x, &y})
        if (input->sizes() == sizes)
            return emptyLike(*input, dtype);
    return empty(x.tape(), sizes, dtype);
}

} // namespace

Tensor cast(const Tensor& x, DType dtype)
{
    if (x.dtype() == dtype)
        return x;
    const NodePtr node = record("cast", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{emptyLike(g[0], n.inputs[0].dtype)};
    });
    return attach(node, emptyLike(x, dtype));
}

Tensor add(const Tensor& x, const Tensor& y)
{
    const NodePtr node = record("add", {x, y}, [](const Node&, const Saved&, Gradients& g) {
        return Gradients{g[0], g[0]};
    });
    return attach(node, binaryResult(x, y));
}

Tensor addInPlace(const Tensor& x, const Tensor& y)
{
    const NodePtr node = record("add", {x, y}, [](const Node&, const Saved&, Gradients& g) {
        return Gradients{g[0], g[0]};
    });
    return attach(node, detach(x));
}

Tensor mul(const Tensor& x, const Tensor& y)
{
    // In the alphabetical order of PyTorch's names for the inputs: other, then self.
    const auto backward = [](const Node& n, const Saved& saved, Gradients& g) {
        Gradients results(2);
        if (n.needs(1))
            results[1] = binaryResult(g[0], saved[1]);
        if (n.needs(0))
            results[0] = binaryResult(g[0], saved[0]);
        return results;
    };
    const NodePtr node
        = record("mul", {x, y}, backward, {x.requiresGrad() ? y : Tensor(), y.requiresGrad() ? x : Tensor()});
    return attach(node, binaryResult(x, y));
}

Tensor divide(const Tensor& x, const Tensor& divisor)
{
    const NodePtr node
        = record("divide", {x},
                 [](const Node&, const Saved& saved, Gradients& g) { return Gradients{binaryResult(g[0], saved[0])}; },
                 {divisor});
    return attach(node, binaryResult(x, divisor));
}

Tensor sub(const Tensor& x, const Tensor& y)
{
    const NodePtr node = record("sub", {x, y}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{g[0], n.needs(1) ? emptyLike(g[0]) : Tensor()};
    });
    return attach(node, binaryResult(x, y));
}

namespace {

// One new tensor forward, one backward, nothing saved.
Tensor linearInX(const char* operation, const Tensor& x)
{
    const NodePtr node
        = record(operation, {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; });
    return attach(node, emptyLike(x));
}

} // namespace

Tensor scale(const Tensor& x)
{
    return linearInX("scale", x);
}

Tensor clamp(const Tensor& x, int bounds)
{
    // The gradient passes where the input lay within the bounds.
    const auto backward = [](const Node& n, const Saved& saved, Gradients& g) {
        const Tensor zero = empty(*n.tape, {}, g[0].dtype());
        const Tensor within = emptyLike(saved[0], DType::Bool);
        if (n.numbers[0] == 2)
            n.tape->scratch({within.bytes()});
        return Gradients{emptyLike(g[0])};
    };
    const NodePtr node = record("clamp", {x}, backward, {x});
    if (node)
        node->numbers = {bounds};
    return attach(node, emptyLike(x));
}

Tensor scaleInPlace(const Tensor& x)
{
    const NodePtr node
        = record("scale", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; });
    return attach(node, detach(x));
}

Tensor negate(const Tensor& x)
{
    return linearInX("negate", x);
}

Tensor clampInPlace(const Tensor& x)
{
    // Which elements lay between the bounds: one comparison for each, then both.
    const auto backward = [](const Node& n, const Saved& saved, Gradients& g) {
        const Tensor zero = empty(*n.tape, {}, g[0].dtype());
        const Tensor above = emptyLike(saved[0], DType::Bool);
        const Tensor below = emptyLike(saved[0], DType::Bool);
        return Gradients{emptyLike(g[0])};
    };
    const NodePtr node = record("clamp", {x}, backward);
    if (node)
        saveOutput(node, emptyLike(x)); // the values before
    return attach(node, detach(x));
}

Tensor addNumber(const Tensor& x)
{
    const NodePtr node
        = record("add a number", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{g[0]}; });
    return attach(node, emptyLike(x));
}

Tensor power(const Tensor& x)
{
    // Backward holds the lower power, that scaled, and the product with the gradient.
    const auto backward = [](const Node&, const Saved& saved, Gradients& g) {
        const Tensor lower = emptyLike(saved[0]);
        const Tensor scaled = emptyLike(saved[0]);
        return Gradients{emptyLike(g[0], saved[0].dtype())};
    };
    const Tensor wide = widened(x);
    const NodePtr node = record("power", {wide}, backward, {wide});
    return attach(node, emptyLike(wide));
}

Tensor rsqrt(const Tensor& x)
{
    const auto backward = [](const Node&, const Saved& saved, Gradients&) {
        const Tensor cubed = emptyLike(saved[0]);
        const Tensor scaled = emptyLike(saved[0]);
        return Gradients{emptyLike(saved[0])};
    };
    const Tensor wide = widened(x);
    const NodePtr node = record("rsqrt", {wide}, backward);
    Tensor out = emptyLike(wide);
    saveOutput(node, out);
    return attach(node, std::move(out));
}

Tensor mean(const Tensor& x)
{
    const NodePtr node = record("mean", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
    });
    Dims sizes = x.sizes();
    sizes.back() = 1;
    return attach(node, empty(x.tape(), sizes, x.dtype()));
}

Tensor sumLast(const Tensor& x)
{
    const NodePtr node = record("sum", {x}, [](const Node& n, const Saved&, Gradients& g) {
        Dims strides = g[0].strides();
        strides.back() = 0;
        return Gradients{viewOf(g[0], n.inputs[0].sizes, strides)};
    });
    Dims sizes = x.sizes();
    sizes.back() = 1;
    return attach(node, empty(x.tape(), sizes, sumType(x)));
}

DType sumType(const Tensor& x)
{
    return x.tape().autocast && isHalf(x.dtype()) ? DType::Float32 : x.dtype();
}

namespace {

// A function of one tensor whose derivative needs its input: one saved tensor, one gradient laid out as it.
Tensor savingInput(const char* operation, const Tensor& x)
{
    const NodePtr node
        = record(operation, {x},
                 [](const Node&, const Saved& saved, Gradients&) { return Gradients{emptyLike(saved[0])}; }, {x});
    return attach(node, emptyLike(x));
}

} // namespace

Tensor gelu(const Tensor& x)
{
    return savingInput("gelu", x);
}

Tensor silu(const Tensor& x)
{
    return savingInput("silu", x);
}

namespace {

// A function of one tensor whose derivative needs its result.
Tensor savingOutput(const char* operation, const Tensor& x)
{
    const NodePtr node = record(
        operation, {x}, [](const Node&, const Saved& saved, Gradients&) { return Gradients{emptyLike(saved[0])}; });
    Tensor out = emptyLike(x);
    saveOutput(node, out);
    return attach(node, std::move(out));
}

} // namespace

Tensor relu(const Tensor& x)
{
    return savingOutput("relu", x);
}

Tensor tanh(const Tensor& x)
{
    return savingOutput("tanh", x);
}

Tensor sigmoid(const Tensor& x)
{
    return savingOutput("sigmoid", x);
}

Tensor dropout(const Tensor& x)
{
    const NodePtr node
        = record("dropout", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; });
    const Tensor mask = emptyLike(x, DType::Bool); // before the output
    Tensor out = emptyLike(x);
    saveOutput(node, mask);
    return attach(node, std::move(out));
}

} // namespace plimsoll::step
