// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/advicepanel.h"

#include "advice/goals.h"
#include "format.h"
#include "language.h"
#include "memory/device.h"
#include "window/advicedelegate.h"
#include "window/spacing.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace plimsoll::ui {

namespace {

using namespace std::chrono_literals;

constexpr auto restBeforeWork = 250ms;

enum Column { What, Apply, ColumnCount };

constexpr int usualWidth = 46; // in characters
constexpr int leastWidth = 28;

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

// "checkpointing: full and loss: chunked", part by part.
QString labelOf(const Change& change)
{
    QStringList changes;
    for (const QString& each : toQString(change.label).split(QStringLiteral(" and "))) {
        QStringList parts;
        for (const QString& part : each.split(QStringLiteral(": ")))
            parts << shown(part);
        changes << parts.join(QStringLiteral(": "));
    }
    return changes.join(QCoreApplication::translate("AdvicePanel", " and "));
}

QString costOf(const Change& change)
{
    const QString whole = shown(change.cost);
    if (whole != toQString(change.cost))
        return whole;
    QStringList costs;
    for (const QString& each : toQString(change.cost).split(QStringLiteral("; ")))
        costs << shown(each);
    return costs.join(QStringLiteral("; "));
}

} // namespace

AdvicePanel::AdvicePanel(QWidget* parent)
    : QWidget(parent),
      m_goalScenarios(goals().size()),
      m_list(new QTreeWidget),
      m_smallest(new QLabel),
      m_device(new QComboBox),
      m_state(new QLabel)
{
    layOut();
    m_working.setSingleShot(true);
    connect(&m_working, &QTimer::timeout, this, &AdvicePanel::work);
    connect(m_list, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { apply(m_list->indexOfTopLevelItem(item)); });
    connect(m_device, &QComboBox::activated, this, &AdvicePanel::restart);
}

void AdvicePanel::prepareList()
{
    m_list->setAccessibleName(tr("Changes that save memory"));
    m_list->setColumnCount(ColumnCount);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setItemDelegateForColumn(What, new AdviceDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setMinimumWidth(leastWidth * fontMetrics().averageCharWidth());
    m_list->setAlternatingRowColors(true);
    m_list->header()->setMinimumSectionSize(1);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(What, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(Apply, QHeaderView::Fixed);
    m_list->setColumnWidth(Apply, fontMetrics().height() + 3 * spacing);
    // Texts wrap: rows are as high as the width asks for.
    connect(m_list->header(), &QHeaderView::sectionResized, m_list, &QTreeWidget::doItemsLayout);
}

void AdvicePanel::addGoals(QFormLayout& form)
{
    form.addRow(tr("Smallest device:"), m_smallest);
    form.addRow(tr("On a card of"), m_device);
    for (std::size_t goal = 0; goal < goals().size(); ++goal) {
        auto* button = new QPushButton;
        m_goals.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, goal] {
            if (m_goalScenarios[goal])
                emit scenarioChosen(*m_goalScenarios[goal], m_goals[goal]->accessibleName());
        });
        form.addRow(shown(goals()[goal].name) + u':', button);
    }
}

void AdvicePanel::layOut()
{
    prepareList();
    m_smallest->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_smallest->setWordWrap(true);
    m_state->setWordWrap(true);
    m_device->setAccessibleName(tr("Card that the largest and the fewest are sought for"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addGoals(*form);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing, spacing, spacing, spacing);
    column->setSpacing(spacing);
    column->addWidget(m_state);
    column->addWidget(m_list, 1);
    column->addLayout(form);
    forgetGoals();
}

void AdvicePanel::setEstimate(const Estimate& estimate)
{
    m_estimate = estimate;
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
    m_isBegun = false;
    m_isComplete = false;
    m_working.stop();
    if (m_estimate && isVisible())
        m_working.start(restBeforeWork);
}

void AdvicePanel::begin()
{
    m_isBegun = true;
    showDevices();
    forgetGoals();
    m_tasks.clear();
    for (std::size_t goal = goals().size(); goal-- > 0;)
        m_tasks.emplace_back([this, goal] {
            reachGoal(goal);
            return false;
        });
    m_tasks.emplace_back([this] {
        findSmallestDevice();
        return false;
    });
    m_search = AdviceSearch(*m_estimate, devicesOf(*m_estimate));
    m_tasks.emplace_back([this] {
        const bool goesOn = m_search.advance();
        showProgress();
        return goesOn;
    });
}

// A piece at a time: the window stays live between two of them.
void AdvicePanel::work()
{
    if (!m_isBegun)
        begin();
    else if (!m_tasks.back()())
        m_tasks.pop_back();
    m_isComplete = m_tasks.empty();
    if (m_isComplete)
        showAdvice();
    else
        m_working.start(0ms);
}

void AdvicePanel::showProgress()
{
    m_state->setText(tr("Trying changes: %1 of %2").arg(m_search.tried()).arg(m_search.count()));
}

void AdvicePanel::findSmallestDevice()
{
    const Result<Estimate> everywhere = estimate(m_estimate->scenario, deviceCatalog());
    const DeviceVerdict* smallest = everywhere ? smallestThatFits(everywhere->devices) : nullptr;
    m_smallest->setText(smallest ? toQString(shortName(smallest->device)) : tr("none of the catalog"));
}

void AdvicePanel::reachGoal(std::size_t index)
{
    const std::string id = m_device->currentData().toString().toStdString();
    const std::vector<Device> devices = devicesOf(*m_estimate);
    const auto device = std::ranges::find(devices, id, &Device::id);
    if (device == devices.end())
        return;
    const Goal& goal = goals()[index];
    const Result<Goal::Reached> reached = goal.reach(m_estimate->scenario, *device);
    QPushButton& button = *m_goals[index];
    const bool isReached = reached && reached->scenario;
    button.setText(isReached ? figures(toQString(reached->value)) : shown(goal.unreachable));
    button.setEnabled(isReached);
    button.setAccessibleName(shown(goal.name) + QStringLiteral(": ") + button.text());
    button.setToolTip(isReached ? tr("Goes there") : QString());
    if (isReached)
        m_goalScenarios[index] = reached->scenario;
}

void AdvicePanel::forgetGoals()
{
    for (std::size_t goal = 0; goal < m_goals.size(); ++goal) {
        m_goals[goal]->setText(QStringLiteral("…"));
        m_goals[goal]->setEnabled(false);
        m_goals[goal]->setAccessibleName(shown(goals()[goal].name));
        m_goalScenarios[goal].reset();
    }
    m_smallest->setText(QStringLiteral("…"));
}

void AdvicePanel::showAdvice()
{
    m_listed = m_search.singles();
    m_listed.insert(m_listed.end(), m_search.pairs().begin(), m_search.pairs().end());
    m_list->clear();
    for (const Advice& each : m_listed)
        addItem(each);
    m_list->doItemsLayout();
    m_state->setText(m_listed.empty() ? tr("No single change makes it smaller.")
                                      : tr("Changes that save memory: %1; pairs: %2.")
                                            .arg(m_search.singles().size())
                                            .arg(m_search.pairs().size()));
}

void AdvicePanel::addItem(const Advice& advice)
{
    auto* item = new QTreeWidgetItem(m_list);
    const Change& change = advice.change;
    const DeviceVerdict* fitting = smallestThatFits(advice.devices);
    const QString label = labelOf(change);
    const QString saving = differenceText(advice.after - advice.before, m_unit);
    const QString cost = costOf(change);
    const QString fits = fitting ? tr("then fits %1").arg(toQString(shortName(fitting->device))) : tr("fits no tier");
    item->setData(What, AdviceDelegate::Label, label);
    item->setData(What, AdviceDelegate::Saving, saving);
    item->setData(What, AdviceDelegate::Cost, cost);
    item->setData(What, AdviceDelegate::Fits, fits);
    const QStringList texts = QStringList{label, saving, cost, fits}.filter(QRegularExpression(QStringLiteral(".")));
    item->setData(What, Qt::AccessibleTextRole, texts.join(QStringLiteral("; ")));
    QStringList levers;
    for (const std::string& lever : change.levers)
        levers << toQString(lever);
    QStringList tip{label};
    if (!cost.isEmpty())
        tip << cost;
    tip << tr("%1 instead of %2").arg(exactText(advice.after, m_unit), exactText(advice.before, m_unit))
        << tr("in the scenario file: %1").arg(levers.join(QStringLiteral(", ")));
    if (!change.source.empty())
        tip << tr("Source: %1").arg(shown(change.source));
    item->setToolTip(What, tip.join(u'\n'));
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setIcon(style()->standardIcon(QStyle::SP_DialogApplyButton));
    button->setToolTip(tr("Apply"));
    button->setAccessibleName(tr("Apply %1").arg(label));
    const int row = m_list->topLevelItemCount() - 1;
    connect(button, &QToolButton::clicked, this, [this, row] { apply(row); });
    m_list->setItemWidget(item, Apply, button);
}

void AdvicePanel::apply(int row)
{
    if (row < 0 || !m_isComplete)
        return;
    const Change change = m_listed[static_cast<std::size_t>(row)].change;
    emit scenarioChosen(change.scenario, labelOf(change));
}

QToolButton* AdvicePanel::applyButton(int row) const
{
    return qobject_cast<QToolButton*>(m_list->itemWidget(m_list->topLevelItem(row), Apply));
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
    return {usualWidth * fontMetrics().averageCharWidth(), 500};
}

void AdvicePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_isBegun = false;
    m_working.stop();
}

} // namespace plimsoll::ui
