// SPDX-License-Identifier: GPL-3.0-or-later
// The engine against runs of real PyTorch: tests/data/runs*.jsonl, described in tests/data/README.md. Every figure is
// equal to the byte but for the misses listed, each with its reason, in tests/data/known-misses.json.
#include "memory/allocatorreplay.h"
#include "memory/timeline.h"
#include "memory/uncertainty.h"
#include "step/trainingloop.h"
#include "step/unroll.h"
#include "support/events.h"
#include "support/rows.h"

#include <boost/json/parse.hpp>

#include <QTest>

#include <fstream>
#include <map>
#include <sstream>

using namespace plimsoll;

namespace {

const std::string dataFolder = PLIMSOLL_TEST_DATA;

struct KnownMiss
{
    double worst = 0; // relative error that is allowed
};

// Row id and figure to the largest error allowed there.
std::map<std::string, KnownMiss> knownMisses()
{
    std::ifstream in(dataFolder + "/known-misses.json");
    std::stringstream text;
    text << in.rdbuf();
    std::map<std::string, KnownMiss> misses;
    const boost::json::value list = boost::json::parse(text.str());
    for (const boost::json::value& each : list.as_array())
        for (const boost::json::value& row : each.at("rows").as_array())
            for (const boost::json::value& figure : each.at("figures").as_array())
                misses[std::string(row.as_string()) + ' ' + std::string(figure.as_string())]
                    = {each.at("worst").to_number<double>()};
    return misses;
}

Bytes peakOf(const Timeline& timeline, Phase phase)
{
    return timeline.phasePeaks[static_cast<std::size_t>(phase)].value_or(Bytes());
}

} // namespace

class TestMeasuredRuns : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* file :
             {"/runs.jsonl", "/runs-dense.jsonl", "/runs-encoders.jsonl", "/runs-heldout.jsonl", "/runs-fsdp1.jsonl",
              "/runs-losses.jsonl", "/runs-moe.jsonl", "/runs-parallel.jsonl", "/runs-recipes.jsonl",
              "/runs-stacks.jsonl", "/runs-variants.jsonl", "/runs-zero.jsonl"})
            for (test::Row& row : test::readRows(dataFolder + file))
                m_rows.push_back(std::move(row));
        m_misses = knownMisses();
        QVERIFY(m_rows.size() > 500);
    }

    void replayIsExact_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i].scenario)
                QTest::addRow("%s", m_rows[i].id.c_str()) << static_cast<int>(i);
    }

    void replayIsExact()
    {
        QFETCH(int, index);
        const test::Row& row = m_rows[static_cast<std::size_t>(index)];
        const StepProgram folded = step::record(*row.scenario, {}, step::Recording::SteadyStep);
        const Timeline timeline = replay(folded);

        compare(row, "parameters", folded.parameters, row.figure("parameters"));
        compare(row, "trainable", folded.trainable, row.figure("trainable"));
        compare(row, "forward", std::max(peakOf(timeline, Phase::Forward), peakOf(timeline, Phase::Loss)).count(),
                row.phasePeak("forward"));
        compare(row, "backward", peakOf(timeline, Phase::Backward).count(), row.phasePeak("backward"));
        compare(row, "optimizer_step", peakOf(timeline, Phase::OptimizerStep).count(), row.phasePeak("optimizer_step"));
        compare(row, "peak", timeline.peak.count(), row.peakRequested());

        Bytes items;
        for (Bytes item : timeline.atPeak)
            items += item;
        QCOMPARE(items.count(), timeline.peak.count());
        Bytes alive;
        for (const LiveTensors& tensors : aliveAt(folded, timeline.peakMoment))
            alive += tensors.bytes;
        QCOMPARE(alive.count(), timeline.peak.count());

        const Timeline whole = replay(step::record(*row.scenario, {}, step::Recording::SteadyStepWhole));
        QCOMPARE(timeline.peak.count(), whole.peak.count());
        for (std::size_t phase = 0; phase < timeline.phasePeaks.size(); ++phase)
            QCOMPARE(timeline.phasePeaks[phase].value_or(Bytes()).count(),
                     whole.phasePeaks[phase].value_or(Bytes()).count());
    }

    void allocatorIsExact_data() { replayIsExact_data(); }

    void allocatorIsExact()
    {
        QFETCH(int, index);
        const test::Row& row = m_rows[static_cast<std::size_t>(index)];
        const StepProgram whole = step::record(*row.scenario, {}, step::Recording::FirstStepsWhole);
        const AllocatorFigures figures = replayThroughAllocator(whole, row.scenario->memory.allocator).figures;
        compare(row, "allocated", figures.peakAllocated.count(), row.peakAllocated());
        compare(row, "resident", figures.resident.count(), row.figure("resident_bytes"));
        compare(row, "reserved", figures.reservedPeak.count(), row.figure("reserved_peak_bytes"));

        const Band band = reservedBand(figures.reservedPeak, figures.peakAllocated, *row.scenario);
        const Bytes observed(row.figure("reserved_peak_bytes"));
        m_inBand += band.low <= observed && observed <= band.high;
        m_bandWidths.push_back((band.high - band.low).toDouble() / observed.toDouble());

        const std::optional<StepProgram> unrolled
            = step::unroll(step::record(*row.scenario, {}, step::Recording::FirstSteps));
        QVERIFY(unrolled);
        QCOMPARE(test::eventSizes(*unrolled), test::eventSizes(whole));
        const AllocatorFigures same = replayThroughAllocator(*unrolled, row.scenario->memory.allocator).figures;
        QCOMPARE(same.reservedPeak.count(), figures.reservedPeak.count());
        QCOMPARE(same.peakAllocated.count(), figures.peakAllocated.count());
        QCOMPARE(same.resident.count(), figures.resident.count());
    }

    // Its bars: the observed value within in 19 of 20 rows, and half of the bands no wider than 4 %.
    void bandIsHonestAndNarrow()
    {
        QVERIFY(m_bandWidths.size() > 400);
        QVERIFY(static_cast<double>(m_inBand) >= 0.95 * static_cast<double>(m_bandWidths.size()));
        std::ranges::sort(m_bandWidths);
        QVERIFY(m_bandWidths[m_bandWidths.size() / 2] <= 0.04);
        qInfo("reserved within the band in %zu of %zu rows; median width %.2f %%", m_inBand, m_bandWidths.size(),
              100 * m_bandWidths[m_bandWidths.size() / 2]);
    }

private:
    void compare(const test::Row& row, const std::string& figure, std::int64_t ours, std::int64_t observed)
    {
        const double error = observed ? std::abs(static_cast<double>(ours - observed) / static_cast<double>(observed))
                                      : (ours ? 1 : 0);
        const auto known = m_misses.find(row.id + ' ' + figure);
        const bool allowed = known == m_misses.end() ? ours == observed : error <= known->second.worst;
        if (!allowed)
            qInfo("%s %s: %lld, observed %lld, %+lld (%.5f %%)", row.id.c_str(), figure.c_str(),
                  static_cast<long long>(ours), static_cast<long long>(observed),
                  static_cast<long long>(ours - observed), 100 * error);
        if (!allowed)
            QTest::qFail(qPrintable(QString::fromStdString(figure)), __FILE__, __LINE__);
    }

    std::vector<test::Row> m_rows;
    std::size_t m_inBand = 0;
    std::vector<double> m_bandWidths; // as shares of the observed value
    std::map<std::string, KnownMiss> m_misses;
};

QTEST_APPLESS_MAIN(TestMeasuredRuns)
#include "tst_measuredruns.moc"
