// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAbstractItemModel;

// Rows of a table with its headings, as other programs paste them.
namespace plimsoll::ui {

QString asTabbedText(const QAbstractItemModel& model, const QList<int>& rows);
QString asHtml(const QAbstractItemModel& model, const QList<int>& rows);
QString asCsv(const QAbstractItemModel& model, const QList<int>& rows); // RFC 4180

} // namespace plimsoll::ui
