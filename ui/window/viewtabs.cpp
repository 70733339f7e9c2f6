// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/viewtabs.h"

#include "advice/sweep.h"
#include "chart/chartview.h"
#include "chart/drawingview.h"
#include "format.h"
#include "language.h"
#include "window/spacing.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace plimsoll::ui {

namespace {

QString translated(const char* english)
{
    return QCoreApplication::translate("Views", english);
}

} // namespace

ViewTabs::ViewTabs(QWidget* parent)
    : QTabWidget(parent),
      m_tiers(new ChartView),
      m_sweepLever(new QComboBox),
      m_mapDevice(new QComboBox)
{
    setDocumentMode(true);
    for (const SweepLever& lever : sweepLevers())
        m_sweepLever->addItem(shown(lever.label), toQString(lever.path));
    m_sweepLever->setAccessibleName(tr("Lever of the sweep"));
    connect(m_sweepLever, &QComboBox::currentIndexChanged, this, [this] {
        ViewChoices choices = m_choices;
        choices.lever = m_sweepLever->currentData().toString().toStdString();
        choose(choices);
    });
    m_mapDevice->setAccessibleName(tr("Card of the map"));
    m_mapDevice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_mapDevice, &QComboBox::activated, this, [this] {
        ViewChoices choices = m_choices;
        choices.device = m_mapDevice->currentData().toString().toStdString();
        choose(choices);
    });
    for (const ViewInfo& view : views())
        addDrawing(view);
    connect(m_tiers, &ChartView::lineItemSelected, this, &ViewTabs::lineItemSelected);
}

void ViewTabs::addDrawing(const ViewInfo& view)
{
    QWidget* page = m_tiers;
    if (view.make) {
        auto* drawing = new DrawingView(view.make(), translated(view.title));
        m_drawings[static_cast<std::size_t>(view.id)] = drawing;
        connect(drawing, &DrawingView::lineItemSelected, this, &ViewTabs::lineItemSelected);
        connect(drawing, &DrawingView::scenarioChosen, this,
                [this, &view](const Scenario& scenario) { emit scenarioChosen(scenario, translated(view.title)); });
        page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        if (QWidget* choosers = choosersOf(view.id))
            column->addWidget(choosers);
        column->addWidget(drawing, 1);
    }
    const int index = addTab(page, translated(view.title));
    setTabToolTip(index, translated(view.meaning));
}

QWidget* ViewTabs::choosersOf(ViewId view)
{
    QComboBox* chooser = view == ViewId::Sweep ? m_sweepLever : view == ViewId::Map ? m_mapDevice : nullptr;
    if (!chooser)
        return nullptr;
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(spacing, spacing / 2, spacing, spacing / 2);
    auto* label = new QLabel(view == ViewId::Sweep ? tr("Along") : tr("On"));
    label->setBuddy(chooser);
    row->addWidget(label);
    row->addWidget(chooser);
    row->addStretch();
    return bar;
}

// The tiers shown, and first that the map chooses by itself.
void ViewTabs::listDevices(const Estimate& estimate)
{
    std::vector<Device> devices;
    for (const DeviceVerdict& verdict : estimate.devices)
        devices.push_back(verdict.device);
    std::ranges::stable_sort(devices, {}, &Device::usable);
    QStringList ids{QString()};
    for (const Device& device : devices)
        ids << toQString(device.id);
    QStringList listed;
    for (int i = 0; i < m_mapDevice->count(); ++i)
        listed << m_mapDevice->itemData(i).toString();
    if (ids == listed)
        return;
    m_mapDevice->clear();
    m_mapDevice->addItem(tr("the smallest that fits"), QString());
    for (const Device& device : devices)
        m_mapDevice->addItem(toQString(shortName(device)), toQString(device.id));
    m_mapDevice->setCurrentIndex(std::max(0, m_mapDevice->findData(QString::fromStdString(m_choices.device))));
}

void ViewTabs::choose(const ViewChoices& choices)
{
    m_choices = choices;
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setChoices(choices);
}

void ViewTabs::setEstimate(const Estimate& estimate)
{
    listDevices(estimate);
    m_tiers->setEstimate(estimate);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setEstimate(estimate);
}

void ViewTabs::setUnit(ByteUnit unit)
{
    m_tiers->setUnit(unit);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setUnit(unit);
}

void ViewTabs::setPins(const std::vector<PinnedScenario>& pinned, const std::optional<Estimate>& baseline)
{
    m_tiers->setBaseline(baseline);
    ViewChoices choices = m_choices;
    choices.pinned = pinned;
    choose(choices);
}

void ViewTabs::setTheme(Theme theme)
{
    m_tiers->setTheme(theme);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setTheme(theme);
}

void ViewTabs::setSelected(std::optional<LineItem> item)
{
    m_tiers->setSelected(item);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setSelected(item);
}

void ViewTabs::showView(ViewId view)
{
    setCurrentIndex(static_cast<int>(view));
}

ViewId ViewTabs::current() const
{
    return static_cast<ViewId>(currentIndex());
}

} // namespace plimsoll::ui
