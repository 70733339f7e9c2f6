// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/dtype.h"
#include "step/layout.h"

#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>

namespace plimsoll::step {

class Tape;
struct Node;
struct TensorData;

inline void intrusive_ptr_add_ref(TensorData* data);
inline void intrusive_ptr_release(TensorData* data);
void intrusive_ptr_add_ref(Node* node);
void intrusive_ptr_release(Node* node);

using NodePtr = boost::intrusive_ptr<Node>;

inline constexpr std::int32_t noAllocation = std::numeric_limits<std::int32_t>::min();

// Bytes of the device that live as long as a tensor reads them.
struct Storage
{
    std::int64_t bytes = 0;
    std::int32_t allocation = 0; // in the recorded program; noAllocation where the memory is on the host, or let go
    std::int32_t tensors = 0;    // how many tensors read it
    std::int64_t hostBytes = 0;  // of the same storage in all the layers that are folded
    bool pinned = false;         // page-locked there
    bool readElsewhere = false;  // by another stream than the one it was made on
};

// A tensor without numbers: shape, strides, type, storage, and its place in autograd's graph.
struct TensorData
{
    TensorData(Tape& tapeOf, Storage* storageOf, const Dims& sizesOf, const Dims& stridesOf, DType type)
        : tape(&tapeOf),
          storage(storageOf),
          sizes(sizesOf),
          strides(stridesOf),
          dtype(type)
    {
    }

    Tape* tape;
    Storage* storage;
    Dims sizes;
    Dims strides;
    DType dtype;
    bool requiresGrad = false;
    std::int32_t references = 0;
    std::int32_t outputNumber = 0; // which output of gradFn this is
    NodePtr gradFn;                // none for leaves
    Node* accumulator = nullptr;   // of a leaf; not owned, as in PyTorch, or leaf and node would hold each other
    boost::intrusive_ptr<TensorData> grad;         // of a leaf
    boost::intrusive_ptr<TensorData> base;         // of a view: the tensor it looks at
    boost::intrusive_ptr<TensorData> autocastCopy; // of a trainable fp32 leaf, until the outermost autocast ends
    bool isParameter = false;
    const char* name = "";    // of a parameter: the module it belongs to
    std::int32_t layer = -1;  // of a parameter: the group of layers it belongs to
    std::int32_t block = -1;  // of a parameter: the recorded block it belongs to
    bool distributed = false; // this GPU's part of a DTensor
    // Of a parameter that several GPUs share: what its gradient is before the optimizer or FSDP has it laid out as the
    // parameter.
    bool gradientIsPartial = false;    // to be summed over the GPUs
    std::int64_t gradientRows = 0;     // whole: so many rows, where the parameter has some of them
    std::optional<DType> gradientType; // to which a leaf's gradient is cast (torch.Tensor.grad_dtype)
};

void destroy(TensorData* data); // and its storage, if nobody else reads that

inline void intrusive_ptr_add_ref(TensorData* data)
{
    ++data->references;
}

inline void intrusive_ptr_release(TensorData* data)
{
    if (--data->references == 0)
        destroy(data);
}

// A handle: copies share the tensor. The storage is freed when the last tensor that reads it goes.
class Tensor
{
public:
    Tensor() = default;
    explicit Tensor(TensorData* data)
        : m_data(data)
    {
    }
    explicit Tensor(boost::intrusive_ptr<TensorData> data)
        : m_data(std::move(data))
    {
    }

    explicit operator bool() const { return m_data != nullptr; }
    bool is(const Tensor& other) const { return m_data == other.m_data; }

    Tape& tape() const { return *m_data->tape; }
    const Dims& sizes() const { return m_data->sizes; }
    const Dims& strides() const { return m_data->strides; }
    std::int64_t size(int dimension) const { return m_data->sizes[index(dimension)]; }
    int dimensions() const { return static_cast<int>(m_data->sizes.size()); }
    DType dtype() const { return m_data->dtype; }
    std::int64_t numel() const { return step::numel(m_data->sizes); }
    std::int64_t bytes() const { return numel() * sizeOf(m_data->dtype); }
    bool requiresGrad() const { return m_data->requiresGrad; }
    bool isLeaf() const { return !m_data->gradFn; }
    bool isContiguous() const { return step::isContiguous(m_data->sizes, m_data->strides); }
    std::int64_t useCount() const { return m_data->references; }

    TensorData* data() const { return m_data.get(); }
    TensorData* operator->() const { return m_data.get(); }

private:
    std::size_t index(int dimension) const
    {
        return static_cast<std::size_t>(dimension < 0 ? dimension + dimensions() : dimension);
    }

    boost::intrusive_ptr<TensorData> m_data;
};

// New memory; contiguous where no strides are given.
Tensor empty(Tape& tape, const Dims& sizes, DType dtype);
Tensor empty(Tape& tape, const Dims& sizes, DType dtype, const Dims& strides);

// New memory in the layout an element-wise result of x takes.
Tensor emptyLike(const Tensor& x);
Tensor emptyLike(const Tensor& x, DType dtype);

// Lets go of a function's locals as a Python frame does when it ends: in the order in which the function first names
// them. C++ does it the other way round.
void dropLocals(std::initializer_list<Tensor*> locals);

// The same memory. A view holds the tensor it looks at; a detached tensor holds the memory alone.
Tensor viewOf(const Tensor& x, const Dims& sizes, const Dims& strides);
Tensor detach(const Tensor& x);

// The tensor's memory is exchanged for new memory of another type (tensor.data = tensor.to(dtype)).
void convertInPlace(const Tensor& x, DType dtype);

// x seen as sizes where the strides allow it, else a contiguous copy; outside autograd.
Tensor reshaped(const Tensor& x, const Dims& sizes);

// x with two dimensions exchanged; outside autograd.
Tensor transposed(const Tensor& x, int a, int b);

} // namespace plimsoll::step
