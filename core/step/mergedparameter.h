// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/adapters.h"
#include "step/tensor.h"

#include <memory>

namespace plimsoll::step {

// peft's lora.ParamWrapper: while a module runs, one of its parameters is seen with its adapter's product added, made
// at the first look and kept (torch.nn.utils.parametrize.cached). Without an adapter it is the parameter.
class MergedParameter
{
public:
    MergedParameter(Tensor parameter, const Adapter* adapter);

    const Tensor& operator()();

private:
    void makeFactors(const Adapter& adapter);
    Tensor merged() const;

    Tensor m_parameter;
    Tensor m_up; // factors of the product, or for one group alone the product itself
    Tensor m_down;
    Tensor m_product;
    Tensor m_kept;
};

} // namespace plimsoll::step
