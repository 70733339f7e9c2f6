// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tape.h"

namespace plimsoll::step {

// torch.autocast, until the end of the scope. Copies of trainable fp32 leaves are kept until the outermost one ends.
class Autocast
{
public:
    Autocast(Tape& tape, std::optional<DType> dtype);
    ~Autocast();
    Autocast(const Autocast&) = delete;
    Autocast& operator=(const Autocast&) = delete;

private:
    Tape& m_tape;
    std::optional<DType> m_outer;
};

// x as autocast hands it to an operation of its narrow list (linear, matmul, attention), or x itself.
Tensor lowered(const Tensor& x);

// x as autocast hands it to an operation of its fp32 list (norms, softmax, losses), or x itself.
Tensor widened(const Tensor& x);

} // namespace plimsoll::step
