// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/modules.h"

namespace plimsoll::step {

// A rotary embedding's buffers, inv_freq and original_inv_freq: half as many fp32 numbers as dimensions are turned.
void makeRotaryBuffers(ParameterFactory& factory, std::int64_t dim);

// The base model's initialisation computes the numbers again and copies them in.
void initializeRotaryBuffers(Tape& tape, std::int64_t dim);

} // namespace plimsoll::step
