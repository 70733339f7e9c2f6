// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/sizecheck.h"

#include "base/format.h"
#include "step/adaptertargets.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

// A tensor's elements as the product of sizes the user chose; in floating point, which cannot overflow here.
struct Product
{
    std::string_view path;
    std::string_view tensor;
    double elements;
};

} // namespace

std::optional<Error> checkSizes(const Scenario& scenario)
{
    constexpr double largest = static_cast<double>(std::int64_t{1} << 50);
    constexpr double widestElement = 8;
    const ModelSpec& m = scenario.model;
    const TrainingPlan& t = scenario.training;
    const auto real = [](std::int64_t value) { return static_cast<double>(value); };

    const double tokens = real(t.microBatch) * real(t.sequenceLength);
    const double heads = real(m.heads + 2 * m.kvHeads) * real(m.headDim);
    const double padded = real(m.heads) * real(m.headDim + 64); // as flash attention's fp32 gradient is
    const double width = std::max({real(m.hidden), real(m.ffn), heads, padded, real(m.vocab)});
    const double scores = t.attention == Attention::Eager ? real(m.heads) * real(t.sequenceLength) : 0;
    const std::array<Product, 4> products{{
        {"training.micro_batch × sequence_length", "the widest activation", tokens * width},
        {"training.micro_batch × sequence_length²", "eager attention's scores", tokens * scores},
        {"model.hidden × vocab", "the embedding", real(m.hidden) * real(std::max(m.vocab, m.maxPosition))},
        {"model.hidden × ffn or heads", "the widest layer's weight", real(m.hidden) * std::max(real(m.ffn), heads)},
    }};
    for (const Product& product : products) {
        if (product.elements * widestElement <= largest)
            continue;
        Error error;
        error.path = product.path;
        error.expected = "sizes with which no tensor passes a pebibyte";
        error.found = std::string(product.tensor) + " of " + formatNumber(product.elements / 1e15, 1) + "e15 elements";
        return error;
    }
    return std::nullopt;
}

std::optional<Error> checkTargets(const Scenario& scenario)
{
    if (scenario.training.method == Method::Full)
        return std::nullopt;
    const std::optional<std::string> missing = step::targetWithoutLayer(scenario);
    if (!missing)
        return std::nullopt;
    Error error;
    error.path = "training.lora.targets";
    error.found = '"' + *missing + '"';
    error.expected = "all-linear, attention, or names of this model's linear layers:";
    for (const std::string& layer : step::linearLayers(scenario))
        error.expected += (error.expected.ends_with(':') ? " " : ", ") + layer;
    return error;
}

} // namespace plimsoll
