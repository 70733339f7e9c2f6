// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tabletext.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <functional>

namespace plimsoll::ui {

namespace {

QStringList headings(const QAbstractItemModel& model)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.headerData(column, Qt::Horizontal).toString();
    return cells;
}

QStringList cellsOf(const QAbstractItemModel& model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.index(row, column).data().toString();
    return cells;
}

QString joined(QStringList cells, const QString& separator, const std::function<QString(const QString&)>& escaped)
{
    for (QString& cell : cells)
        cell = escaped(cell);
    return cells.join(separator);
}

QString table(const QAbstractItemModel& model, const QList<int>& rows, const QString& separator, const QString& lineEnd,
              const std::function<QString(const QString&)>& escaped)
{
    QString text = joined(headings(model), separator, escaped) + lineEnd;
    for (const int row : rows)
        text += joined(cellsOf(model, row), separator, escaped) + lineEnd;
    return text;
}

QString csvCell(const QString& cell)
{
    const bool needsQuotes = cell.contains(u',') || cell.contains(u'"') || cell.contains(u'\n');
    return needsQuotes ? u'"' + QString(cell).replace(u'"', QStringLiteral("\"\"")) + u'"' : cell;
}

QString htmlRow(const QStringList& cells, const QString& tag)
{
    QString row = QStringLiteral("<tr>");
    for (const QString& cell : cells)
        row += QStringLiteral("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
    return row + QStringLiteral("</tr>\n");
}

} // namespace

QString asTabbedText(const QAbstractItemModel& model, const QList<int>& rows)
{
    return table(model, rows, QStringLiteral("\t"), QStringLiteral("\n"),
                 [](const QString& cell) { return cell.simplified(); });
}

QString asHtml(const QAbstractItemModel& model, const QList<int>& rows)
{
    QString text = QStringLiteral("<table>\n") + htmlRow(headings(model), QStringLiteral("th"));
    for (const int row : rows)
        text += htmlRow(cellsOf(model, row), QStringLiteral("td"));
    return text + QStringLiteral("</table>\n");
}

QString asCsv(const QAbstractItemModel& model, const QList<int>& rows)
{
    return table(model, rows, QStringLiteral(","), QStringLiteral("\r\n"), csvCell);
}

} // namespace plimsoll::ui
