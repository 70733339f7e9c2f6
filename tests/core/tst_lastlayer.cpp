// SPDX-License-Identifier: GPL-3.0-or-later
// A last layer that is not recorded is, event for event, the one that would have been.
#include "step/lastlayer.h"
#include "step/recordedlayers.h"
#include "step/trainingloop.h"
#include "support/rows.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

using namespace plimsoll;

namespace {

constexpr std::array bothFolded{step::Recording::SteadyStep, step::Recording::FirstSteps};

bool alike(const Allocation& a, const Allocation& b)
{
    return a.bytes == b.bytes && std::string_view(a.module) == b.module && std::string_view(a.operation) == b.operation
        && a.item == b.item && a.inBackward == b.inBackward && a.stream == b.stream;
}

bool alike(const Section& a, const Section& b)
{
    return a.firstEvent == b.firstEvent && a.phase == b.phase && a.repeat == b.repeat && a.layer == b.layer;
}

bool alike(const Loop& a, const Loop& b)
{
    return a.first == b.first && a.end == b.end && a.times == b.times;
}

template <class T>
bool alike(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::ranges::equal(a, b, [](const T& x, const T& y) { return alike(x, y); });
}

void compare(const StepProgram& derived, const StepProgram& recorded)
{
    QVERIFY(alike(derived.sections, recorded.sections));
    QVERIFY(alike(derived.allocations, recorded.allocations));
    QCOMPARE(derived.events, recorded.events);
    QVERIFY(alike(derived.loops, recorded.loops));
    QCOMPARE(derived.steadyFrom, recorded.steadyFrom);
    QCOMPARE(derived.cacheEmptiedAt, recorded.cacheEmptiedAt);
    QCOMPARE(derived.secondStepAt, recorded.secondStepAt);
    QCOMPARE(derived.stepEnd, recorded.stepEnd);
    QCOMPARE(derived.loadsElsewhere, recorded.loadsElsewhere);
    QCOMPARE(derived.parameters, recorded.parameters);
    QCOMPARE(derived.trainable, recorded.trainable);
    QCOMPARE(derived.hostBytes, recorded.hostBytes);
    QCOMPARE(derived.hostPinnedBytes, recorded.hostPinnedBytes);
}

} // namespace

class TestLastLayer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const auto& file : std::filesystem::directory_iterator(PLIMSOLL_TEST_DATA))
            if (file.path().filename().string().starts_with("runs") && file.path().extension() == ".jsonl")
                for (test::Row& row : test::readRows(file.path().string()))
                    if (row.scenario && row.scenario->training.stack != Stack::Megatron)
                        m_rows.push_back(std::move(row));
        QVERIFY(m_rows.size() > 500);
    }

    void isAsRecorded_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (step::lastIsSteady(*m_rows[i].scenario))
                QTest::addRow("%s", m_rows[i].id.c_str()) << static_cast<int>(i);
    }

    void isAsRecorded()
    {
        QFETCH(int, index);
        const Scenario& scenario = *m_rows[static_cast<std::size_t>(index)].scenario;
        for (const step::Recording recording : bothFolded) {
            const step::LayerPlan layers = step::layerPlan(scenario, recording);
            const std::optional<step::LayerPlan> fewer = layers.withoutLast();
            if (!fewer)
                return;
            const auto derived = step::withLastLayer(step::recordLayers(scenario, {}, recording, *fewer));
            m_refused += derived ? 0 : 1;
            m_derived += derived ? 1 : 0;
            if (derived)
                compare(*derived, step::recordLayers(scenario, {}, recording, layers));
        }
    }

    // Recording twice costs more than recording all at once.
    void isSeldomRefused()
    {
        qInfo("%d derived, %d refused", m_derived, m_refused);
        QVERIFY(m_derived > 1000);
        QVERIFY(m_refused * 50 < m_derived);
    }

    // A layer that hands on what it does not take over cannot stand for others.
    void isRefusedWhereLayersDiffer()
    {
        StepProgram program;
        program.allocations = {{512}, {1024}};
        program.events = {0, ~0, 1, ~1};
        program.sections = {{0, Phase::Forward, 1, -1},
                            {0, Phase::Forward, 1, 0},
                            {1, Phase::Forward, 3, 1},
                            {3, Phase::Forward, 1, -1}};
        QVERIFY(!step::withLastLayer(program));
        program.allocations[1].bytes = 512;
        const auto derived = step::withLastLayer(program);
        QVERIFY(derived);
        QCOMPARE(derived->events, (std::vector<std::int32_t>{0, ~0, 1, ~1, 2, ~2}));
        QCOMPARE(derived->sections[2].repeat, std::int64_t(2));
        QCOMPARE(derived->sections[3].layer, 2);
    }

private:
    std::vector<test::Row> m_rows;
    int m_derived = 0;
    int m_refused = 0;
};

QTEST_APPLESS_MAIN(TestLastLayer)
#include "tst_lastlayer.moc"
