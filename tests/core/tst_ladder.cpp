// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/estimate.h"
#include "model/ladder.h"
#include "model/parameters.h"
#include "scenario/scenario.h"

#include <QTest>

#include <cmath>

using namespace plimsoll;

namespace {

double counted(const ModelSpec& spec)
{
    return static_cast<double>(plainParameterCount(spec));
}

} // namespace

class LadderTest : public QObject
{
    Q_OBJECT

private slots:
    void countsParametersAsTheReplayDoes_data();
    void countsParametersAsTheReplayDoes();
    void goesUpFromTenMillionToATrillion();
    void findsEachOfItsShapesAgain();
    void comesCloseToAnySize_data();
    void comesCloseToAnySize();
    void keepsHeadsDividing();
};

void LadderTest::countsParametersAsTheReplayDoes_data()
{
    QTest::addColumn<ModelSpec>("spec");
    const ModelSpec plain = workedExample().model;
    QTest::newRow("worked example") << plain;
    ModelSpec spec = plain;
    spec.gatedMlp = true;
    spec.norm = Norm::Rms;
    spec.bias = false;
    spec.headBias = false;
    QTest::newRow("gated, RMS norm, no biases") << spec;
    spec = plain;
    spec.kvHeads = 4;
    spec.fusedQkv = false;
    spec.tiedEmbeddings = true;
    QTest::newRow("grouped queries, tied") << spec;
    spec = plain;
    spec.positional = Positional::Learned;
    QTest::newRow("learned positions") << spec;
}

void LadderTest::countsParametersAsTheReplayDoes()
{
    QFETCH(const ModelSpec, spec);
    Scenario scenario = workedExample();
    scenario.model = spec;
    scenario.training.microBatch = 1;
    const Result<Estimate> replayed = estimate(scenario);
    QVERIFY(replayed.has_value());
    QCOMPARE(plainParameterCount(spec), replayed->parameters.total);
}

void LadderTest::goesUpFromTenMillionToATrillion()
{
    const ModelSpec spec = workedExample().model;
    double previous = 0;
    for (const Shape& shape : shapeLadder()) {
        const double parameters = counted(inShape(spec, shape));
        QVERIFY(parameters > previous);
        previous = parameters;
    }
    QVERIFY(counted(inShape(spec, shapeLadder().front())) < 15e6);
    QVERIFY(previous > 1e12);
}

void LadderTest::findsEachOfItsShapesAgain()
{
    const ModelSpec spec = workedExample().model;
    for (const Shape& shape : shapeLadder())
        QCOMPARE(withParameters(spec, counted(inShape(spec, shape))), inShape(spec, shape));
    QCOMPARE(withParameters(spec, counted(spec)), spec);
}

void LadderTest::comesCloseToAnySize_data()
{
    QTest::addColumn<double>("parameters");
    for (const double parameters : {50e6, 350e6, 1e9, 8e9, 70e9, 405e9})
        QTest::addRow("%g", parameters) << parameters;
}

void LadderTest::comesCloseToAnySize()
{
    QFETCH(const double, parameters);
    const double found = counted(withParameters(workedExample().model, parameters));
    QVERIFY2(std::abs(found / parameters - 1) < 0.05, QByteArray::number(found));
}

void LadderTest::keepsHeadsDividing()
{
    ModelSpec grouped = workedExample().model;
    grouped.kvHeads = 4;
    for (const Shape& shape : shapeLadder()) {
        const ModelSpec spec = inShape(grouped, shape);
        QVERIFY(spec.kvHeads < spec.heads);
        QCOMPARE(spec.heads % spec.kvHeads, 0);
        QCOMPARE(spec.heads * spec.headDim, spec.hidden);
    }
}

QTEST_APPLESS_MAIN(LadderTest)
#include "tst_ladder.moc"
