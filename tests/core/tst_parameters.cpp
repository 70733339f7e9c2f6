// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parameters.h"
#include "support/rows.h"

#include <QTest>

#include <limits>

using namespace plimsoll;

class TestParameters : public QObject
{
    Q_OBJECT

private slots:
    void workedExampleHas() { QCOMPARE(plainParameterCount(workedExample().model), 1'011'266'536); }

    void countedByPyTorch_data()
    {
        QTest::addColumn<std::int64_t>("counted");
        QTest::addColumn<std::int64_t>("observed");
        for (const test::Row& row : test::readRows(PLIMSOLL_TEST_DATA "/runs.jsonl"))
            if (row.scenario && row.scenario->model.family == Family::Plain)
                QTest::addRow("%s", row.id.c_str())
                    << plainParameterCount(row.scenario->model) << row.figure("parameters");
    }

    void countedByPyTorch()
    {
        QFETCH(std::int64_t, counted);
        QTEST(counted, "observed");
    }

    void largestSizesStick()
    {
        ModelSpec model;
        model.layers = 10'000;
        model.hidden = model.ffn = model.maxPosition = std::int64_t{1} << 24;
        model.heads = model.kvHeads = std::int64_t{1} << 16;
        model.headDim = 16'384;
        model.vocab = std::int64_t{1} << 27;
        model.gatedMlp = true;
        model.positional = Positional::Learned;
        QCOMPARE(plainParameterCount(model), std::numeric_limits<std::int64_t>::max());
    }

    void otherFamiliesAreNotCounted()
    {
        ModelSpec model;
        model.family = Family::Llama;
        QCOMPARE(plainParameterCount(model), 0);
    }
};

QTEST_APPLESS_MAIN(TestParameters)
#include "tst_parameters.moc"
