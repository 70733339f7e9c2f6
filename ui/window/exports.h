// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/format.h"

#include <QObject>

class QWidget;

namespace plimsoll::ui {

class Actions;
struct ChartOptions;
class FileChooser;
class Filing;
class LedgerTable;
class Session;
class ViewTabs;

// What leaves the window: pictures and tables on the clipboard and in files.
class Exports : public QObject
{
    Q_OBJECT

public:
    // What the exports show, as the window shows it.
    struct Sources
    {
        Session& session;
        Filing& filing;
        ViewTabs& views;
        LedgerTable& ledger;
    };

    Exports(QWidget& window, const Sources& sources, FileChooser& chooser, Actions& actions);

    void setUnit(ByteUnit unit) { m_unit = unit; }

signals:
    void failed(const QString& message);
    void succeeded();

private:
    ChartOptions chartOptions() const;
    QString suggestion(const char* suffix) const;
    void openChartDialog();
    void copyChart();
    void askTablePath();
    void askReportPath();
    void openPrintPreview();
    void exportTable(const QString& path);
    void tell(const Result<void>& written);

    QWidget& m_window;
    Sources m_sources;
    FileChooser& m_chooser;
    ByteUnit m_unit = ByteUnit::GB;
};

} // namespace plimsoll::ui
