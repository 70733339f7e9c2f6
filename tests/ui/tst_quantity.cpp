// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/quantity.h"

#include <QTest>

using namespace plimsoll::ui;

class QuantityTest : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void refusesTheRest_data();
    void refusesTheRest();
    void writesWhatItReads_data();
    void writesWhatItReads();
};

void QuantityTest::readsWhatPeopleWrite_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Quantity>("quantity");
    QTest::addColumn<double>("value");
    QTest::newRow("plain") << "256" << Quantity::Count << 256.0;
    QTest::newRow("spaces around") << "  256 " << Quantity::Count << 256.0;
    QTest::newRow("commas") << "1,011,266,536" << Quantity::Count << 1011266536.0;
    QTest::newRow("spaces between thousands") << "16 777 216" << Quantity::Count << 16777216.0;
    QTest::newRow("thousands") << "4k" << Quantity::Count << 4000.0;
    QTest::newRow("a decimal that comes out whole") << "1.01k" << Quantity::Count << 1010.0;
    QTest::newRow("context length") << "4k" << Quantity::Tokens << 4096.0;
    QTest::newRow("long context") << "128K" << Quantity::Tokens << 131072.0;
    QTest::newRow("exponent") << "1e6" << Quantity::Count << 1e6;
    QTest::newRow("billions") << "8B" << Quantity::Parameters << 8e9;
    QTest::newRow("a decimal of billions") << "1.1 b" << Quantity::Parameters << 1.1e9;
    QTest::newRow("GB") << "80GB" << Quantity::Bytes << 80e9;
    QTest::newRow("GiB") << "80 GiB" << Quantity::Bytes << 80.0 * 1024 * 1024 * 1024;
    QTest::newRow("MiB") << "512 mib" << Quantity::Bytes << 512.0 * 1024 * 1024;
    QTest::newRow("fraction") << "0.1" << Quantity::Fraction << 0.1;
    QTest::newRow("fraction without zero") << ".9" << Quantity::Fraction << 0.9;
    QTest::newRow("percent") << "10 %" << Quantity::Fraction << 0.1;
}

void QuantityTest::readsWhatPeopleWrite()
{
    QFETCH(const QString, text);
    QFETCH(const Quantity, quantity);
    QFETCH(const double, value);
    const std::optional<double> read = parsedQuantity(text, quantity);
    QVERIFY(read.has_value());
    QCOMPARE(*read, value);
}

void QuantityTest::refusesTheRest_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Quantity>("quantity");
    QTest::newRow("nothing") << "" << Quantity::Count;
    QTest::newRow("a word") << "many" << Quantity::Count;
    QTest::newRow("an unknown suffix") << "12x" << Quantity::Count;
    QTest::newRow("half a layer") << "8.5" << Quantity::Count;
    QTest::newRow("a decimal comma") << "1,5" << Quantity::Count;
    QTest::newRow("a unit of something else") << "4GB" << Quantity::Count;
    QTest::newRow("two numbers") << "4 5" << Quantity::Count;
    QTest::newRow("not a number") << "nan" << Quantity::Fraction;
    QTest::newRow("infinity") << "inf" << Quantity::Bytes;
    QTest::newRow("past every number") << "1e999" << Quantity::Count;
    QTest::newRow("only a suffix") << "k" << Quantity::Count;
}

void QuantityTest::refusesTheRest()
{
    QFETCH(const QString, text);
    QFETCH(const Quantity, quantity);
    QVERIFY(!parsedQuantity(text, quantity));
}

void QuantityTest::writesWhatItReads_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<Quantity>("quantity");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shortText");
    QTest::newRow("count") << 4096.0 << Quantity::Count << "4,096"
                           << "4,096";
    QTest::newRow("tokens") << 4096.0 << Quantity::Tokens << "4,096"
                            << "4k";
    QTest::newRow("few tokens") << 100.0 << Quantity::Tokens << "100"
                                << "100";
    QTest::newRow("parameters") << 1011266536.0 << Quantity::Parameters << "1.01B"
                                << "1.01B";
    QTest::newRow("no bytes") << 0.0 << Quantity::Bytes << "0 B"
                              << "0 B";
    QTest::newRow("binary bytes") << 512.0 * 1024 * 1024 << Quantity::Bytes << "512 MiB"
                                  << "512 MiB";
    QTest::newRow("decimal bytes") << 2e9 << Quantity::Bytes << "2 GB"
                                   << "2 GB";
    QTest::newRow("odd bytes") << 446693377.0 << Quantity::Bytes << "446,693,377 B"
                               << "446,693,377 B";
    QTest::newRow("fraction") << 0.1 << Quantity::Fraction << "0.1"
                              << "0.1";
}

void QuantityTest::writesWhatItReads()
{
    QFETCH(const double, value);
    QFETCH(const Quantity, quantity);
    QFETCH(const QString, text);
    QFETCH(const QString, shortText);
    QCOMPARE(quantityText(value, quantity), text);
    QCOMPARE(shortQuantityText(value, quantity), shortText);
    if (quantity != Quantity::Parameters)
        QCOMPARE(parsedQuantity(text, quantity), std::optional(value));
}

QTEST_APPLESS_MAIN(QuantityTest)
#include "tst_quantity.moc"
