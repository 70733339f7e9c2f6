// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"
#include "window/leverrow.h"
#include "window/quantityfield.h"
#include "window/stopslider.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

// A row on its own, with what it chooses written into the scenario as the panel does.
struct Bench
{
    Scenario scenario = workedExample();
    Scenario origin = scenario;
    LeverRow row;
    QSignalSpy chosen{&row, &LeverRow::chosen};
    QSignalSpy ended{&row, &LeverRow::gestureEnded};

    explicit Bench(const char* path)
        : row(*findLever(path))
    {
        row.render(scenario, origin);
        QObject::connect(&row, &LeverRow::resetChosen, &row, [this] {
            scenario = withLeverOf(row.lever(), scenario, origin);
            row.render(scenario, origin);
        });
        QObject::connect(&row, &LeverRow::chosen, &row, [this](double value) {
            row.lever().write(scenario, value);
            row.render(scenario, origin);
        });
        row.resize(320, 120);
        row.QWidget::show();
        row.activateWindow();
    }

    QSlider& slider() { return row.slider()->slider(); }
    double value() const { return row.lever().read(scenario); }

    void type(const char* text)
    {
        row.field()->setFocus();
        row.field()->selectAll();
        QTest::keyClicks(row.field(), text);
        QTest::keyClick(row.field(), Qt::Key_Return);
    }
};

void wheel(QWidget& widget)
{
    const QPointF middle = widget.rect().center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&widget, &event);
}

} // namespace

class LeverRowTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void goesByStopsWithTheKeyboard_data();
    void goesByStopsWithTheKeyboard();
    void goesFromBetweenToTheNextStop();
    void takesAnyTypedValue_data();
    void takesAnyTypedValue();
    void saysWhatWouldBeValid_data();
    void saysWhatWouldBeValid();
    void forgetsRefusedTextOnEscape();
    void sendsADigitToTheField();
    void ignoresTheWheelWithoutFocus();
    void resetsToItsOrigin();
    void namesChoicesAndTheirCosts();
    void tellsWhyItHasNoEffect();
    void turnsSwitchesAndCombos();
    void takesTheAutomaticValue();
};

void LeverRowTest::goesByStopsWithTheKeyboard_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<double>("batch");
    QTest::newRow("right") << Qt::Key_Right << 512.0;
    QTest::newRow("left") << Qt::Key_Left << 128.0;
    QTest::newRow("page up") << Qt::Key_PageUp << 1024.0;
    QTest::newRow("page down") << Qt::Key_PageDown << 64.0;
    QTest::newRow("home") << Qt::Key_Home << 1.0;
    QTest::newRow("end") << Qt::Key_End << 4096.0;
}

void LeverRowTest::goesByStopsWithTheKeyboard()
{
    QFETCH(const Qt::Key, key);
    QFETCH(const double, batch);
    Bench bench("training.micro_batch");
    QTest::keyClick(&bench.slider(), key);
    QCOMPARE(bench.value(), batch);
    QCOMPARE(bench.chosen.count(), 1);
    QCOMPARE(bench.ended.count(), 1);
}

void LeverRowTest::goesFromBetweenToTheNextStop()
{
    Bench bench("training.micro_batch");
    bench.type("300");
    QCOMPARE(bench.value(), 300.0);
    QTest::keyClick(&bench.slider(), Qt::Key_Left);
    QCOMPARE(bench.value(), 256.0);
    bench.type("300");
    QTest::keyClick(&bench.slider(), Qt::Key_Right);
    QCOMPARE(bench.value(), 512.0);
    bench.type("300");
    QTest::keyClick(bench.row.field(), Qt::Key_Down);
    QCOMPARE(bench.value(), 256.0);
}

void LeverRowTest::takesAnyTypedValue_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("batch") << QByteArray("training.micro_batch") << QByteArray("37") << 37.0;
    QTest::newRow("thousands") << QByteArray("training.micro_batch") << QByteArray("1k") << 1000.0;
    QTest::newRow("tokens") << QByteArray("training.sequence_length") << QByteArray("8k") << 8192.0;
    QTest::newRow("exponent") << QByteArray("model.vocab") << QByteArray("1e5") << 100000.0;
    QTest::newRow("percent") << QByteArray("memory.tight_above") << QByteArray("85 %") << 0.85;
    QTest::newRow("bytes") << QByteArray("memory.other_bytes") << QByteArray("2GB") << 2e9;
}

void LeverRowTest::takesAnyTypedValue()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, text);
    QFETCH(const double, value);
    Bench bench(path.constData());
    bench.type(text.constData());
    QCOMPARE(bench.value(), value);
    QVERIFY(bench.row.problem().isEmpty());
}

void LeverRowTest::saysWhatWouldBeValid_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no number") << QByteArray("12x") << "“12x” is not a whole number, such as 256 or 4k.";
    QTest::newRow("nothing") << QByteArray("0") << "Must lie between 1 and 16,777,216.";
    QTest::newRow("negative") << QByteArray("-3") << "Must lie between 1 and 16,777,216.";
    QTest::newRow("absurd") << QByteArray("1e18") << "Must lie between 1 and 16,777,216.";
}

void LeverRowTest::saysWhatWouldBeValid()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, problem);
    Bench bench("training.micro_batch");
    bench.type(text.constData());
    QCOMPARE(bench.row.problem(), problem);
    QCOMPARE(bench.chosen.count(), 0);
    QCOMPARE(bench.value(), 256.0);
}

void LeverRowTest::forgetsRefusedTextOnEscape()
{
    Bench bench("training.micro_batch");
    bench.type("12x");
    QTest::keyClick(bench.row.field(), Qt::Key_Escape);
    QCOMPARE(bench.row.field()->text(), "256");
    QVERIFY(bench.row.problem().isEmpty());
    QCOMPARE(bench.chosen.count(), 0);
}

void LeverRowTest::sendsADigitToTheField()
{
    Bench bench("training.micro_batch");
    bench.slider().setFocus();
    QTest::keyClick(&bench.slider(), Qt::Key_4);
    QTest::keyClicks(bench.row.field(), "8");
    QTest::keyClick(bench.row.field(), Qt::Key_Return);
    QCOMPARE(bench.value(), 48.0);
}

void LeverRowTest::ignoresTheWheelWithoutFocus()
{
    Bench bench("training.micro_batch");
    bench.slider().clearFocus();
    bench.row.field()->clearFocus();
    wheel(bench.slider());
    wheel(*bench.row.field());
    QCOMPARE(bench.value(), 256.0);
    QVERIFY(QTest::qWaitForWindowActive(&bench.row));
    bench.slider().setFocus();
    wheel(bench.slider());
    QVERIFY(bench.value() > 256.0);
}

void LeverRowTest::resetsToItsOrigin()
{
    Bench bench("training.micro_batch");
    QVERIFY(!bench.row.reset()->isVisible());
    QTest::keyClick(&bench.slider(), Qt::Key_End);
    QVERIFY(bench.row.reset()->isVisible());
    QCOMPARE(bench.row.reset()->toolTip(), "Back to 256");
    QTest::mouseClick(bench.row.reset(), Qt::LeftButton);
    QCOMPARE(bench.value(), 256.0);
    QVERIFY(!bench.row.reset()->isVisible());
}

void LeverRowTest::namesChoicesAndTheirCosts()
{
    Bench bench("training.checkpointing");
    QTest::keyClick(&bench.slider(), Qt::Key_End);
    QCOMPARE(bench.scenario.training.checkpointing, Checkpointing::Offloaded);
    const QString cost = QString::fromStdString(std::string(choice(Checkpointing::Offloaded).cost));
    QVERIFY(!cost.isEmpty());
    const QList<QLabel*> labels = bench.row.findChildren<QLabel*>();
    QVERIFY(
        std::ranges::any_of(labels, [&](const QLabel* label) { return label->isVisible() && label->text() == cost; }));
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(&bench.slider(), Qt::Key_Left);
    QCOMPARE(bench.scenario.training.checkpointing, Checkpointing::EveryNth);
    QCOMPARE(bench.scenario.training.checkpointEvery, 2);
}

void LeverRowTest::tellsWhyItHasNoEffect()
{
    Bench bench("training.checkpoint_every");
    QVERIFY(!bench.row.isEnabled());
    QVERIFY(bench.row.toolTip().contains(QStringLiteral("Counts only with checkpointing of every nth block.")));
    bench.scenario.training.checkpointing = Checkpointing::EveryNth;
    bench.row.render(bench.scenario, bench.origin);
    QVERIFY(bench.row.isEnabled());
}

void LeverRowTest::turnsSwitchesAndCombos()
{
    Bench gated("model.gated_mlp");
    QTest::keyClick(gated.row.check(), Qt::Key_Space);
    QVERIFY(gated.scenario.model.gatedMlp);
    Bench attention("training.attention");
    QTest::keyClick(attention.row.combo(), Qt::Key_Down);
    QCOMPARE(attention.scenario.training.attention, Attention::Eager);
    QCOMPARE(attention.ended.count(), 1);
}

void LeverRowTest::takesTheAutomaticValue()
{
    Bench bench("memory.context_bytes");
    QCOMPARE(bench.row.field()->text(), "automatic");
    bench.type("500 MiB");
    QCOMPARE(bench.scenario.memory.context, std::optional(Bytes(500 * mib)));
    bench.type("automatic");
    QVERIFY(!bench.scenario.memory.context);
}

QTEST_MAIN(LeverRowTest)
#include "tst_leverrow.moc"
