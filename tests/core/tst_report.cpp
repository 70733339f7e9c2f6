// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report.h"

#include "interchange/sentences.h"
#include "memory/verdict.h"
#include "support/compare.h"

#include <boost/json.hpp>

#include <QTest>

#include <algorithm>

using namespace plimsoll;

namespace {

// The worked example's figures, filled in by hand: the reports are tested, not the engine.
Estimate filledIn()
{
    Estimate estimate;
    estimate.scenario.name = "worked, \"example\"";
    estimate.parameters = {1'011'266'536, 1'011'266'536, 1'011'266'536};
    for (std::size_t i = 0; i < lineItemCount; ++i) {
        estimate.lineItems[i].item = static_cast<LineItem>(i);
        estimate.lineItems[i].formula = "none in this scenario";
    }
    estimate.lineItems[0]
        = {LineItem::Weights, Bytes(4'045'066'144), Bytes(4'045'066'144), "parameters × 4 B", "1,011,266,536 × 4 B"};
    estimate.lineItems[2]
        = {LineItem::Gradients, Bytes(4'045'066'144), Bytes(), "parameters × 4 B", "1,011,266,536 × 4 B"};
    estimate.lineItems[5] = {LineItem::Activations, Bytes(55'046'512'904), Bytes(55'046'512'904), "sum", ""};
    estimate.alive = {{LineItem::Activations, "mlp.up: linear", 20, Bytes(8'388'608'000)}};
    estimate.phases = {{Phase::Forward, Bytes(58'811'398'288)}, {Phase::OptimizerStep, Bytes(20'225'535'520)}};
    estimate.resident = Bytes(12'135'796'736);
    estimate.peak = {Phase::Backward, "linear (head)", Bytes(59'091'579'048), Bytes(59'101'365'760)};
    estimate.reserved = {Bytes(60'433'629'184), Bytes(60'433'629'184), Bytes(62'000'000'000)};
    for (const char* id : {"a100-sxm4-40gb", "h100-sxm5-80gb"})
        estimate.devices.push_back(judge(estimate.reserved, estimate.scenario.memory, *findDevice(id)));
    estimate.overheads = estimate.devices.front().overheads;
    estimate.total = estimate.reserved.expected + estimate.overheads.total();
    estimate.assumptions = {"a | b"};
    return estimate;
}

ReportEntry good()
{
    return {"worked, \"example\"", filledIn()};
}

ReportEntry bad()
{
    Error error;
    error.file = "x.json";
    error.line = 3;
    error.column = 7;
    error.path = "model.hidden";
    error.found = std::string(1, '0'); // g++ 12 warns of a one-character literal here (its bug 105329)
    error.expected = "a whole number from 1";
    return {"x.json", error};
}

std::string rendered(std::string_view format, std::vector<ReportEntry> entries, bool asList = false)
{
    return findReportFormat(format)->render(entries, {ByteUnit::GB, asList});
}

// A reader of RFC 4180 that knows nothing of how the writer works.
QList<QStringList> csvRecords(const std::string& csv)
{
    QList<QStringList> records{{QString()}};
    bool inQuotes = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (inQuotes && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"')
            records.back().back() += csv[++i];
        else if (c == '"')
            inQuotes = !inQuotes;
        else if (inQuotes)
            records.back().back() += c;
        else if (c == ',')
            records.back() << QString();
        else if (c == '\n')
            records << QStringList{QString()};
        else if (c != '\r')
            records.back().back() += c;
    }
    records.removeLast();
    return records;
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private slots:
    void everyFormatIsFound()
    {
        for (const char* id : {"text", "json", "csv", "markdown"})
            QVERIFY2(findReportFormat(id), id);
        QCOMPARE(findReportFormat("xml"), nullptr);
    }

    void jsonHoldsTheEstimate()
    {
        const boost::json::value value = boost::json::parse(rendered("json", {good()}));
        QCOMPARE(value.at("plimsoll_estimate").as_int64(), 1);
        QCOMPARE(value.at("peak").at("requested_bytes").as_int64(), 59'091'579'048);
        QCOMPARE(value.at("total_bytes").as_int64(), 60'433'629'184 + 481 * mib);
        QCOMPARE(value.at("parameters").at("total").as_int64(), 1'011'266'536);
        std::int64_t alive = 0;
        for (const boost::json::value& item : value.at("line_items").as_array())
            alive += item.at("at_peak").as_int64();
        QCOMPARE(alive, value.at("peak").at("requested_bytes").as_int64());
        QCOMPARE(text(value.at("devices").at(0).at("verdict").as_string()), "oom");
        QCOMPARE(text(value.at("devices").at(1).at("verdict").as_string()), "fits");
    }

    void jsonKeysKeepTheirOrder()
    {
        const boost::json::value value = boost::json::parse(rendered("json", {good()}));
        QStringList keys;
        for (const auto& entry : value.as_object())
            keys << text(entry.key());
        QCOMPARE(keys,
                 (QStringList{"plimsoll_estimate", "name", "parameters", "line_items", "phases", "resident_bytes",
                              "peak", "reserved", "overheads", "total_bytes", "host_bytes", "host_pinned_bytes",
                              "host_node_bytes", "stages", "step_cost", "devices", "assumptions", "warnings"}));
        QStringList itemKeys;
        for (const auto& entry : value.at("line_items").at(0).as_object())
            itemKeys << text(entry.key());
        QCOMPARE(itemKeys,
                 (QStringList{"id", "bytes", "at_peak", "formula", "substituted", "lever", "lever_cost", "source"}));
    }

    void severalScenariosMakeAnArray()
    {
        const boost::json::array array = boost::json::parse(rendered("json", {good(), bad()})).as_array();
        QCOMPARE(array.size(), std::size_t(2));
        QCOMPARE(text(array[1].at("name").as_string()), "x.json");
        QCOMPARE(text(array[1].at("error").as_string()),
                 "x.json:3:7: model.hidden: expected a whole number from 1, found 0");
        QCOMPARE(array[1].as_object().size(), std::size_t(2));
        QCOMPARE(boost::json::parse(rendered("json", {good()}, true)).as_array().size(), std::size_t(1));
    }

    void csvIsReadBackWhole()
    {
        const std::string csv = rendered("csv", {good(), bad()});
        QVERIFY(text(csv).endsWith("\r\n"));
        const QList<QStringList> records = csvRecords(csv);
        for (const QStringList& record : records)
            QCOMPARE(record.size(), records.front().size());
        const QStringList& weights = records.at(1);
        QCOMPARE(weights.at(records.front().indexOf("name")), "worked, \"example\"");
        QCOMPARE(weights.at(records.front().indexOf("id")), "weights");
        QCOMPARE(weights.at(records.front().indexOf("bytes")), "4045066144");
        QCOMPARE(records.last().at(1), "error");
    }

    void markdownTablesAreEven()
    {
        const QString markdown = text(rendered("markdown", {good()}));
        QVERIFY(markdown.startsWith("# worked, \"example\""));
        QVERIFY(markdown.contains("| weights | 4,045,066,144 B | 4.05 GB | 4,045,066,144 B | 4.05 GB |"));
        int columns = 0;
        for (const QString& line : markdown.split('\n')) {
            const int count = static_cast<int>(line.count('|') - line.count("\\|"));
            if (line.startsWith('|') && columns > 0)
                QCOMPARE(count, columns);
            columns = line.startsWith('|') ? count : 0;
        }
    }

    void textShowsItAll()
    {
        const QString report = text(rendered("text", {good()}));
        for (const char* part : {"59,091,579,048 B", "60,433,629,184 B", "H100 SXM5 80GB", "OOM", "backward", "a | b",
                                 "precision", "mlp.up: linear"})
            QVERIFY2(report.contains(part), part);
        // Gradients occur, but are not alive at the peak moment; what the scenario has none of is left out.
        QVERIFY(report.contains(QRegularExpression("gradients +4,045,066,144 B +4\\.05 GB +– +–")));
        QVERIFY(!report.contains("master weights"));
        for (const QString& line : report.split('\n'))
            QVERIFY2(!line.endsWith(' '), qPrintable(line));
    }

    void verdictInASentence()
    {
        QCOMPARE(text(verdictSentence(filledIn())),
                 "Needs 60.9 GB on the card. Fits H100 SXM5 80GB (72 %); too big for A100 SXM4 40GB by 18.5 GB. Peak "
                 "59.1 GB "
                 "in backward, at linear (head).");
    }

    void verdictWhereNothingFits()
    {
        Estimate estimate = filledIn();
        estimate.devices.pop_back();
        QVERIFY(text(verdictSentence(estimate)).contains("Too big for A100 SXM4 40GB by 18.5 GB."));
        estimate.devices.insert(estimate.devices.begin(),
                                judge(estimate.reserved, estimate.scenario.memory, *findDevice("l4")));
        QVERIFY(text(verdictSentence(estimate))
                    .contains("Fits none of the 2 devices; too big for A100 SXM4 40GB by 18.5 GB."));
        estimate.devices.clear();
        QVERIFY(text(verdictSentence(estimate)).startsWith("Needs 60.9 GB on the card. Peak"));
    }

    void labelsOfBars()
    {
        const Estimate estimate = filledIn();
        QCOMPARE(text(barLabel(estimate.devices[0])), "+18.5 GB OOM");
        QCOMPARE(text(barLabel(estimate.devices[0], ByteUnit::GiB)), "+17.2 GiB OOM");
        QCOMPARE(text(barLabel(estimate.devices[1])), "72 % fits");
        MemoryPlan strict;
        strict.tightAbove = 0.5;
        QCOMPARE(text(barLabel(judge(estimate.reserved, strict, *findDevice("h100-sxm5-80gb")))), "72 % tight");
    }
};

QTEST_APPLESS_MAIN(TestReport)
#include "tst_report.moc"
