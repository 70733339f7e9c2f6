// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace plimsoll::ui {

// Lines of keys and what they do, with a tab between.
void showShortcuts(QWidget& window, const QStringList& lines);

void showAbout(QWidget& window);

} // namespace plimsoll::ui
