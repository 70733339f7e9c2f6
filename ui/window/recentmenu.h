// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace plimsoll::ui {

class Filing;

// The files opened or saved last, newest first.
class RecentMenu : public QMenu
{
    Q_OBJECT

public:
    RecentMenu(Filing& filing, QWidget* parent);

private:
    void list(Filing& filing);
};

} // namespace plimsoll::ui
