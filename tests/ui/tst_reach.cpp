// SPDX-License-Identifier: GPL-3.0-or-later
// Whom the window reaches: by keyboard, by voice, on small and large screens, and written from right to left.
#include "support/windowbench.h"
#include "window/modelfield.h"
#include "window/verdictbar.h"
#include "window/viewtabs.h"

#include <QAbstractButton>
#include <QDialog>
#include <QScrollBar>
#include <QTabBar>
#include <QToolButton>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

QByteArray described(const QWidget& widget)
{
    return QByteArray(widget.metaObject()->className()) + " " + widget.objectName().toUtf8() + " "
        + widget.accessibleName().toUtf8();
}

bool takesInput(const QWidget& widget)
{
    return widget.isVisible() && (widget.focusPolicy() & Qt::TabFocus) != 0 && !widget.focusProxy();
}

// Those that can be used and have no name to be called by.
QStringList nameless(const QWidget& top)
{
    QStringList found;
    for (QWidget* widget : top.findChildren<QWidget*>()) {
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
        if (takesInput(*widget) && (!spoken || spoken->text(QAccessible::Name).isEmpty()))
            found << QString::fromUtf8(described(*widget));
    }
    return found;
}

void openAll(MainWindow& window)
{
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        window.leverPanel().group(static_cast<LeverGroup>(group))->setOpen(true);
    window.action(ActionId::ChooseTiers).trigger();
    window.action(ActionId::ShowAdvice).trigger();
}

// Texts that their widgets are too small for, and widgets that leave their parent.
QStringList clipped(MainWindow& window)
{
    QStringList found;
    const auto note = [&found](const QWidget& widget, const QString& text) {
        found << QString::fromUtf8(described(widget)) + QStringLiteral(": ") + text;
    };
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        const int needed = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
        if (label->height() < needed || (!label->wordWrap() && label->width() < label->sizeHint().width()))
            note(*label, label->text());
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && !button->text().isEmpty()
            && button->width() < button->fontMetrics().horizontalAdvance(button->text()))
            note(*button, button->text());
    const QScrollArea& levers = window.leverPanel();
    if (levers.widget()->width() > levers.viewport()->width())
        note(levers, QStringLiteral("wider than its place"));
    for (const QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() && qobject_cast<const LeverRow*>(widget)
            && !widget->parentWidget()->rect().contains(widget->geometry()))
            note(*widget, QStringLiteral("leaves its parent"));
    return found;
}

} // namespace

class ReachTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void cleanup() { QGuiApplication::setLayoutDirection(Qt::LeftToRight); }
    void namesEveryWidget();
    void namesEveryDialogsWidgets_data();
    void namesEveryDialogsWidgets();
    void reachesEveryLeverWithTab();
    void explainsEveryTerm();
    void fitsScreens_data();
    void fitsScreens();
    void mirrorsLevers();
};

void ReachTest::namesEveryWidget()
{
    Bench bench;
    openAll(bench.window);
    for (std::size_t view = 0; view < viewCount; ++view) {
        bench.window.viewTabs().showView(static_cast<ViewId>(view));
        const QStringList found = nameless(bench.window);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
}

void ReachTest::namesEveryDialogsWidgets_data()
{
    QTest::addColumn<int>("action");
    QTest::newRow("export") << static_cast<int>(ActionId::ExportChart);
    QTest::newRow("out of memory") << static_cast<int>(ActionId::ExplainOom);
    QTest::newRow("shortcuts") << static_cast<int>(ActionId::Shortcuts);
    QTest::newRow("about") << static_cast<int>(ActionId::About);
}

void ReachTest::namesEveryDialogsWidgets()
{
    QFETCH(const int, action);
    Bench bench;
    bench.window.action(static_cast<ActionId>(action)).trigger();
    auto* dialog = bench.window.findChild<QDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const QStringList found = nameless(*dialog);
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
}

void ReachTest::reachesEveryLeverWithTab()
{
    Bench bench;
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        bench.window.leverPanel().group(static_cast<LeverGroup>(group))->setOpen(true);
    QSet<QWidget*> visited;
    bench.window.leverPanel().search()->setFocus();
    while (!visited.contains(QApplication::focusWidget())) {
        visited << QApplication::focusWidget();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (QWidget* widget : bench.window.leverPanel().findChildren<QWidget*>())
        if (takesInput(*widget) && widget->isEnabled())
            QVERIFY2(visited.contains(widget), described(*widget).constData());
    QVERIFY(visited.contains(bench.window.leverPanel().model().field()));
}

// In one sentence, with its source.
void ReachTest::explainsEveryTerm()
{
    Bench bench;
    for (const Lever& lever : levers()) {
        const QString tip = bench.row(lever.path).toolTip();
        QVERIFY2(tip.contains(QStringLiteral("Source: ")), lever.path);
    }
    const LedgerModel& ledger = bench.window.ledger().ledger();
    for (const LineItemFigure& figure : bench.estimate().lineItems) {
        const QString tip = ledger.index(ledger.rowOf(figure.item), LedgerModel::Item).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("Source: ")), qPrintable(tip));
    }
}

void ReachTest::fitsScreens_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("reversed");
    for (const QSize size : {QSize(800, 600), QSize(1280, 800), QSize(1920, 1080), QSize(3840, 2160)})
        for (const bool reversed : {false, true})
            QTest::addRow("%dx%d%s", size.width(), size.height(), reversed ? " from right to left" : "")
                << size << reversed;
}

void ReachTest::fitsScreens()
{
    QFETCH(const QSize, size);
    QFETCH(const bool, reversed);
    QGuiApplication::setLayoutDirection(reversed ? Qt::RightToLeft : Qt::LeftToRight);
    Bench bench;
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        bench.window.leverPanel().group(static_cast<LeverGroup>(group))->setOpen(true);
    bench.window.resize(size);
    QCoreApplication::processEvents();
    QCOMPARE(bench.window.size(), size);
    QTRY_COMPARE(clipped(bench.window), QStringList());
    // The longest recipe, with all of its levers in sight.
    bench.window.openFile(bench.write("long.json", R"({"model": {"preset": "mistralai/Mixtral-8x7B-v0.1"},
        "training": {"method": "qlora", "checkpointing": "selective", "loss": "chunked-recompute",
                     "lora": {"targets": "attention"}, "optimizer": "paged-adamw-8bit"}})"));
    QVERIFY2(!bench.window.messages().isVisible(), qPrintable(bench.window.messages().message()));
    QCoreApplication::processEvents();
    QTRY_COMPARE(clipped(bench.window), QStringList());
    QCOMPARE(bench.window.size(), size);
    const bool leversAreLeft = bench.window.leverPanel().mapTo(&bench.window, QPoint()).x() < size.width() / 2;
    QCOMPARE(leversAreLeft, !reversed);
}

// The first stop is on the right, under its label, and a number stays before its unit.
void ReachTest::mirrorsLevers()
{
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    Bench bench;
    StopSlider& batch = *bench.row("training.micro_batch").slider();
    QTest::mouseClick(&batch, Qt::LeftButton, {}, {batch.width() - 4, batch.height() - 4});
    QCOMPARE(bench.training().microBatch, 1);
    QVERIFY(handle(batch.slider()).x() > batch.width() / 2);
    bench.type("training.micro_batch", "1,024");
    QCOMPARE(bench.training().microBatch, 1024);
    const LedgerModel& ledger = bench.window.ledger().ledger();
    const QString weights = ledger.index(0, LedgerModel::AtPeak).data().toString();
    QCOMPARE(weights.front(), QChar(0x200E));
    QCOMPARE(weights.back(), QChar(0x200E));
    QCOMPARE(bench.window.leverPanel().group(LeverGroup::Model)->heading()->arrowType(), Qt::LeftArrow);
}

QTEST_MAIN(ReachTest)
#include "tst_reach.moc"
