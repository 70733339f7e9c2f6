// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fill.h"

namespace plimsoll::ui {

// A fill of falling stripes, its colour included, as a brush of pixels: in shapes of many corners a hundred times
// faster than stripe by stripe, but for painters of that pixel ratio only.
QBrush fallingBrush(const Fill& fill, double unit, double pixelRatio);

} // namespace plimsoll::ui
