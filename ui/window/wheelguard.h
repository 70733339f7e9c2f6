// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace plimsoll::ui {

// Lets the wheel scroll the panel instead of changing a control that does not have the focus.
void guardWheel(QWidget& control);

} // namespace plimsoll::ui
