// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/headnorms.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

namespace {

Dims weightSizes(std::int64_t heads, std::int64_t headDim, HeadNorm rule)
{
    switch (rule) {
    case HeadNorm::WholeWidth:
        return {heads * headDim};
    case HeadNorm::PerHeadOwn:
        return {heads, headDim};
    case HeadNorm::None:
    case HeadNorm::PerHead:
    case HeadNorm::PerHeadAfter:
    case HeadNorm::EachHead:
        break;
    }
    return {headDim};
}

} // namespace

HeadNorms::HeadNorms(ParameterFactory& factory, const char* name, std::int64_t heads, std::int64_t headDim,
                     HeadNorm rule, NormKind norm)
    : m_oneEach(rule == HeadNorm::EachHead)
{
    const std::int64_t count = m_oneEach ? heads : 1;
    for (std::int64_t i = 0; i < count; ++i)
        m_norms.emplace_back(factory, name, weightSizes(heads, headDim, rule), norm);
}

Tensor HeadNorms::operator()(Tensor x) const
{
    if (!m_oneEach)
        return m_norms.front()(std::move(x));
    const std::vector<std::int64_t> one(m_norms.size(), 1);
    const std::vector<Tensor> heads = split(x, one, 1);
    std::vector<Tensor> normed;
    normed.reserve(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i)
        normed.push_back(m_norms[i](heads[i]));
    return cat(normed, 1);
}

} // namespace plimsoll::step
