// SPDX-License-Identifier: GPL-3.0-or-later
// The caching allocator against PyTorch's own: tests/data/traces holds every allocation, free and segment of three
// steps of 29 runs, as its event hooks recorded them; tests/data/README.md describes the lines.
#include "memory/cachingallocator.h"
#include "support/traces.h"

#include <QDir>
#include <QTest>

#include <map>

using namespace plimsoll;

namespace {

const QString traceFolder = QStringLiteral(PLIMSOLL_TEST_DATA "/traces");

} // namespace

class TestAllocator : public QObject
{
    Q_OBJECT

private slots:
    void takesTheSegmentsOfRecordedRuns_data()
    {
        QTest::addColumn<QString>("name");
        const QStringList names = QDir(traceFolder).entryList({"*.gz"});
        QCOMPARE(names.size(), 29);
        for (const QString& name : names)
            QTest::addRow("%s", qPrintable(name)) << name;
    }

    // A segment stands in the trace right before the allocation that asked for it.
    void takesTheSegmentsOfRecordedRuns()
    {
        QFETCH(QString, name);
        CachingAllocator allocator;
        std::map<std::int64_t, CachingAllocator::Handle> handles;
        std::int64_t asked = 0; // by the trace, for the next allocation
        std::int64_t reserved = 0;
        bool releasing = false;
        int segments = 0;
        for (const test::TraceEvent& event : test::readTrace(name.toStdString())) {
            if (event.kind == 's' && !releasing)
                allocator.releaseCached();
            releasing = event.kind == 's';
            if (event.kind == 'S')
                asked = event.bytes;
            if (event.kind == 'S' || event.kind == 's')
                reserved += event.kind == 'S' ? event.bytes : -event.bytes;
            if (event.kind == 'f') {
                allocator.give(handles.at(event.id));
                handles.erase(event.id);
            }
            if (event.kind == 'a') {
                const std::int64_t before = allocator.reserved();
                handles[event.id] = *allocator.take(event.bytes, event.stream);
                QCOMPARE(allocator.reserved() - before, asked);
                QCOMPARE(allocator.reserved(), reserved);
                segments += asked > 0;
                asked = 0;
            }
        }
        QCOMPARE(allocator.reserved(), reserved);
        QVERIFY(segments > 3);
    }

    void roundsAsAsked_data()
    {
        QTest::addColumn<qint64>("divisions");
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<qint64>("taken");
        QTest::addRow("to 512") << 0LL << 1200LL << 1536LL;
        QTest::addRow("zero") << 0LL << 0LL << 512LL;
        QTest::addRow("to the quarter above") << 4LL << 1'200'000LL << 1'310'720LL;
        QTest::addRow("a power of 2 stays") << 4LL << 1'048'576LL << 1'048'576LL;
        QTest::addRow("small sizes stay") << 4LL << 1200LL << 1536LL;
    }

    void roundsAsAsked()
    {
        QFETCH(qint64, divisions);
        QFETCH(qint64, bytes);
        QFETCH(qint64, taken);
        AllocatorSettings settings;
        settings.roundupPower2Divisions = divisions;
        settings.segments = Segments::Expandable; // splits to the byte asked for
        CachingAllocator allocator(settings);
        QVERIFY(allocator.take(bytes));
        QCOMPARE(allocator.allocated(), taken);
    }

    void fullCardGivesCachedSegmentsBack()
    {
        CachingAllocator allocator({}, 100 * mib);
        const auto first = allocator.take(60 * mib);
        QVERIFY(first);
        allocator.give(*first);
        QCOMPARE(allocator.reserved(), 60 * mib);
        QVERIFY(!allocator.tryTake(80 * mib));
        QVERIFY(allocator.take(80 * mib));
        QCOMPARE(allocator.reserved(), 80 * mib);
        QCOMPARE(allocator.retries(), 1);
        QVERIFY(!allocator.take(30 * mib));
    }

    void segmentInUseStays()
    {
        CachingAllocator allocator({}, 100 * mib);
        const auto whole = allocator.take(60 * mib);
        QVERIFY(whole);
        allocator.give(*whole);
        QVERIFY(allocator.take(20 * mib)); // splits the segment
        QVERIFY(!allocator.take(80 * mib));
        QCOMPARE(allocator.reserved(), 60 * mib);
    }

    void oversizedBlocksAreNotSplit()
    {
        AllocatorSettings settings;
        settings.maxSplitSize = 100 * mib;
        CachingAllocator allocator(settings, 1000 * mib);
        const auto large = allocator.take(400 * mib);
        QVERIFY(large);
        allocator.give(*large);
        QVERIFY(allocator.take(50 * mib)); // may not take the oversized one
        QCOMPARE(allocator.reserved(), 450 * mib);
        QVERIFY(allocator.take(390 * mib)); // may: about its size
        QCOMPARE(allocator.reserved(), 450 * mib);
        QCOMPARE(allocator.allocated(), 450 * mib);
    }

    void oversizedBlocksGoFirstOnFullCard()
    {
        AllocatorSettings settings;
        settings.maxSplitSize = 100 * mib;
        CachingAllocator allocator(settings, 1000 * mib);
        const auto large = allocator.take(600 * mib);
        const auto small = allocator.take(50 * mib);
        QVERIFY(large && small);
        allocator.give(*large);
        allocator.give(*small);
        QVERIFY(allocator.take(500 * mib)); // neither fits: the first is too large by more than 20 MiB
        QCOMPARE(allocator.reserved(), 550 * mib);
        QCOMPARE(allocator.retries(), 0);
    }

    void garbageIsCollectedAboveItsShare()
    {
        AllocatorSettings settings;
        settings.garbageCollectionThreshold = 0.5;
        CachingAllocator allocator(settings, 1000 * mib);
        const auto old = allocator.take(400 * mib);
        QVERIFY(old);
        allocator.give(*old);
        QVERIFY(allocator.take(450 * mib));
        QCOMPARE(allocator.reserved(), 850 * mib);
        QVERIFY(allocator.take(480 * mib));
        QCOMPARE(allocator.reserved(), 930 * mib);
        QCOMPARE(allocator.retries(), 0);
    }

    void expandableSegmentsGrowByPages()
    {
        AllocatorSettings settings;
        settings.segments = Segments::Expandable;
        CachingAllocator allocator(settings);
        const auto first = allocator.take(30 * mib);
        QVERIFY(first);
        QCOMPARE(allocator.reserved(), 40 * mib);
        QVERIFY(allocator.take(30 * mib)); // what is left of the last page, and one more
        QCOMPARE(allocator.reserved(), 60 * mib);
        allocator.give(*first);
        QVERIFY(allocator.take(20 * mib));
        QCOMPARE(allocator.reserved(), 60 * mib);
        allocator.releaseCached();
        QCOMPARE(allocator.reserved(), 60 * mib); // ten free MiB lie within a page
        QVERIFY(allocator.take(1000));
        QCOMPARE(allocator.reserved(), 62 * mib);
    }

    void expandableSegmentsGivePagesBack()
    {
        AllocatorSettings settings;
        settings.segments = Segments::Expandable;
        CachingAllocator allocator(settings, 100 * mib);
        const auto first = allocator.take(60 * mib);
        const auto second = allocator.take(20 * mib);
        QVERIFY(first && second);
        allocator.give(*first);
        QVERIFY(allocator.take(80 * mib)); // the pages of the first are mapped again at the end
        QCOMPARE(allocator.reserved(), 100 * mib);
        QCOMPARE(allocator.retries(), 1);
    }
};

QTEST_APPLESS_MAIN(TestAllocator)
#include "tst_allocator.moc"
