// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sampleestimate.h"
#include "support/warnings.h"
#include "window/ledgermodel.h"
#include "window/ledgertable.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPixmap>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::ui;

Q_DECLARE_METATYPE(std::optional<plimsoll::LineItem>)

namespace {

QString cell(const LedgerModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

int rowNamed(const LedgerModel& model, const QString& name)
{
    for (int row = 0; row < model.rowCount(); ++row)
        if (cell(model, row, LedgerModel::Item) == name)
            return row;
    return -1;
}

} // namespace

class LedgerModelTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void obeysTheRulesOfModels();
    void showsTheEstimate();
    void sumsUp();
    void paintsASwatchForEachPart();
    void selectsBothWays();
    void copiesAsTextHtmlAndCsv();
    void copiesTheSelectedRows();
};

void LedgerModelTest::obeysTheRulesOfModels()
{
    LedgerModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setEstimate(sample::workedExample());
    model.setEstimate(sample::checkpointed());
    model.setTheme(Theme::Dark);
    QCOMPARE(model.columnCount(), int(LedgerModel::ColumnCount));
    QVERIFY(!model.data(model.index(99, 0)).isValid());
    QVERIFY(!model.headerData(99, Qt::Horizontal).isValid());
}

void LedgerModelTest::showsTheEstimate()
{
    LedgerModel model;
    const Estimate estimate = sample::workedExample();
    model.setEstimate(estimate);
    for (const LineItemFigure& figure : estimate.lineItems) {
        const int row = model.rowOf(figure.item);
        QVERIFY(model.partAt(row) == std::optional<Part>(figure.item));
        QCOMPARE(cell(model, row, LedgerModel::Item), QString::fromStdString(std::string(info(figure.item).label)));
        const QString inFull
            = figure.inFull == Bytes() ? QStringLiteral("–") : QString::fromStdString(formatExact(figure.inFull));
        QCOMPARE(cell(model, row, LedgerModel::InFull), inFull);
        QCOMPARE(cell(model, row, LedgerModel::Formula), QString::fromStdString(figure.formula));
        QCOMPARE(cell(model, row, LedgerModel::Substituted), QString::fromStdString(figure.substituted));
        QVERIFY(!cell(model, row, LedgerModel::Lever).isEmpty());
        QVERIFY(!cell(model, row, LedgerModel::Cost).isEmpty());
        QVERIFY(!cell(model, row, LedgerModel::Source).isEmpty());
        QVERIFY(!model.index(row, LedgerModel::Item).data(Qt::ToolTipRole).toString().isEmpty());
    }
    const QVariant alignment = model.index(0, LedgerModel::AtPeak).data(Qt::TextAlignmentRole);
    QVERIFY(Qt::Alignment(alignment.toInt()) & Qt::AlignRight);
}

void LedgerModelTest::sumsUp()
{
    LedgerModel model;
    model.setEstimate(sample::workedExample());
    const int live = rowNamed(model, QStringLiteral("live at the peak"));
    const int total = rowNamed(model, QStringLiteral("total on the card"));
    QCOMPARE(cell(model, live, LedgerModel::AtPeak), "59,091,579,048 B");
    QCOMPARE(total, model.rowCount() - 1);
    QCOMPARE(cell(model, total, LedgerModel::Share), "100 %");
    QVERIFY(!model.partAt(live));
    std::int64_t sum = 0;
    for (int row = live; row < total; ++row)
        sum += cell(model, row, LedgerModel::AtPeak).remove(u',').remove(QStringLiteral(" B")).toLongLong();
    QCOMPARE(sum, sample::workedExample().total.count());
}

void LedgerModelTest::paintsASwatchForEachPart()
{
    LedgerModel model;
    model.setEstimate(sample::workedExample());
    for (int row = 0; row < model.rowCount(); ++row) {
        const bool isSum = cell(model, row, LedgerModel::Formula).isEmpty()
            && cell(model, row, LedgerModel::InFull).isEmpty()
            && model.index(row, LedgerModel::Item).data(Qt::DecorationRole).isNull();
        QCOMPARE(isSum, row == rowNamed(model, QStringLiteral("live at the peak")) || row == model.rowCount() - 1);
    }
    const auto color = [&] {
        return model.index(0, LedgerModel::Item).data(Qt::DecorationRole).value<QPixmap>().toImage().pixelColor(7, 7);
    };
    model.setTheme(Theme::Light);
    QCOMPARE(color(), lineItemColor(LineItem::Weights, Theme::Light));
    model.setTheme(Theme::Dark);
    QCOMPARE(color(), lineItemColor(LineItem::Weights, Theme::Dark));
}

void LedgerModelTest::selectsBothWays()
{
    LedgerTable table;
    table.setEstimate(sample::workedExample());
    table.resize(900, 400);
    table.show();
    QSignalSpy selected(&table, &LedgerTable::partSelected);
    table.select(LineItem::Activations);
    QCOMPARE(table.currentIndex().row(), table.ledger().rowOf(LineItem::Activations));
    QTest::keyClick(&table, Qt::Key_Down);
    QVERIFY(selected.last().first().value<std::optional<Part>>() == std::optional<Part>(LineItem::LogitsAndLoss));
    table.select(std::nullopt);
    QVERIFY(!table.selectionModel()->hasSelection());
}

void LedgerModelTest::copiesAsTextHtmlAndCsv()
{
    LedgerTable table;
    table.setEstimate(sample::workedExample());
    table.copyToClipboard();
    const QMimeData& copied = *QGuiApplication::clipboard()->mimeData();
    QStringList lines = copied.text().split(u'\n');
    QCOMPARE(lines.takeLast(), QString());
    QCOMPARE(lines.size(), table.ledger().rowCount() + 1);
    for (const QString& line : lines)
        QCOMPARE(line.count(u'\t'), LedgerModel::ColumnCount - 1);
    QVERIFY(lines.front().startsWith(QStringLiteral("Item\tIn full\tAt the peak")));
    QVERIFY(copied.html().contains(QStringLiteral("59,091,579,048 B")));
    QVERIFY(copied.data(QStringLiteral("text/csv")).contains("\"59,091,579,048 B\""));
}

void LedgerModelTest::copiesTheSelectedRows()
{
    LedgerTable table;
    table.setEstimate(sample::workedExample());
    table.show();
    table.setFocus();
    table.select(LineItem::Weights);
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed().count(u'\n'), 2);
}

QTEST_MAIN(LedgerModelTest)
#include "tst_ledgermodel.moc"
