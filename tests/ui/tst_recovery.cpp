// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenariofile.h"
#include "support/windowbench.h"
#include "window/recoverystrip.h"

#include <QProcess>

#include <csignal>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

// Where windows come and go, and what they leave stays.
struct Desk
{
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    ScriptedChooser chooser;

    QString unsaved() const { return folder.filePath(QStringLiteral("unsaved")); }
    QStringList kept() const { return QDir(unsaved()).entryList({QStringLiteral("*.json")}, QDir::Files); }

    std::unique_ptr<MainWindow> open()
    {
        auto window = std::make_unique<MainWindow>(settings, chooser, unsaved());
        window->recovery().setDelay(0);
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            qFatal("the window does not become active");
        return window;
    }

    // A window that ends with unsaved work: as killed, for what stays on disk.
    Scenario leave(int stops)
    {
        const std::unique_ptr<MainWindow> window = open();
        const qsizetype before = kept().size();
        for (int stop = 0; stop < stops; ++stop)
            QTest::keyClick(&sliderOf(*window), Qt::Key_Right);
        if (!QTest::qWaitFor([&] { return kept().size() > before; }))
            qFatal("nothing was kept");
        QCoreApplication::processEvents();
        return window->session().scenario();
    }

    static QSlider& sliderOf(MainWindow& window)
    {
        return window.leverPanel().row("training.micro_batch")->slider()->slider();
    }
};

void click(QPushButton& button)
{
    QTest::mouseClick(&button, Qt::LeftButton);
}

QString readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void write(const QString& path, const QString& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
        qFatal("no scratch file");
}

// The worked example with one field set, as a file holds it.
QString exampleText(const char* assignment)
{
    return QString::fromStdString(writeScenario(*withValue(workedExample(), assignment), defaultTiers()));
}

} // namespace

class RecoveryTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void bringsUnsavedWorkBack();
    void bringsBackOneAfterTheOther();
    void discardsWhenTold();
    void keepsForLater();
    void leavesNothingWhenClosed();
    void keepsWhatCannotBeEstimated();
    void takesNothingOfALivingWindow();
    void takesNothingOfALivingProcess();
    void asksBeforeWorkIsReplaced();
    void isReachedByKeyboard();
    void survivesAKillAtEveryWrite_data();
    void survivesAKillAtEveryWrite();
};

void RecoveryTest::bringsUnsavedWorkBack()
{
    Desk desk;
    const Scenario lost = desk.leave(1);
    QCOMPARE(lost.training.microBatch, 512);
    const auto window = desk.open();
    QVERIFY(window->recoveryStrip().isVisible());
    QVERIFY(window->recoveryStrip().message().contains(QStringLiteral("worked example")));
    QCOMPARE(window->session().scenario(), workedExample());
    click(window->recoveryStrip().bringBack());
    QCOMPARE(window->session().scenario(), lost);
    QVERIFY(window->isWindowModified());
    QVERIFY(!window->recoveryStrip().isVisible());
    QCOMPARE(desk.kept().size(), 1); // as this window's own now
}

void RecoveryTest::bringsBackOneAfterTheOther()
{
    Desk desk;
    const Scenario first = desk.leave(1);
    const auto second = desk.leave(2);
    QCOMPARE(desk.kept().size(), 2);
    const auto window = desk.open();
    click(window->recoveryStrip().discard());
    QVERIFY(window->recoveryStrip().isVisible());
    click(window->recoveryStrip().bringBack());
    const Scenario& back = window->session().scenario();
    QVERIFY(back == first || back == second);
    QVERIFY(!window->recoveryStrip().isVisible());
    QCOMPARE(desk.kept().size(), 1);
}

void RecoveryTest::discardsWhenTold()
{
    Desk desk;
    desk.leave(1);
    click(desk.open()->recoveryStrip().discard());
    QVERIFY(desk.kept().isEmpty());
    QVERIFY(!desk.open()->recoveryStrip().isVisible());
}

void RecoveryTest::keepsForLater()
{
    Desk desk;
    const Scenario lost = desk.leave(1);
    {
        const auto window = desk.open();
        window->recoveryStrip().clear();
        window->close();
    }
    const auto window = desk.open();
    click(window->recoveryStrip().bringBack());
    QCOMPARE(window->session().scenario(), lost);
}

void RecoveryTest::leavesNothingWhenClosed()
{
    Desk desk;
    auto window = desk.open();
    QTest::keyClick(&Desk::sliderOf(*window), Qt::Key_Right);
    QTRY_COMPARE(desk.kept().size(), 1);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(desk.kept().size(), 0); // nothing is unsaved any more
    QTest::keyClick(&Desk::sliderOf(*window), Qt::Key_Right);
    QTRY_COMPARE(desk.kept().size(), 1);
    desk.chooser.nextAnswer = SaveAnswer::Discard;
    window->close();
    QTRY_VERIFY(!window->isVisible());
    QVERIFY(desk.kept().isEmpty());
    window.reset();
    QVERIFY(QDir(desk.unsaved()).isEmpty()); // no lock either
}

// Beside the last that could: verdict and chart show that one, as they did.
void RecoveryTest::keepsWhatCannotBeEstimated()
{
    Desk desk;
    {
        const auto window = desk.open();
        QTest::keyClick(&Desk::sliderOf(*window), Qt::Key_Right);
        QTRY_COMPARE(desk.kept().size(), 1);
        Scenario broken = window->session().scenario();
        broken.model.kvHeads = 5;
        window->session().change(QStringLiteral("model.kv_heads"), broken, QStringLiteral("break"));
        QVERIFY(window->session().refusal());
        const QString file = desk.unsaved() + u'/' + desk.kept().front();
        QTRY_VERIFY(readAll(file).contains(QStringLiteral("model.kv_heads")));
    }
    const auto window = desk.open();
    click(window->recoveryStrip().bringBack());
    QCOMPARE(window->session().scenario().training.microBatch, 512);
    QCOMPARE(window->session().scenario().model.kvHeads, 5);
    QVERIFY(window->session().refusal());
    QCOMPARE(window->session().estimate()->scenario.training.microBatch, 512);
    window->session().undoStack().undo();
    QCOMPARE(window->session().scenario().model.kvHeads, workedExample().model.kvHeads);
    QVERIFY(!window->session().refusal());
}

void RecoveryTest::takesNothingOfALivingWindow()
{
    Desk desk;
    const auto one = desk.open();
    QTest::keyClick(&Desk::sliderOf(*one), Qt::Key_Right);
    QTRY_COMPARE(desk.kept().size(), 1);
    const auto other = desk.open();
    QVERIFY(!other->recoveryStrip().isVisible());
    QTest::keyClick(&Desk::sliderOf(*other), Qt::Key_Right);
    QTRY_COMPARE(desk.kept().size(), 2);
}

void RecoveryTest::takesNothingOfALivingProcess()
{
    Desk desk;
    const QString file = desk.folder.filePath(QStringLiteral("mine.json"));
    write(file, exampleText("training.micro_batch=64"));
    QProcess process;
    process.start(QStringLiteral(SAVING_WINDOW), {file, desk.unsaved(), QStringLiteral("hold")});
    QVERIFY(process.waitForReadyRead(30'000));
    QVERIFY(!desk.open()->recoveryStrip().isVisible());
    process.kill();
    QVERIFY(process.waitForFinished());
    const auto window = desk.open();
    QVERIFY(window->recoveryStrip().isVisible());
    QVERIFY(!desk.open()->recoveryStrip().isVisible()); // offered in one window only
    click(window->recoveryStrip().bringBack());
    QCOMPARE(window->session().scenario().training.microBatch, 128);
    QCOMPARE(window->filing().path(), file);
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(readAll(file), exampleText("training.micro_batch=128"));
}

void RecoveryTest::asksBeforeWorkIsReplaced()
{
    Desk desk;
    const Scenario lost = desk.leave(1);
    const auto window = desk.open();
    QTest::keyClick(&Desk::sliderOf(*window), Qt::Key_Left);
    const Scenario mine = window->session().scenario();
    desk.chooser.nextAnswer = SaveAnswer::Cancel;
    click(window->recoveryStrip().bringBack());
    QCOMPARE(desk.chooser.timesAskedToSave, 1);
    QCOMPARE(window->session().scenario(), mine);
    desk.chooser.nextAnswer = SaveAnswer::Discard;
    click(window->recoveryStrip().bringBack());
    QCOMPARE(window->session().scenario(), lost);
}

void RecoveryTest::isReachedByKeyboard()
{
    Desk desk;
    const Scenario lost = desk.leave(1);
    const auto window = desk.open();
    QTest::keyClick(window->leverPanel().search(), Qt::Key_R, Qt::AltModifier);
    QTRY_COMPARE(window->session().scenario(), lost); // the button is seen going down first
}

void RecoveryTest::survivesAKillAtEveryWrite_data()
{
    QTest::addColumn<QString>("half");
    QTest::newRow("before the call") << "0";
    QTest::newRow("in the middle of it") << "1";
}

void RecoveryTest::survivesAKillAtEveryWrite()
{
    QFETCH(const QString, half);
    const QString before = exampleText("training.micro_batch=64");
    const QString after = exampleText("training.micro_batch=128");
    QStringList calls;
    int kills = 0;
    for (int call = 1;; ++call) {
        Desk desk;
        const QString file = desk.folder.filePath(QStringLiteral("mine.json"));
        const QString log = desk.folder.filePath(QStringLiteral("calls"));
        write(file, before);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(KILL_AT_WRITE));
        environment.insert(QStringLiteral("ASAN_OPTIONS"), QStringLiteral("verify_asan_link_order=0"));
        environment.insert(QStringLiteral("KILL_FOLDER"), desk.folder.path());
        environment.insert(QStringLiteral("KILL_AT"), QString::number(call));
        environment.insert(QStringLiteral("KILL_HALF"), half);
        environment.insert(QStringLiteral("KILL_LOG"), log);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(SAVING_WINDOW), {file, desk.unsaved()});
        QVERIFY(process.waitForFinished(60'000));
        calls = readAll(log).split(u'\n', Qt::SkipEmptyParts);
        const QString text = readAll(file);
        if (process.exitStatus() == QProcess::NormalExit) {
            QCOMPARE(process.exitCode(), 0);
            QCOMPARE(text, after);
            break;
        }
        ++kills;
        QCOMPARE(process.exitCode(), SIGKILL);
        const QByteArray at = calls.back().toUtf8();
        QVERIFY2(text == before || text == after, at.constData());
        // Once the work was kept, it is in the file or it is offered.
        const auto window = desk.open();
        if (window->recoveryStrip().isVisible()) {
            click(window->recoveryStrip().bringBack());
            QCOMPARE(window->session().scenario().training.microBatch, 128);
        } else if (calls.filter(QStringLiteral("rename")).filter(QStringLiteral("/unsaved/")).size() > 0
                   && !calls.back().contains(QStringLiteral("/unsaved/"))) {
            QVERIFY2(text == after, at.constData());
        }
    }
    QVERIFY(kills > 8);
    QStringList onFile = calls;
    onFile.removeIf([](const QString& call) { return call.contains(QStringLiteral("/unsaved")); });
    for (const char* call : {"open", "write", "sync", "rename"})
        QVERIFY2(!onFile.filter(QLatin1String(call)).isEmpty(), qPrintable(calls.join(u'\n')));
}

QTEST_MAIN(RecoveryTest)
#include "tst_recovery.moc"
