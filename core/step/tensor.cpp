// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/tensor.h"

#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

Tensor make(Tape& tape, Storage* storage, const Dims& sizes, const Dims& strides, DType dtype)
{
    ++storage->tensors;
    return Tensor(tape.tensors.make(tape, storage, sizes, strides, dtype));
}

} // namespace

void destroy(TensorData* data)
{
    Tape& tape = *data->tape;
    Storage* storage = data->storage;
    if (--storage->tensors == 0)
        tape.free(storage);
    tape.tensors.drop(data);
}

Tensor empty(Tape& tape, const Dims& sizes, DType dtype)
{
    return empty(tape, sizes, dtype, contiguousStrides(sizes));
}

Tensor empty(Tape& tape, const Dims& sizes, DType dtype, const Dims& strides)
{
    return make(tape, tape.allocate(numel(sizes) * sizeOf(dtype)), sizes, strides, dtype);
}

Tensor emptyLike(const Tensor& x)
{
    return emptyLike(x, x.dtype());
}

Tensor emptyLike(const Tensor& x, DType dtype)
{
    if (isDense(x.sizes(), x.strides()))
        return empty(x.tape(), x.sizes(), dtype, x.strides());
    return empty(x.tape(), x.sizes(), dtype, packedLike(x.sizes(), x.strides()));
}

Tensor viewOf(const Tensor& x, const Dims& sizes, const Dims& strides)
{
    Tensor view = make(x.tape(), x->storage, sizes, strides, x.dtype());
    view->base = x->base ? x->base : boost::intrusive_ptr<TensorData>(x.data());
    return view;
}

void dropLocals(std::initializer_list<Tensor*> locals)
{
    for (Tensor* local : locals)
        *local = {};
}

Tensor detach(const Tensor& x)
{
    return make(x.tape(), x->storage, x.sizes(), x.strides(), x.dtype());
}

void convertInPlace(const Tensor& x, DType dtype)
{
    const Tensor converted = emptyLike(x, dtype);
    std::swap(x->storage, converted->storage);
    std::swap(x->dtype, converted->dtype);
}

Tensor reshaped(const Tensor& x, const Dims& sizes)
{
    if (const auto strides = viewStrides(x.sizes(), x.strides(), sizes))
        return viewOf(x, sizes, *strides);
    return empty(x.tape(), sizes, x.dtype());
}

Tensor transposed(const Tensor& x, int a, int b)
{
    const auto index = [&x](int d) { return static_cast<std::size_t>(d < 0 ? d + x.dimensions() : d); };
    Dims sizes = x.sizes();
    Dims strides = x.strides();
    std::swap(sizes[index(a)], sizes[index(b)]);
    std::swap(strides[index(a)], strides[index(b)]);
    return viewOf(x, sizes, strides);
}

} // namespace plimsoll::step
