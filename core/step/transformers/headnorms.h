// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/modules.h"

#include <vector>

namespace plimsoll::step {

// Norms of queries or keys: of what, and when.
enum class HeadNorm {
    None,
    PerHead,      // of each head, before it is turned to a dimension of its own (Qwen3)
    PerHeadOwn,   // the same after all three products, each head with its own weights (Command R)
    WholeWidth,   // of all heads together (OLMo 2)
    PerHeadAfter, // of each head, after the transposition (Gemma 3, Phi)
    EachHead,     // the same by a module for each head (StableLM)
};

class HeadNorms
{
public:
    HeadNorms() = default;
    HeadNorms(ParameterFactory& factory, const char* name, std::int64_t heads, std::int64_t headDim, HeadNorm rule,
              NormKind norm);

    Tensor operator()(Tensor x) const;

private:
    std::vector<Normalization> m_norms;
    bool m_oneEach = false; // a norm for each head
};

} // namespace plimsoll::step
