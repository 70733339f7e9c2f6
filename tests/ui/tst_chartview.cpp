// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartview.h"
#include "chart/tiersdrawing.h"
#include "chart/views.h"
#include "support/sampleestimate.h"

#include <QAccessible>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>

namespace plimsoll::ui {

namespace {

const TiersDrawing& tiersOf(const ChartView& view)
{
    return static_cast<const TiersDrawing&>(view.drawing());
}

std::size_t barOf(const ChartView& view, const QString& id)
{
    const std::vector<TierBar>& bars = tiersOf(view).chart().bars;
    return static_cast<std::size_t>(std::ranges::find(bars, id, &TierBar::deviceId) - bars.begin());
}

std::size_t segmentOf(const ChartView& view, std::size_t bar, Part part)
{
    const std::vector<Segment>& segments = tiersOf(view).chart().bars[bar].segments;
    return static_cast<std::size_t>(std::ranges::find(segments, part, &Segment::part) - segments.begin());
}

QPoint middleOf(const ChartView& view, const QString& id, Part part)
{
    const std::size_t bar = barOf(view, id);
    return tiersOf(view).segmentRect(bar, segmentOf(view, bar, part)).center().toPoint();
}

// What is on the screen once queued repaints are done.
QImage pictureOf(QWidget& view)
{
    QCoreApplication::processEvents();
    return view.grab().toImage();
}

QColor pixelAt(QWidget& view, const QPoint& place)
{
    const QImage image = pictureOf(view);
    return image.pixelColor(place * image.devicePixelRatio());
}

} // namespace

class TestChartView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void segmentsHaveTheirColour_data();
    void segmentsHaveTheirColour();
    void excessIsHatched();
    void smallCardShowsOomInRed();
    void segmentsFollowOneAnother();
    void hoverGivesExactNumbers();
    void hoverBesideABarTellsOfTheDevice();
    void clickSelectsTheItem();
    void clickOnLegendSelectsItem();
    void selectionIsOutlinedInEveryBar();
    void keysMoveACursor();
    void descriptionHasEveryVerdict();
    void axisGrowsAtOnceAndShrinksLater();
    void unitChangesTheAxis();
    void manyTiersScrollWhereTheyFindNoRoom();
    void noTiersAreSaid();
    void narrowViewsDoNotFail_data();
    void narrowViewsDoNotFail();

private:
    std::unique_ptr<ChartView> m_view;
};

void TestChartView::init()
{
    m_view = std::make_unique<ChartView>(info(ViewId::Tiers).make(), QStringLiteral("Tiers"));
    m_view->resize(1000, 520);
    m_view->setEstimate(sample::workedExample());
    m_view->show();
    m_view->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestChartView::cleanup()
{
    QToolTip::hideText();
    m_view.reset();
}

void TestChartView::segmentsHaveTheirColour_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::addRow("light") << Theme::Light;
    QTest::addRow("dark") << Theme::Dark;
}

void TestChartView::segmentsHaveTheirColour()
{
    QFETCH(const Theme, theme);
    m_view->setTheme(theme);
    for (const LineItem item : {LineItem::Weights, LineItem::OptimizerStates, LineItem::Activations}) {
        const QPoint place = middleOf(*m_view, "h100-sxm5-80gb", item);
        QCOMPARE(pixelAt(*m_view, place), lineItemColor(item, theme));
    }
    QCOMPARE(pixelAt(*m_view, QPoint(2, 2)), colors(theme).surface);
}

// Stripes of the surface's colour over the activations' own.
void TestChartView::excessIsHatched()
{
    const std::size_t bar = barOf(*m_view, "l4");
    const QRectF rect = tiersOf(*m_view).segmentRect(bar, segmentOf(*m_view, bar, LineItem::Activations));
    const QImage image = pictureOf(*m_view);
    const int y = rect.center().toPoint().y();
    int own = 0;
    int surface = 0;
    for (int x = static_cast<int>(rect.center().x()); x < static_cast<int>(rect.right()) - 4; ++x) {
        own += image.pixelColor(x, y) == lineItemColor(LineItem::Activations, Theme::Light) ? 1 : 0;
        surface += image.pixelColor(x, y) == colors(Theme::Light).surface ? 1 : 0;
    }
    QVERIFY2(own >= 10 && surface >= 10, qPrintable(QStringLiteral("%1 %2").arg(own).arg(surface)));
}

void TestChartView::smallCardShowsOomInRed()
{
    const QImage image = pictureOf(*m_view);
    const auto redIn = [&](std::size_t bar) {
        const int y = tiersOf(*m_view).segmentRect(bar, 0).center().toPoint().y();
        int count = 0;
        for (int row = y - 10; row < y + 10; ++row) {
            for (int x = image.width() * 3 / 4; x < image.width(); ++x)
                count += image.pixelColor(x, row) == colors(Theme::Light).oom ? 1 : 0;
        }
        return count;
    };
    QVERIFY(redIn(barOf(*m_view, "l4")) > 50);
    QCOMPARE(redIn(barOf(*m_view, "h100-sxm5-80gb")), 0);
}

void TestChartView::segmentsFollowOneAnother()
{
    for (std::size_t bar = 0; bar < tiersOf(*m_view).chart().bars.size(); ++bar) {
        const std::size_t count = tiersOf(*m_view).chart().bars[bar].segments.size();
        for (std::size_t i = 0; i + 1 < count; ++i)
            QCOMPARE(tiersOf(*m_view).segmentRect(bar, i).right(), tiersOf(*m_view).segmentRect(bar, i + 1).left());
    }
}

void TestChartView::hoverGivesExactNumbers()
{
    QTest::mouseMove(m_view.get(), QPoint(3, 3));
    QTest::mouseMove(m_view.get(), middleOf(*m_view, "h100-sxm5-80gb", LineItem::OptimizerStates));
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY2(QToolTip::text().startsWith(
                 "optimizer states: 8,090,132,288 B (8.09 GB), 13 % of what is needed on H100 SXM5 80GB"),
             qPrintable(QToolTip::text()));
}

void TestChartView::hoverBesideABarTellsOfTheDevice()
{
    const QPoint name(40, middleOf(*m_view, "a100-sxm4-40gb", LineItem::Weights).y());
    const QString text = m_view->readout(name);
    QVERIFY(text.contains("Too big for A100 SXM4 40GB by 18.5 GB."));
    QVERIFY(text.contains("Usable: 42,482,008,064 B (42.5 GB)"));
}

void TestChartView::clickSelectsTheItem()
{
    QSignalSpy items(m_view.get(), &ChartView::partSelected);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, middleOf(*m_view, "h200-sxm", LineItem::Activations));
    QCOMPARE(items.size(), 1);
    QVERIFY(items.front().front().value<Part>() == Part(LineItem::Activations));
    QVERIFY(m_view->selected() == std::optional<Part>(LineItem::Activations));

    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, QPoint(40, middleOf(*m_view, "l4", LineItem::Weights).y()));
    QCOMPARE(items.size(), 1);
}

void TestChartView::clickOnLegendSelectsItem()
{
    QSignalSpy items(m_view.get(), &ChartView::partSelected);
    for (int y = m_view->height() - 1; y > 0 && items.isEmpty(); y -= 4)
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, QPoint(40, y));
    QCOMPARE(items.size(), 1);
}

void TestChartView::selectionIsOutlinedInEveryBar()
{
    const std::size_t bar = barOf(*m_view, "h200-sxm");
    const QRectF rect = tiersOf(*m_view).segmentRect(bar, segmentOf(*m_view, bar, LineItem::Activations));
    const QPoint edge(rect.center().toPoint().x(), static_cast<int>(rect.top()) - 1);
    QVERIFY(pixelAt(*m_view, edge) != colors(Theme::Light).cursor);
    m_view->setSelected(LineItem::Activations);
    QCOMPARE(pixelAt(*m_view, edge), colors(Theme::Light).cursor);
    m_view->setSelected(std::nullopt);
    QVERIFY(pixelAt(*m_view, edge) != colors(Theme::Light).cursor);
}

void TestChartView::keysMoveACursor()
{
    m_view->setFocus();
    QSignalSpy items(m_view.get(), &ChartView::partSelected);
    QTest::keyClick(m_view.get(), Qt::Key_Right); // onto the smallest tier that fits, at its weights
    QVERIFY(items.back().front().value<Part>() == Part(LineItem::Weights));
    QVERIFY(
        m_view->description().startsWith("weights: 4,045,066,144 B (4.05 GB), 7 % of what is needed on My card 64GB"));
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QVERIFY(items.back().front().value<Part>() == Part(LineItem::OptimizerStates));
    QTest::keyClick(m_view.get(), Qt::Key_Up);
    QVERIFY(m_view->description().contains("A100 SXM4 40GB"));
    QTest::keyClick(m_view.get(), Qt::Key_End); // context
    QVERIFY(m_view->selected() == std::optional<Part>(Overhead::Context));
    QVERIFY(m_view->description().startsWith("context: "));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->description().startsWith("Too big for L4 24GB"));
}

void TestChartView::descriptionHasEveryVerdict()
{
    QCOMPARE(m_view->accessibleDescription(),
             QStringLiteral("Too big for L4 24GB by 37.2 GB. Too big for A100 SXM4 40GB by 18.5 GB. Fits My card 64GB "
                            "(95 %, tight). Fits H100 SXM5 80GB (72 %). Fits A100 SXM4 80GB (72 %). Fits H200 SXM "
                            "141GB (41 %)."));
    const QAccessibleInterface* access = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(access);
    QCOMPARE(access->text(QAccessible::Name), QStringLiteral("Tiers"));
    QCOMPARE(access->text(QAccessible::Description), m_view->accessibleDescription());
    QCOMPARE(access->role(), QAccessible::Chart);
    m_view->setEstimate(sample::checkpointed());
    QVERIFY(m_view->accessibleDescription().startsWith("Fits L4 24GB (89 %)."));
}

void TestChartView::axisGrowsAtOnceAndShrinksLater()
{
    const double usual = tiersOf(*m_view).axisEnd();
    QVERIFY(usual >= 150.1);
    m_view->setEstimate(sample::withActivations(sample::workedExample(), 6));
    QVERIFY(tiersOf(*m_view).axisEnd() > usual);
    const double longer = tiersOf(*m_view).axisEnd();
    m_view->setEstimate(sample::workedExample());
    QCOMPARE(tiersOf(*m_view).axisEnd(), longer);
    QTRY_COMPARE_WITH_TIMEOUT(tiersOf(*m_view).axisEnd(), usual, 3000);
}

void TestChartView::unitChangesTheAxis()
{
    QCOMPARE(tiersOf(*m_view).axisEnd(), 160.0);
    m_view->setUnit(ByteUnit::GiB);
    QCOMPARE(tiersOf(*m_view).axisEnd(), 140.0);
    QCOMPARE(tiersOf(*m_view).chart().bars.front().label, QStringLiteral("+34.7 GiB OOM"));
}

void TestChartView::manyTiersScrollWhereTheyFindNoRoom()
{
    m_view->setEstimate(sample::on(sample::workedExample(), sample::manyDevices()));
    m_view->resize(800, 600);
    QCOMPARE(tiersOf(*m_view).scroll().visible, 24);
    auto* scrollBar = m_view->findChild<QScrollBar*>();
    QVERIFY(scrollBar->isHidden());
    m_view->resize(480, 300);
    QVERIFY(tiersOf(*m_view).scroll().visible < 24);
    QVERIFY(scrollBar->isVisible());
    QVERIFY(tiersOf(*m_view).segmentRect(23, 0).isEmpty());
    m_view->setFocus();
    for (int i = 0; i < 24; ++i)
        QTest::keyClick(m_view.get(), Qt::Key_Down);
    QCOMPARE(tiersOf(*m_view).scroll().first + tiersOf(*m_view).scroll().visible, 24);
    QVERIFY(!tiersOf(*m_view).segmentRect(23, 0).isEmpty());
}

void TestChartView::noTiersAreSaid()
{
    m_view->setEstimate(sample::on(sample::workedExample(), {}));
    QCOMPARE(m_view->description(), QStringLiteral("No tiers are shown."));
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QVERIFY(m_view->readout(QPointF(100, 100)).isEmpty());
    QVERIFY(!m_view->grab().isNull());
}

void TestChartView::narrowViewsDoNotFail_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(320, 200), QSize(60, 40), QSize(1, 1), QSize(3840, 2160), QSize(2000, 90)})
        QTest::addRow("%d x %d", size.width(), size.height()) << size;
}

void TestChartView::narrowViewsDoNotFail()
{
    QFETCH(const QSize, size);
    m_view->setEstimate(sample::withActivations(sample::on(sample::workedExample(), sample::manyDevices()), 300));
    m_view->setMinimumSize(1, 1);
    m_view->resize(size);
    QVERIFY(!m_view->grab().isNull());
    QVERIFY(tiersOf(*m_view).scroll().visible >= 1);
}

} // namespace plimsoll::ui

QTEST_MAIN(plimsoll::ui::TestChartView)
#include "tst_chartview.moc"
