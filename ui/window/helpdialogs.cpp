// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/helpdialogs.h"

#include "base/version.h"
#include "format.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QMessageBox>

namespace plimsoll::ui {

namespace {

void open(QWidget& window, const QString& title, const QString& html)
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, title, html, QMessageBox::Close, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    box->setTextFormat(Qt::RichText);
    box->setWindowModality(Qt::NonModal);
    box->show();
}

} // namespace

void showShortcuts(QWidget& window, const QStringList& lines)
{
    const QStringList onLevers{
        QKeySequence(QKeySequence::Undo).toString() + u'\t' + QCoreApplication::translate("Help", "Undo"),
        QKeySequence(QKeySequence::Redo).toString() + u'\t' + QCoreApplication::translate("Help", "Redo"),
        QCoreApplication::translate("Help", "← →\tone stop on a lever"),
        QCoreApplication::translate("Help", "Page up, Page down\tseveral stops"),
        QCoreApplication::translate("Help", "Home, End\tfirst and last stop"),
        QCoreApplication::translate("Help", "a digit\ttypes into the lever's field")};
    QString html = QStringLiteral("<table>");
    for (const QString& line : lines + onLevers)
        html += QStringLiteral("<tr><td style='padding-right:24px'><b>%1</b></td><td>%2</td></tr>")
                    .arg(line.section(u'\t', 0, 0).toHtmlEscaped(), line.section(u'\t', 1).toHtmlEscaped());
    open(window, QCoreApplication::translate("Help", "Shortcuts"), html + QStringLiteral("</table>"));
}

void showAbout(QWidget& window)
{
    const QString version = toQString(plimsoll::version());
    open(
        window, QCoreApplication::translate("Help", "About Plimsoll"),
        QStringLiteral("<h3>Plimsoll %1</h3><p>%2</p><p>%3</p>")
            .arg(
                version,
                QCoreApplication::translate(
                    "Help",
                    "Does this training job fit on this GPU, what is the memory spent on, and which choice moves it? "
                    "A training step is replayed allocation by allocation, and everything shown is read off that "
                    "replay."),
                QCoreApplication::translate(
                    "Help",
                    "Free software under the GNU General Public License, version 3 or later. Charts by QCustomPlot.")));
}

} // namespace plimsoll::ui
