// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/advicepanel.h"

#include "advice/solve.h"
#include "format.h"
#include "language.h"
#include "memory/device.h"
#include "window/spacing.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace plimsoll::ui {

namespace {

using namespace std::chrono_literals;

constexpr auto restBeforeWork = 250ms;

const DeviceVerdict* smallestThatFits(const std::vector<DeviceVerdict>& devices)
{
    const DeviceVerdict* smallest = nullptr;
    for (const DeviceVerdict& verdict : devices)
        if (verdict.verdict != Verdict::Oom && (!smallest || verdict.device.usable < smallest->device.usable))
            smallest = &verdict;
    return smallest;
}

std::vector<Device> devicesOf(const Estimate& estimate)
{
    std::vector<Device> devices;
    for (const DeviceVerdict& verdict : estimate.devices)
        devices.push_back(verdict.device);
    return devices;
}

} // namespace

AdvicePanel::AdvicePanel(QWidget* parent)
    : QWidget(parent),
      m_largestScenarios(fieldsToMaximize().size()),
      m_list(new QTreeWidget),
      m_apply(new QPushButton(tr("&Apply"))),
      m_smallest(new QLabel),
      m_device(new QComboBox),
      m_state(new QLabel)
{
    layOut();
    m_working.setSingleShot(true);
    connect(&m_working, &QTimer::timeout, this, &AdvicePanel::work);
    connect(m_list, &QTreeWidget::itemActivated, this, &AdvicePanel::applyChosen);
    connect(m_list, &QTreeWidget::currentItemChanged, m_apply,
            [this](const QTreeWidgetItem* item) { m_apply->setEnabled(item); });
    connect(m_apply, &QPushButton::clicked, this, &AdvicePanel::applyChosen);
    connect(m_device, &QComboBox::activated, this, &AdvicePanel::restart);
}

void AdvicePanel::layOut()
{
    m_list->setAccessibleName(tr("Changes that save memory"));
    m_list->setHeaderLabels({tr("Change and what it costs"), tr("Fits then")});
    m_list->setRootIsDecorated(false);
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setMinimumWidth(40 * fontMetrics().averageCharWidth());
    m_list->setAlternatingRowColors(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_apply->setEnabled(false);
    m_smallest->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_smallest->setWordWrap(true);
    m_state->setWordWrap(true);
    m_device->setAccessibleName(tr("Device for the largest that fits"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);

    auto* form = new QFormLayout;
    form->addRow(tr("Smallest device:"), m_smallest);
    form->addRow(tr("Largest that fits on"), m_device);
    for (std::size_t field = 0; field < fieldsToMaximize().size(); ++field) {
        auto* button = new QPushButton;
        button->setToolTip(tr("Goes there"));
        m_largest.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, field] {
            if (m_largestScenarios[field])
                emit scenarioChosen(*m_largestScenarios[field], m_largest[field]->text());
        });
        form->addRow(button);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing, spacing, spacing, spacing);
    column->setSpacing(spacing);
    column->addWidget(m_state);
    column->addWidget(m_list, 1);
    column->addWidget(m_apply);
    column->addLayout(form);
    forgetLargest();
}

void AdvicePanel::setEstimate(const Estimate& estimate)
{
    m_estimate = estimate;
    showDevices();
    restart();
}

void AdvicePanel::setUnit(ByteUnit unit)
{
    m_unit = unit;
    if (m_isComplete)
        showAdvice();
}

void AdvicePanel::showDevices()
{
    std::vector<Device> devices = devicesOf(*m_estimate);
    std::ranges::stable_sort(devices, {}, &Device::usable);
    const QString chosen = m_device->currentData().toString();
    m_device->clear();
    for (const Device& device : devices)
        m_device->addItem(toQString(shortName(device)), toQString(device.id));
    const int index = m_device->findData(chosen);
    m_device->setCurrentIndex(index >= 0 ? index : m_device->count() - 1);
}

void AdvicePanel::restart()
{
    m_isComplete = false;
    m_tasks.clear();
    m_working.stop();
    if (m_estimate && isVisible())
        m_working.start(restBeforeWork);
}

// A task at a time: the window stays live between two of them.
void AdvicePanel::work()
{
    if (m_tasks.empty()) {
        m_advice.clear();
        m_changes = singleChanges(m_estimate->scenario);
        forgetLargest();
        for (std::size_t field = fieldsToMaximize().size(); field-- > 0;)
            m_tasks.emplace_back([this, field] { findLargest(field); });
        m_tasks.emplace_back([this] { findSmallestDevice(); });
        for (auto change = m_changes.rbegin(); change != m_changes.rend(); ++change)
            m_tasks.emplace_back([this, &change = *change] { tryChange(change); });
    }
    const std::function<void()> task = std::move(m_tasks.back());
    m_tasks.pop_back();
    task();
    m_isComplete = m_tasks.empty();
    if (m_isComplete)
        showAdvice();
    else
        m_working.start(0ms);
}

void AdvicePanel::tryChange(const Change& change)
{
    Result<Estimate> changed = estimate(change.scenario, devicesOf(*m_estimate));
    if (changed && changed->total < m_estimate->total)
        m_advice.push_back({change, m_estimate->total, changed->total, std::move(changed->devices)});
    const auto tried = static_cast<int>(&change - m_changes.data() + 1);
    m_state->setText(tr("Trying changes: %1 of %2").arg(tried).arg(m_changes.size()));
}

void AdvicePanel::findSmallestDevice()
{
    const Result<Estimate> everywhere = estimate(m_estimate->scenario, deviceCatalog());
    const DeviceVerdict* smallest = everywhere ? smallestThatFits(everywhere->devices) : nullptr;
    m_smallest->setText(smallest ? toQString(shortName(smallest->device)) : tr("none of the catalog"));
}

void AdvicePanel::findLargest(std::size_t field)
{
    static constexpr const char* texts[] = {QT_TR_NOOP("Batch: %1"), QT_TR_NOOP("Sequence length: %1")};
    const std::string id = m_device->currentData().toString().toStdString();
    const std::vector<Device> devices = devicesOf(*m_estimate);
    const auto device = std::ranges::find(devices, id, &Device::id);
    if (device == devices.end())
        return;
    const Result<Solution> found = solve(m_estimate->scenario, *device, fieldsToMaximize()[field]);
    if (!found)
        return;
    const bool fits = found->value > 0;
    m_largest[field]->setText(
        tr(texts[field]).arg(fits ? figures(toQString(formatCount(found->value))) : tr("not even 1 fits")));
    m_largest[field]->setEnabled(fits);
    if (fits)
        m_largestScenarios[field] = found->estimate.scenario;
}

void AdvicePanel::forgetLargest()
{
    for (std::size_t field = 0; field < m_largest.size(); ++field) {
        m_largest[field]->setText(QStringLiteral("…"));
        m_largest[field]->setEnabled(false);
        m_largestScenarios[field].reset();
    }
    m_smallest->setText(QStringLiteral("…"));
}

void AdvicePanel::showAdvice()
{
    rank(m_advice);
    m_list->clear();
    for (const Advice& each : m_advice) {
        auto* item = new QTreeWidgetItem(m_list);
        const DeviceVerdict* fitting = smallestThatFits(each.devices);
        item->setText(0, shown(each.change.label) + u'\n' + shown(each.change.cost));
        item->setText(1,
                      figures(toQString(formatDifference(each.after - each.before, m_unit))) + u'\n'
                          + (fitting ? toQString(shortName(fitting->device)) : tr("fits no tier")));
        item->setToolTip(0, toQString(each.change.path));
        item->setToolTip(1, tr("%1 instead of %2").arg(exactText(each.after, m_unit), exactText(each.before, m_unit)));
    }
    m_list->doItemsLayout();
    m_state->setText(m_advice.empty() ? tr("No single change makes it smaller.")
                                      : tr("%1 changes save memory here; the most first.").arg(m_advice.size()));
    m_apply->setEnabled(false);
}

void AdvicePanel::applyChosen()
{
    const int index = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (index < 0 || !m_isComplete)
        return;
    const Change change = m_advice[static_cast<std::size_t>(index)].change;
    emit scenarioChosen(change.scenario, shown(change.label));
}

QString AdvicePanel::smallestDevice() const
{
    return m_smallest->text();
}

void AdvicePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_isComplete)
        restart();
}

QSize AdvicePanel::sizeHint() const
{
    return {46 * fontMetrics().averageCharWidth(), 500};
}

// Texts wrap: rows are as high as the width asks for.
void AdvicePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_list->doItemsLayout();
}

void AdvicePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_tasks.clear();
    m_working.stop();
}

} // namespace plimsoll::ui
