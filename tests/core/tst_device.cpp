// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/device.h"

#include "interchange/devicelist.h"
#include "support/compare.h"

#include <boost/json.hpp>

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace plimsoll;

namespace {

boost::json::array catalogFile()
{
    QFile file(PLIMSOLL_TEST_DATA "/../../resources/gpus.json");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return boost::json::parse(file.readAll().toStdString()).at("devices").as_array();
}

double gibOf(const char* id)
{
    return findDevice(id)->usable.toDouble() / static_cast<double>(gib);
}

} // namespace

class TestDevice : public QObject
{
    Q_OBJECT

private slots:
    void everyEntryIsThere()
    {
        const boost::json::array entries = catalogFile();
        QCOMPARE(entries.size(), std::size_t(85)); // 73 cards and twelve slices of four
        QCOMPARE(deviceCatalog().size(), entries.size());
        for (const boost::json::value& entry : entries)
            QVERIFY2(findDevice(entry.at("id").as_string()), entry.at("id").as_string().c_str());
    }

    void idsAreUnique()
    {
        std::set<std::string> ids;
        for (const Device& device : deviceCatalog())
            QVERIFY2(ids.insert(device.id).second, device.id.c_str());
    }

    void sortedByCapacity()
    {
        QVERIFY(std::ranges::is_sorted(deviceCatalog(), {}, &Device::usable));
        QVERIFY(std::ranges::is_sorted(defaultTiers(), {}, &Device::usable));
    }

    void everyFigureHasItsSource()
    {
        const std::set<std::string> kinds{"observed", "derived", "assumed", "nominal", "unverified"};
        for (const Device& device : deviceCatalog()) {
            QVERIFY2(device.usable > Bytes(), device.id.c_str());
            QVERIFY2(kinds.contains(device.usableSource.substr(0, device.usableSource.find(':'))), device.id.c_str());
            // What the framework sees is never more than what the box says, at 2^30 bytes a GB; GH200 and B300 are sold
            // under several figures.
            QVERIFY2(device.usable.toDouble() <= device.marketingGb * static_cast<double>(gib), device.id.c_str());
        }
    }

    void observedFiguresAgreeWithTheReading()
    {
        for (const boost::json::value& entry : catalogFile()) {
            if (entry.at("torch_total_gib").is_null())
                continue;
            const double reading = entry.at("torch_total_gib").to_number<double>();
            const double usable = entry.at("usable_bytes").to_number<double>() / static_cast<double>(gib);
            QVERIFY2(std::fabs(usable - reading) < 0.006, entry.at("id").as_string().c_str());
        }
    }

    void knownCards()
    {
        QVERIFY(std::fabs(gibOf("h100-sxm5-80gb") - 79.19) < 0.01);
        QVERIFY(std::fabs(gibOf("a100-sxm4-40gb") - 39.56) < 0.01);
        QVERIFY(std::fabs(gibOf("l4") - 22.03) < 0.01);
        QCOMPARE(findDevice("h100-sxm5-80gb")->computeCapability, std::string("9.0"));
        QVERIFY(findDevice("mi300x")->computeCapability.empty());
        QCOMPARE(findDevice("h100"), nullptr);
    }

    void severalSizesAreSaid()
    {
        const Device& device = *findDevice("apple-m4-max");
        QCOMPARE(device.memoryOptionsGb, (std::vector<int>{36, 48, 64, 128}));
        QCOMPARE(text(device.name), "Apple M4 Max 128GB");
        QVERIFY(text(deviceListText(deviceCatalog(), ByteUnit::GB)).contains("36 GB, 48 GB, 64 GB"));
    }

    void defaultTiersSpread()
    {
        const std::vector<Device> tiers = defaultTiers();
        QVERIFY(tiers.size() >= 6);
        QVERIFY(tiers.front().usable < Bytes(24 * gib));
        QVERIFY(tiers.back().usable > Bytes(170 * gib));
    }

    void shortNames_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("name");
        QTest::newRow("size in the name") << "h100-sxm5-80gb"
                                          << "H100 SXM5 80GB";
        QTest::newRow("size added") << "l4"
                                    << "L4 24GB";
        QTest::newRow("remark left out") << "b200-sxm"
                                         << "B200 SXM 180GB";
    }

    void shortNames()
    {
        QFETCH(QString, id);
        QTEST(text(shortName(*findDevice(id.toStdString()))), "name");
    }

    void aCardOfOnesOwnKeepsItsName()
    {
        Device device;
        device.name = "my card";
        QCOMPARE(text(shortName(device)), "my card");
    }

    void aSizeIsACard_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<qint64>("bytes"); // 0: is none
        QTest::newRow("GiB") << "24GiB" << qint64(24 * gib);
        QTest::newRow("MiB with a space") << "24000 MiB" << qint64(24'000 * mib);
        QTest::newRow("decimal") << "40.5GB" << qint64(40'500'000'000);
        QTest::newRow("no unit") << "24" << qint64(0);
        QTest::newRow("nothing") << "0GB" << qint64(0);
        QTest::newRow("too much") << "9999999999GB" << qint64(0);
        QTest::newRow("a name") << "h100" << qint64(0);
        QTest::newRow("empty") << "" << qint64(0);
    }

    void aSizeIsACard()
    {
        QFETCH(QString, size);
        const std::optional<Device> device = deviceOfSize(size.toStdString());
        QTEST(device ? static_cast<qint64>(device->usable.count()) : 0LL, "bytes");
    }

    void listAsJson()
    {
        const boost::json::array list = boost::json::parse(deviceListJson(deviceCatalog())).as_array();
        QCOMPARE(list.size(), deviceCatalog().size());
        for (const boost::json::value& entry : list) {
            const Device* device = findDevice(entry.at("id").as_string());
            QVERIFY(device);
            QCOMPARE(entry.at("usable_bytes").as_int64(), device->usable.count());
        }
    }
};

QTEST_APPLESS_MAIN(TestDevice)
#include "tst_device.moc"
