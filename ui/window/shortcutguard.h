// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace plimsoll::ui {

// Text fields take some keys for themselves (Ctrl+E goes to a line's end in them): in this window the shortcuts of
// these actions, which its menus and its list of shortcuts promise, work there too.
void keepShortcuts(QWidget& window, const QList<QAction*>& actions);

} // namespace plimsoll::ui
