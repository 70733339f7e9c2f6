// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/viewtabs.h"

#include "advice/stops.h"
#include "chart/chartview.h"
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
      m_sweepLever(new QComboBox),
      m_mapDevice(new QComboBox)
{
    setDocumentMode(true);
    m_sweepLever->setAccessibleName(tr("Lever of the sweep"));
    m_sweepLever->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_sweepLever, &QComboBox::activated, this, [this] {
        ViewChoices choices = m_input.choices;
        choices.lever = m_sweepLever->currentData().toString().toStdString();
        choose(choices);
    });
    m_mapDevice->setAccessibleName(tr("Card of the map"));
    m_mapDevice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_mapDevice, &QComboBox::activated, this, [this] {
        ViewChoices choices = m_input.choices;
        choices.device = m_mapDevice->currentData().toString().toStdString();
        choose(choices);
    });
    for (const ViewInfo& view : views())
        addView(view);
    connect(this, &QTabWidget::currentChanged, this, &ViewTabs::tell);
}

void ViewTabs::addView(const ViewInfo& view)
{
    auto* chart = new ChartView(view.make(), translated(view.title));
    m_views[static_cast<std::size_t>(view.id)] = chart;
    connect(chart, &ChartView::partSelected, this, &ViewTabs::partSelected);
    connect(chart, &ChartView::scenarioChosen, this,
            [this, &view](const Scenario& scenario) { emit scenarioChosen(scenario, translated(view.title)); });
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (QWidget* choosers = choosersOf(view.id))
        column->addWidget(choosers);
    column->addWidget(chart, 1);
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
    m_mapDevice->setCurrentIndex(std::max(0, m_mapDevice->findData(QString::fromStdString(m_input.choices.device))));
}

// Those that move anything here; the chosen one stays.
void ViewTabs::listLevers(const Estimate& estimate)
{
    QStringList paths;
    for (const StopLever& lever : stopLevers())
        if (hasEffect(lever, estimate.scenario) || lever.path == m_input.choices.lever)
            paths << toQString(lever.path);
    if (paths == m_listedLevers)
        return;
    m_listedLevers = paths;
    m_sweepLever->clear();
    for (const QString& path : paths)
        m_sweepLever->addItem(shown(findStopLever(path.toStdString())->label), path);
    m_sweepLever->setCurrentIndex(m_sweepLever->findData(QString::fromStdString(m_input.choices.lever)));
}

void ViewTabs::choose(const ViewChoices& choices)
{
    if (choices == m_input.choices)
        return;
    m_input.choices = choices;
    change();
}

void ViewTabs::setEstimate(const Estimate& estimate)
{
    listDevices(estimate);
    listLevers(estimate);
    m_input.estimate = estimate;
    m_hasEstimate = true;
    change();
}

void ViewTabs::setUnit(ByteUnit unit)
{
    m_input.unit = unit;
    change();
}

void ViewTabs::setPins(const std::vector<PinnedScenario>& pinned)
{
    ViewChoices choices = m_input.choices;
    choices.pinned = pinned;
    choose(choices);
}

void ViewTabs::change()
{
    m_isBehind.fill(true);
    tell();
}

void ViewTabs::tell()
{
    const auto current = static_cast<std::size_t>(currentIndex());
    if (!m_hasEstimate || !m_isBehind[current])
        return;
    m_isBehind[current] = false;
    m_views[current]->setInput(m_input);
}

void ViewTabs::setTheme(Theme theme)
{
    for (ChartView* view : m_views)
        view->setTheme(theme);
}

void ViewTabs::setSelected(std::optional<Part> part)
{
    for (ChartView* view : m_views)
        view->setSelected(part);
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
