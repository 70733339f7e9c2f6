// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowbench.h"

using namespace plimsoll;
using namespace plimsoll::ui;

class WindowPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void choosesTiers();
    void addsACardOfOnesOwn();
    void switchesUnits();
    void switchesThemes();
    void exportsTheChart();
    void copiesChartAndTable();
    void linksChartAndLedger();
    void resetsAll();
    void remembersItself();
    void namesEveryControl();
    void hasDistinctMnemonics();
    void visitsAllControlsWithTab();
    void fitsSmallScreens();
};

void WindowPartsTest::choosesTiers()
{
    Bench bench;
    bench.window.action(ActionId::ChooseTiers).trigger();
    DevicePicker& picker = bench.window.devicePicker();
    QVERIFY(picker.isVisible());
    QCOMPARE(picker.devices(), defaultTiers());
    QTest::keyClicks(picker.search(), "Tesla T4");
    QTreeWidgetItem* shown = nullptr;
    for (int group = 0; group < picker.tree()->topLevelItemCount(); ++group)
        for (int child = 0; child < picker.tree()->topLevelItem(group)->childCount(); ++child)
            if (QTreeWidgetItem* item = picker.tree()->topLevelItem(group)->child(child); !item->isHidden())
                shown = item;
    QVERIFY(shown);
    shown->setCheckState(0, Qt::Checked);
    QCOMPARE(bench.estimate().devices.size(), defaultTiers().size() + 1);
    compareShown(bench);
    bench.window.session().undoStack().undo();
    QCOMPARE(shown->checkState(0), Qt::Unchecked);
}

void WindowPartsTest::addsACardOfOnesOwn()
{
    Bench bench;
    bench.window.action(ActionId::ChooseTiers).trigger();
    DevicePicker& picker = bench.window.devicePicker();
    picker.ownSize()->selectAll();
    QTest::keyClicks(picker.ownSize(), "64 GiB");
    QTest::keyClick(picker.ownSize(), Qt::Key_Return);
    QTest::mouseClick(picker.addOwn(), Qt::LeftButton);
    const std::vector<Device>& devices = bench.window.session().document().devices;
    const auto own = std::ranges::find(devices, Bytes(64 * gib), &Device::usable);
    QVERIFY(own != devices.end());
    QCOMPARE(own->usable, Bytes(64 * gib));
    compareShown(bench);
}

void WindowPartsTest::switchesUnits()
{
    Bench bench;
    bench.window.action(ActionId::UnitGib).trigger();
    QVERIFY(bench.window.verdict().sentence().contains(QStringLiteral(" GiB")));
    QVERIFY(!bench.window.verdict().sentence().contains(QStringLiteral(" GB ")));
    compareShown(bench);
}

void WindowPartsTest::switchesThemes()
{
    Bench bench;
    bench.window.action(ActionId::ThemeDark).trigger();
    QVERIFY(bench.window.palette().color(QPalette::Window).lightness() < 80);
    bench.window.action(ActionId::ThemeLight).trigger();
    QVERIFY(bench.window.palette().color(QPalette::Window).lightness() > 200);
}

void WindowPartsTest::exportsTheChart()
{
    Bench bench;
    bench.window.action(ActionId::ExportChart).trigger();
    auto* dialog = bench.window.findChild<ExportDialog*>();
    QVERIFY(dialog);
    QTest::keyClick(dialog->sizes(), Qt::Key_Down);
    bench.chooser.nextPath = bench.file("no/such/chart.png");
    QTest::mouseClick(dialog->exportButton(), Qt::LeftButton);
    QVERIFY(dialog->message().contains(QStringLiteral("chart.png")));
    QVERIFY(dialog->isVisible());
    bench.chooser.nextPath = bench.file("chart.png");
    const QSize size = dialog->options().size;
    QTest::mouseClick(dialog->exportButton(), Qt::LeftButton);
    QCOMPARE(QImage(bench.file("chart.png")).size(), size);
    QVERIFY(!dialog->isVisible());
}

void WindowPartsTest::copiesChartAndTable()
{
    Bench bench;
    bench.window.action(ActionId::CopyChart).trigger();
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    bench.window.action(ActionId::CopyTable).trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("59,091,579,048 B")));
}

void WindowPartsTest::linksChartAndLedger()
{
    Bench bench;
    LedgerTable& table = bench.window.ledger();
    for (const Part part : {Part(LineItem::Activations), Part(Overhead::Context)}) {
        emit bench.window.chart().partSelected(part);
        QVERIFY(table.ledger().partAt(table.currentIndex().row()) == std::optional(part));
    }
    table.setCurrentIndex(table.ledger().index(table.ledger().rowOf(Overhead::CachedFree), 0));
    QVERIFY(bench.window.chart().selected() == std::optional<Part>(Overhead::CachedFree));
}

void WindowPartsTest::resetsAll()
{
    Bench bench;
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    QTest::keyClick(&bench.slider("training.optimizer"), Qt::Key_Right);
    bench.window.action(ActionId::ResetAll).trigger();
    QCOMPARE(bench.window.session().scenario(), workedExample());
    bench.window.session().undoStack().undo();
    QCOMPARE(bench.training().microBatch, 512);
}

void WindowPartsTest::remembersItself()
{
    Bench bench;
    bench.window.action(ActionId::UnitGib).trigger();
    bench.window.action(ActionId::ThemeDark).trigger();
    bench.window.action(ActionId::ShowLedger).trigger();
    bench.chooser.nextPath = bench.file("mine.json");
    bench.window.session().changeDevices({*findDevice("l4")});
    bench.window.action(ActionId::Save).trigger();
    bench.window.resize(1000, 700);
    bench.window.close();

    MainWindow next(bench.settings, bench.chooser);
    next.show();
    QCOMPARE(next.unit(), ByteUnit::GiB);
    QVERIFY(next.action(ActionId::ThemeDark).isChecked());
    QVERIFY(!next.ledger().isVisible());
    QCOMPARE(next.filing().recentFiles(), QStringList{bench.file("mine.json")});
    QCOMPARE(next.session().document().devices.size(), std::size_t(1));
    QCOMPARE(next.size(), QSize(1000, 700));
}

void WindowPartsTest::namesEveryControl()
{
    Bench bench;
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        bench.window.leverPanel().group(static_cast<LeverGroup>(group))->setOpen(true);
    bench.window.action(ActionId::ChooseTiers).trigger();
    int named = 0;
    for (QWidget* widget : bench.window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy())
            continue;
        const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
        const QByteArray what = widget->metaObject()->className() + QByteArray(" ") + widget->objectName().toUtf8();
        QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(), what.constData());
        ++named;
    }
    QVERIFY(named > 40);
}

void WindowPartsTest::hasDistinctMnemonics()
{
    Bench bench;
    std::set<QString> taken;
    const auto take = [&](const QString& text) {
        const QString key = QKeySequence::mnemonic(text).toString();
        return key.isEmpty() || taken.insert(key).second;
    };
    for (const QAction* menu : bench.window.menuBar()->actions())
        QVERIFY2(take(menu->text()), qPrintable(menu->text()));
    for (const QLabel* label : bench.window.findChildren<QLabel*>())
        if (label->buddy())
            QVERIFY2(take(label->text()), qPrintable(label->text()));
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        QVERIFY(take(QString::fromUtf8(title(static_cast<LeverGroup>(group)))));
    QVERIFY(taken.size() >= 5 + 7 + leverGroupCount - 1);
    for (const QMenu* menu : bench.window.findChildren<QMenu*>()) {
        taken.clear();
        for (const QAction* action : menu->actions())
            QVERIFY2(take(action->text()), qPrintable(action->text()));
    }
}

static QString names(const QList<QWidget*>& widgets)
{
    QString text;
    for (const QWidget* widget : widgets)
        text
            += QLatin1String("; ") + QLatin1String(widget->metaObject()->className()) + u' ' + widget->accessibleName();
    return text;
}

void WindowPartsTest::visitsAllControlsWithTab()
{
    Bench bench;
    bench.window.leverPanel().search()->setFocus();
    QList<QWidget*> visited;
    do {
        visited << QApplication::focusWidget();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    } while (visited.size() < 60 && !visited.contains(QApplication::focusWidget()));
    int previous = -1;
    for (const char* path : {"model", "training.micro_batch", "training.sequence_length", "training.precision",
                             "training.optimizer", "training.checkpointing"}) {
        const int at = static_cast<int>(visited.indexOf(&bench.slider(path)));
        QVERIFY2(at > previous, qPrintable(QLatin1String(path) + QString::number(at) + names(visited)));
        previous = at;
    }
    QVERIFY(visited.contains(&bench.window.ledger()));
}

void WindowPartsTest::fitsSmallScreens()
{
    Bench bench;
    bench.window.resize(800, 600);
    QCOMPARE(bench.window.size(), QSize(800, 600));
    QVERIFY(bench.window.minimumSizeHint().width() <= 800);
    QVERIFY(bench.window.minimumSizeHint().height() <= 600);
    QVERIFY(bench.window.chart().width() >= 300);
    QVERIFY(bench.window.ledger().height() >= 60);
}

QTEST_MAIN(WindowPartsTest)
#include "tst_windowparts.moc"
