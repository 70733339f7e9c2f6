// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/quantizedweight.h"
#include "step/tensor.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

// litgpt's linear layers with their own adapters (litgpt/lora.py), under Lightning's BitsandbytesPrecision where they
// are quantized.
namespace plimsoll::step {

class ParameterFactory;

// Which linear layers have adapters.
struct LitgptTargets
{
    std::array<bool, 3> queryKeyValue{};
    bool projection = false;
    bool mlp = false;
    bool head = false;
};

LitgptTargets litgptTargets(const ParameterFactory& factory);

// nn.Linear, or LoRALinear: pretrained(x) + dropout(x) @ A.T @ B.T · scaling
class LitgptLinear
{
public:
    LitgptLinear() = default;
    LitgptLinear(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out, bool withBias,
                 bool adapted);

    Tensor operator()(Tensor x) const;

protected:
    Tensor pretrained(const Tensor& x) const;
    Tensor dropped(const Tensor& x) const;
    void makeAdapter(ParameterFactory& factory, std::int64_t rows, std::int64_t columns);

    const char* m_module = "";
    bool m_isHead = false;
    Tensor m_weight;
    Tensor m_bias;
    std::shared_ptr<const QuantizedWeight> m_quantized; // instead of the weight
    bool m_dropout = false;
    Tensor m_down; // lora_A
    Tensor m_up;   // lora_B
};

// One product for queries, keys and values; the adapter of those that have one is a grouped convolution over A's
// results, padded with zeros where it has none (LoRAQKVLinear).
class LitgptQkv : public LitgptLinear
{
public:
    LitgptQkv() = default;
    LitgptQkv(ParameterFactory& factory, std::int64_t hidden, std::int64_t heads, std::int64_t groups,
              std::int64_t headDim, bool withBias);

    Tensor operator()(Tensor x) const;

private:
    Tensor convolved(const Tensor& x) const;
    Tensor padded(const Tensor& x) const;
    Tensor paddedBySequence(const Tensor& x) const;

    bool m_grouped = false; // fewer groups than heads
    bool m_whole = false;   // all three have adapters
    std::int64_t m_out = 0;
    std::vector<std::int64_t> m_rows; // of B, of each that has one
    std::int64_t m_indexed = 0;       // columns that have one
    Tensor m_index;                   // of them
};

} // namespace plimsoll::step
