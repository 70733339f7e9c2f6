// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/mergedparameter.h"

#include "step/autocast.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

MergedParameter::MergedParameter(Tensor parameter, const Adapter* adapter)
    : m_parameter(std::move(parameter))
{
    if (!adapter) {
        m_kept = m_parameter;
        return;
    }
    const ModuleScope scope(m_parameter.tape(), "adapter");
    makeFactors(*adapter);
    merged(); // register_parametrization() looks once at what comes out
}

// get_delta_factors(), get_delta_weight()
void MergedParameter::makeFactors(const Adapter& adapter)
{
    const std::int64_t groups = adapter.base.groups;
    const DType dtype = m_parameter.dtype();
    if (groups == 1) {
        Tensor product = batchedProduct(adapter.up, adapter.down);
        product = scale(product);
        m_product = cast(product, dtype);
        return;
    }
    const std::int64_t rank = adapter.down.size(0) / groups;
    const Tensor down = view(adapter.down, {groups, rank, adapter.base.in});
    const Tensor up = permute(view(adapter.up, {adapter.base.out, rank, groups}), {2, 0, 1});
    m_up = cast(up, dtype);
    m_down = cast(down, dtype);
}

Tensor MergedParameter::merged() const
{
    if (m_product)
        return add(m_parameter, m_product);
    const Autocast none(m_parameter.tape(), std::nullopt);
    return batchedProductOnto(m_parameter, m_up, m_down);
}

const Tensor& MergedParameter::operator()()
{
    if (!m_kept) {
        const ModuleScope scope(m_parameter.tape(), "adapter");
        m_kept = merged();
    }
    return m_kept;
}

} // namespace plimsoll::step
