// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"
#include "window/foldablegroup.h"
#include "window/lever.h"
#include "window/leverpanel.h"
#include "window/leverrow.h"
#include "window/quantityfield.h"
#include "window/session.h"
#include "window/stopslider.h"

#include <QLineEdit>
#include <QSlider>
#include <QTest>

#include <set>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

Result<Estimate> refusesFiveKeyValueHeads(const Scenario& scenario, std::span<const Device>)
{
    if (scenario.model.kvHeads == 5) {
        Error error;
        error.path = "model.kv_heads";
        error.expected = "a divisor of the 16 heads";
        error.found = "5";
        return error;
    }
    Estimate estimate;
    estimate.scenario = scenario;
    return estimate;
}

} // namespace

class LeversTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void readWhatTheyWrite_data();
    void readWhatTheyWrite();
    void coverTheScenario();
    void haveOrderedStops_data();
    void haveOrderedStops();
    void keepTheHeadsFillingTheWidth();
    void showAProblemAtTheirRow();
    void areFound();
};

void LeversTest::readWhatTheyWrite_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t index = 0; index < levers().size(); ++index)
        QTest::addRow("%s", levers()[index].path) << static_cast<int>(index);
}

// Every value within a lever's reach comes back as it was written, and changes the scenario.
void LeversTest::readWhatTheyWrite()
{
    QFETCH(const int, index);
    const Lever& lever = levers()[static_cast<std::size_t>(index)];
    std::vector<double> values{lever.least, lever.most};
    if (lever.kind == LeverKind::Switch)
        values = {0, 1};
    else if (lever.kind == LeverKind::Choice)
        for (values.clear(); values.size() < lever.choices().size();)
            values.push_back(static_cast<double>(values.size()));
    else if (lever.quantity == Quantity::Parameters)
        values = lever.stops(workedExample());
    for (const double value : values) {
        Scenario scenario = workedExample();
        lever.write(scenario, value);
        QCOMPARE(lever.read(scenario), value);
        QCOMPARE(scenario == workedExample(), lever.read(workedExample()) == value);
        QVERIFY(!valueText(lever, value).isEmpty());
    }
}

void LeversTest::coverTheScenario()
{
    std::set<std::string_view> paths;
    int onTop = 0;
    for (const Lever& lever : levers()) {
        QVERIFY2(paths.insert(lever.path).second, lever.path);
        QVERIFY2(*lever.meaning != '\0', lever.path);
        QCOMPARE(findLever(lever.path), &lever);
        onTop += lever.group == LeverGroup::Main;
        if (lever.group == LeverGroup::Main)
            QVERIFY2(lever.stops, lever.path);
    }
    QCOMPARE(onTop, 6);
    QVERIFY(!findLever("training.none"));
}

void LeversTest::haveOrderedStops_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const Lever& lever : levers())
        if (lever.stops)
            QTest::addRow("%s", lever.path) << QByteArray(lever.path);
}

void LeversTest::haveOrderedStops()
{
    QFETCH(const QByteArray, path);
    const Lever& lever = *findLever(path.toStdString());
    const std::vector<double> stops = lever.stops(workedExample());
    if (lever.kind == LeverKind::Choice) {
        // Each choice once, in an order of the window's own.
        QCOMPARE(std::set<double>(stops.begin(), stops.end()).size(), lever.choices().size());
        QCOMPARE(stops.size(), lever.choices().size());
        return;
    }
    QVERIFY(std::ranges::is_sorted(stops));
    QVERIFY(stops.front() >= lever.least);
    QVERIFY(stops.back() <= lever.most);
}

void LeversTest::keepTheHeadsFillingTheWidth()
{
    Scenario scenario = workedExample();
    findLever("model.heads")->write(scenario, 32);
    QCOMPARE(scenario.model.headDim, 64);
    QCOMPARE(scenario.model.kvHeads, 32);
    findLever("model.kv_heads")->write(scenario, 8);
    findLever("model.hidden")->write(scenario, 4096);
    QCOMPARE(scenario.model.headDim, 128);
    findLever("model.heads")->write(scenario, 64);
    QCOMPARE(scenario.model.kvHeads, 8);
}

void LeversTest::showAProblemAtTheirRow()
{
    Session session(refusesFiveKeyValueHeads);
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QVERIFY(!panel.group(LeverGroup::Model)->isOpen());
    LeverRow& row = *panel.row("model.kv_heads");
    row.field()->beginTyping(QStringLiteral("5"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QCOMPARE(row.problem(), "Expected a divisor of the 16 heads.");
    QVERIFY(panel.group(LeverGroup::Model)->isOpen());
    row.field()->beginTyping(QStringLiteral("4"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QVERIFY(row.problem().isEmpty());
    QCOMPARE(session.scenario().model.kvHeads, 4);
}

void LeversTest::areFound()
{
    Session session(refusesFiveKeyValueHeads);
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QTest::keyClicks(panel.search(), "dropout");
    QVERIFY(panel.row("model.mlp_dropout")->isVisible());
    QVERIFY(!panel.row("training.micro_batch")->isVisible());
    QVERIFY(!panel.group(LeverGroup::Memory)->isVisible());
    panel.search()->clear();
    QVERIFY(panel.row("training.micro_batch")->isVisible());
    QVERIFY(panel.group(LeverGroup::Memory)->isVisible());
}

QTEST_MAIN(LeversTest)
#include "tst_levers.moc"
