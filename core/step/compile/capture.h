// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/autograd.h"
#include "step/tensor.h"

#include <boost/container/small_vector.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

// A block's forward as torch.compile sees it: operations on values, of which nothing is allocated yet.
namespace plimsoll::step {

enum class OpClass {
    Fusible, // element by element: made again where it is read
    Product, // a library's kernel: reads and writes memory
};

// One piece of memory that the block reads or makes; views of it are the same value.
struct CapturedValue
{
    std::int64_t bytes = 0;
    int op = -1;               // that makes it; none of what comes from outside
    Tensor outside;            // what comes from outside
    bool requiresGrad = false; // a gradient flows into it
    bool reduced = false;      // much smaller than what it is made of, or random: never made again
};

using ValueList = boost::container::small_vector<int, 4>;

struct CapturedOp
{
    std::string_view name;
    OpClass kind = OpClass::Fusible;
    NodePtr node;
    ValueList inputs;
    bool whole = false; // one input, all of it
    ValueList outputs;
    std::vector<std::int64_t> backwardScratch; // of a product's kernel
};

// What a tape writes to while it captures, instead of allocating.
class Capture
{
public:
    void begin(const char* operation, std::span<const Tensor> inputs);
    void recorded(const NodePtr& node);
    int made(std::int64_t bytes);
    void scratched(std::int64_t bytes) { m_scratch.push_back(bytes); }
    int valueOf(const Tensor& x);

    // The library kernels' scratch in backward, by running their nodes' backward once.
    void runProductsBackward();
    // Softmax is taken apart into each row's highest score and sum, and what is made of them. Returns those of the
    // rows, which backward reads.
    std::vector<int> splitSoftmax();
    // Of a ReLU's result backward reads where it is zero, which is a value of one byte an element.
    std::vector<int> addSigns();

    std::vector<CapturedValue> values;
    std::vector<CapturedOp> ops;

private:
    int castAlready(std::int64_t bytes) const;
    bool isScaled(const CapturedOp& op) const;

    std::unordered_map<const Storage*, int> m_outside;
    std::vector<std::int64_t> m_scratch;
    bool m_apart = false; // what is made belongs to no operation
};

} // namespace plimsoll::step
