// SPDX-License-Identifier: GPL-3.0-or-later
// savingwindow FILE FOLDER [hold]: opens FILE in the real window, doubles its batch, waits until that is kept in
// FOLDER, and saves it; with "hold" it does not save, and lives on until it is ended.
#include "support/scriptedchooser.h"
#include "window/filing.h"
#include "window/leverpanel.h"
#include "window/leverrow.h"
#include "window/mainwindow.h"
#include "window/stopslider.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    const QTemporaryDir place;
    QSettings settings(place.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    plimsoll::ScriptedChooser chooser;
    plimsoll::ui::MainWindow window(settings, chooser, words.at(2));
    window.recovery().setDelay(0);
    window.openFile(words.at(1));
    window.show();
    QTest::keyClick(&window.leverPanel().row("training.micro_batch")->slider()->slider(), Qt::Key_Right);
    const auto isKept = [&] { return !QDir(words.at(2)).entryList({QStringLiteral("*.json")}, QDir::Files).isEmpty(); };
    if (!QTest::qWaitFor(isKept))
        return 1;
    if (words.contains(QStringLiteral("hold"))) {
        std::puts("kept");
        std::fflush(stdout);
        return QApplication::exec();
    }
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
    return window.isWindowModified() ? 1 : 0;
}
