// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartview.h"
#include "interchange/sentences.h"
#include "support/scenarios.h"
#include "support/scriptedchooser.h"
#include "support/warnings.h"
#include "window/devicepicker.h"
#include "window/exportdialog.h"
#include "window/filing.h"
#include "window/foldablegroup.h"
#include "window/ledgermodel.h"
#include "window/ledgertable.h"
#include "window/leverpanel.h"
#include "window/leverrow.h"
#include "window/mainwindow.h"
#include "window/messagestrip.h"
#include "window/quantityfield.h"
#include "window/stopslider.h"
#include "window/verdictbar.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <set>

// The real window with settings and dialogs of its own, and hands to work it.
namespace plimsoll::ui {

struct Bench
{
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    ScriptedChooser chooser;
    MainWindow window{settings, chooser};

    Bench()
    {
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window))
            qFatal("the window does not become active");
    }

    LeverRow& row(const char* path) { return *window.leverPanel().row(path); }
    QSlider& slider(const char* path) { return row(path).slider()->slider(); }
    const TrainingPlan& training() { return window.session().scenario().training; }
    const Estimate& estimate() { return *window.session().estimate(); }
    QString file(const char* name) { return folder.filePath(QLatin1String(name)); }

    QString write(const char* name, const QByteArray& text)
    {
        QFile file(this->file(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("no scratch file");
        return file.fileName();
    }

    void type(const char* path, const char* text)
    {
        QuantityField& field = *row(path).field();
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
    }
};

inline QPoint handle(QSlider& slider)
{
    QStyleOptionSlider option;
    option.initFrom(&slider);
    option.minimum = slider.minimum();
    option.maximum = slider.maximum();
    option.sliderPosition = slider.sliderPosition();
    option.orientation = Qt::Horizontal;
    option.upsideDown = slider.isRightToLeft(); // in place of the direction, as QSlider has it
    option.direction = Qt::LeftToRight;
    return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider).center();
}

// What the window shows of the estimate: verdict, ledger and the chart's spoken description.
inline void compareShown(Bench& bench)
{
    const Estimate& estimate = bench.estimate();
    const ByteUnit unit = bench.window.unit();
    QCOMPARE(bench.window.verdict().sentence(), QString::fromStdString(verdictSentence(estimate, unit)));
    const LedgerModel& ledger = bench.window.ledger().ledger();
    for (const LineItemFigure& figure : estimate.lineItems)
        if (figure.atPeak != Bytes())
            QCOMPARE(ledger.index(ledger.rowOf(figure.item), LedgerModel::AtPeak).data().toString(),
                     QString::fromStdString(formatExact(figure.atPeak)));
    if (!bench.window.chart().isVisible())
        return; // a hidden view is told nothing
    const QString spoken = bench.window.chart().description();
    for (const DeviceVerdict& verdict : estimate.devices)
        QVERIFY2(spoken.contains(QString::fromStdString(shortName(verdict.device))), qPrintable(spoken));
}

inline void drop(MainWindow& window, const QMimeData& data)
{
    const QPoint middle = window.rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &dropped);
}

inline void drop(MainWindow& window, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    drop(window, data);
}

} // namespace plimsoll::ui
