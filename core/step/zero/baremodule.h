// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tape.h"
#include "step/zero/modules.h"

namespace plimsoll::step {

// The call of a module without parameters of its own: with ZeRO stage 3 it has hooks as all others, and each fetches
// what is to come.
class BareModule
{
public:
    BareModule(Tape& tape, const void* module)
        : m_zero(tape.zeroModules),
          m_module(module)
    {
        if (m_zero)
            m_zero->enter(m_module, {}, {});
    }
    // What it returns.
    Tensor leave(Tensor result) const { return m_zero ? m_zero->leave(m_module, result) : result; }

private:
    ZeroModules* m_zero;
    const void* m_module;
};

} // namespace plimsoll::step
