// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parameters.h"

#include <limits>

namespace plimsoll {

namespace {

// A number of weights that never wraps.
struct Count
{
    std::int64_t value = 0;

    friend Count operator+(Count a, Count b)
    {
        return {__builtin_add_overflow(a.value, b.value, &a.value) ? std::numeric_limits<std::int64_t>::max()
                                                                   : a.value};
    }
    friend Count operator*(Count a, Count b)
    {
        return {__builtin_mul_overflow(a.value, b.value, &a.value) ? std::numeric_limits<std::int64_t>::max()
                                                                   : a.value};
    }
};

Count linear(Count in, Count out, bool bias)
{
    return in * out + (bias ? out : Count());
}

} // namespace

std::int64_t plainParameterCount(const ModelSpec& m)
{
    if (m.family != Family::Plain)
        return 0;
    const Count hidden{m.hidden};
    const Count ffn{m.ffn};
    const Count vocab{m.vocab};
    const Count queries = Count{m.heads} * Count{m.headDim};
    const Count keys = Count{m.kvHeads} * Count{m.headDim};
    const Count norm = hidden * Count{m.norm == Norm::Layer ? 2 : 1};
    const Count attention
        = linear(hidden, queries, m.bias) + Count{2} * linear(hidden, keys, m.bias) + linear(queries, hidden, m.bias);
    const Count mlp = Count{m.gatedMlp ? 2 : 1} * linear(hidden, ffn, m.bias) + linear(ffn, hidden, m.bias);
    const Count positions = m.positional == Positional::Learned ? Count{m.maxPosition} * hidden : Count();
    const Count head = (m.tiedEmbeddings ? Count() : hidden * vocab) + (m.headBias ? vocab : Count());
    const Count blocks = Count{m.layers} * (attention + mlp + Count{2} * norm);
    return (vocab * hidden + positions + blocks + norm + head).value;
}

} // namespace plimsoll
