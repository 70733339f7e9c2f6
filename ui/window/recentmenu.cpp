// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/recentmenu.h"

#include "window/filing.h"

#include <QFileInfo>

namespace plimsoll::ui {

RecentMenu::RecentMenu(Filing& filing, QWidget* parent)
    : QMenu(tr("Open &recent"), parent)
{
    setToolTipsVisible(true);
    connect(&filing, &Filing::recentFilesChanged, this, [this, &filing] { list(filing); });
    list(filing);
}

void RecentMenu::list(Filing& filing)
{
    clear();
    setEnabled(!filing.recentFiles().isEmpty());
    for (const QString& path : filing.recentFiles()) {
        QAction* entry = addAction(QFileInfo(path).fileName().replace(u'&', QStringLiteral("&&")));
        entry->setToolTip(path);
        connect(entry, &QAction::triggered, &filing, [&filing, path] { filing.askOpenPath(path); });
    }
}

} // namespace plimsoll::ui
