// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/format.h"
#include "base/jsonwriter.h"
#include "support/compare.h"

#include <boost/json.hpp>

#include <QTest>

#include <clocale>

using namespace plimsoll;

class TestFormat : public QObject
{
    Q_OBJECT

private slots:
    void bytes_data()
    {
        QTest::addColumn<qint64>("count");
        QTest::addColumn<QString>("decimal");
        QTest::addColumn<QString>("binary");
        QTest::newRow("worked example") << qint64(59091579048) << "59.1 GB"
                                        << "55.0 GiB";
        QTest::newRow("nothing") << qint64(0) << "0 B"
                                 << "0 B";
        QTest::newRow("a few") << qint64(999) << "999 B"
                               << "999 B";
        QTest::newRow("a kilobyte") << qint64(1000) << "1.00 kB"
                                    << "1,000 B";
        QTest::newRow("rounds up to the next unit") << qint64(999960000) << "1.00 GB"
                                                    << "954 MiB";
        QTest::newRow("rounds up to ten") << qint64(9996000000) << "10.0 GB"
                                          << "9.31 GiB";
        QTest::newRow("rounds up to a hundred") << qint64(99960000000) << "100 GB"
                                                << "93.1 GiB";
        QTest::newRow("stays below") << qint64(999400000) << "999 MB"
                                     << "953 MiB";
        QTest::newRow("thousands") << qint64(1234567890123) << "1,235 GB"
                                   << "1,150 GiB";
        QTest::newRow("negative") << qint64(-36400000000) << "−36.4 GB"
                                  << "−33.9 GiB";
        QTest::newRow("largest") << std::numeric_limits<qint64>::max() << "9,223,372,037 GB"
                                 << "8,589,934,592 GiB";
        QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << "−9,223,372,037 GB"
                                  << "−8,589,934,592 GiB";
    }

    void bytes()
    {
        QFETCH(qint64, count);
        QTEST(text(formatBytes(Bytes(count))), "decimal");
        QTEST(text(formatBytes(Bytes(count), ByteUnit::GiB)), "binary");
    }

    void inFull()
    {
        QCOMPARE(text(formatExact(Bytes(59091579048))), "59,091,579,048 B");
        QCOMPARE(text(formatCount(1011266536)), "1,011,266,536");
        QCOMPARE(text(formatCount(-1000)), "−1,000");
        QCOMPARE(text(formatCount(999)), "999");
    }

    void differences()
    {
        QCOMPARE(text(formatDifference(Bytes(19100000000))), "+19.1 GB");
        QCOMPARE(text(formatDifference(Bytes(-19100000000))), "−19.1 GB");
        QCOMPARE(text(formatDifference(Bytes())), "0 B");
    }

    void compact()
    {
        QCOMPARE(text(formatCompact(1011266536)), "1.01B");
        QCOMPARE(text(formatCompact(350000000)), "350M");
        QCOMPARE(text(formatCompact(12500)), "12.5k");
        QCOMPARE(text(formatCompact(8000000000)), "8B");
        QCOMPARE(text(formatCompact(999)), "999");
    }

    void percentNeverHidesAnExcess()
    {
        QCOMPARE(text(formatPercent(0.716)), "72 %");
        QCOMPARE(text(formatPercent(1.0)), "100 %");
        QCOMPARE(text(formatPercent(1.0001)), "101 %");
        QCOMPARE(text(formatPercent(12.3456)), "1,235 %");
    }

    void numbers()
    {
        QCOMPARE(text(formatNumber(4.0, 4)), "4");
        QCOMPARE(text(formatNumber(2.03125, 5)), "2.03125");
        QCOMPARE(text(formatNumber(-0.001, 2)), "0");
    }

    void locale()
    {
        if (!std::setlocale(LC_ALL, "de_DE.UTF-8"))
            QSKIP("needs the locale de_DE.UTF-8");
        QCOMPARE(text(formatBytes(Bytes(59091579048))), "59.1 GB");
        std::setlocale(LC_ALL, "C");
    }

    void json()
    {
        const boost::json::value value{
            {"fraction", 0.716}, {"sizes", {1, 2}}, {"words", {"a\"b", "c"}}, {"none", nullptr}};
        QCOMPARE(text(toJsonText(value)),
                 "{\n"
                 "  \"fraction\": 0.716,\n"
                 "  \"sizes\": [1, 2],\n"
                 "  \"words\": [\n"
                 "    \"a\\\"b\",\n"
                 "    \"c\"\n"
                 "  ],\n"
                 "  \"none\": null\n"
                 "}\n");
        QCOMPARE(boost::json::parse(toJsonText(value)), value);
    }
};

QTEST_APPLESS_MAIN(TestFormat)
#include "tst_format.moc"
