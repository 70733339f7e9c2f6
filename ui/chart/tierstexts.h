// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/tiersscene.h"

class QPainter;

namespace plimsoll::ui {

// Everything written: title and summary, names, verdicts, the leading bar's inside labels, the axis' unit, legend,
// footer.
void paintTexts(QPainter& painter, const TiersScene& scene);

} // namespace plimsoll::ui
