// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parameters.h"

namespace plimsoll {

std::int64_t plainParameterCount(const ModelSpec& m)
{
    if (m.family != Family::Plain)
        return 0;
    const auto linear = [](std::int64_t in, std::int64_t out, bool bias) { return in * out + (bias ? out : 0); };
    const std::int64_t norm = m.hidden * (m.norm == Norm::Layer ? 2 : 1);
    const std::int64_t queries = m.heads * m.headDim;
    const std::int64_t keys = m.kvHeads * m.headDim;
    const std::int64_t attention
        = linear(m.hidden, queries, m.bias) + 2 * linear(m.hidden, keys, m.bias) + linear(queries, m.hidden, m.bias);
    const std::int64_t mlp = (m.gatedMlp ? 2 : 1) * linear(m.hidden, m.ffn, m.bias) + linear(m.ffn, m.hidden, m.bias);
    const std::int64_t positions = m.positional == Positional::Learned ? m.maxPosition * m.hidden : 0;
    const std::int64_t head = (m.tiedEmbeddings ? 0 : m.hidden * m.vocab) + (m.headBias ? m.vocab : 0);
    return m.vocab * m.hidden + positions + m.layers * (attention + mlp + 2 * norm) + norm + head;
}

} // namespace plimsoll
