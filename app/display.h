// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::app {

// Whether a window can be shown: on Linux and the like, whether the environment names a display or a Qt platform.
bool hasDisplay();

// Draw into memory: pictures come out alike with and without a display. A platform named in QT_QPA_PLATFORM wins.
// Of what Qt has to say, only failures are passed on.
void useNoDisplay();

} // namespace plimsoll::app
