// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/devicepicker.h"

#include "base/format.h"
#include "format.h"
#include "language.h"
#include "window/quantityfield.h"
#include "window/spacing.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr int knownIndexRole = Qt::UserRole;
constexpr double defaultOwnSize = 24.0 * 1024 * 1024 * 1024;

QString capitalized(const std::string& word)
{
    QString text = shown(word);
    if (!text.isEmpty())
        text.front() = text.front().toUpper();
    return text;
}

template <class Action>
void forEachEntry(const QTreeWidget& tree, Action action)
{
    for (int group = 0; group < tree.topLevelItemCount(); ++group)
        for (int child = 0; child < tree.topLevelItem(group)->childCount(); ++child)
            action(*tree.topLevelItem(group)->child(child));
}

Device ownCard(double usable)
{
    Device device;
    const QString size = quantityText(usable, Quantity::Bytes);
    device.id = "my-card-" + QString(size).remove(u' ').remove(u',').toLower().toStdString();
    device.name = DevicePicker::tr("My card, %1").arg(size).toStdString();
    device.usable = Bytes(static_cast<std::int64_t>(usable));
    device.usableSource = DevicePicker::tr("given by you").toStdString();
    return device;
}

} // namespace

DevicePicker::DevicePicker(QWidget* parent)
    : QWidget(parent),
      m_known(deviceCatalog()),
      m_search(new QLineEdit(this)),
      m_tree(new QTreeWidget(this)),
      m_ownSize(new QuantityField(Quantity::Bytes, 1e6, 1e15, this)),
      m_addOwn(new QPushButton(tr("Add"), this))
{
    setMinimumWidth(300);
    m_search->setPlaceholderText(tr("Search cards"));
    m_search->setAccessibleName(tr("Search cards"));
    m_search->setClearButtonEnabled(true);
    m_tree->setIndentation(2 * spacing);
    m_tree->setTextElideMode(Qt::ElideMiddle); // cards of a kind differ at the end
    m_tree->setAccessibleName(tr("Cards"));
    m_tree->setHeaderLabels({tr("Card"), tr("Usable")});
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(false);
    m_ownSize->setAccessibleName(tr("Usable memory of my card"));
    m_ownSize->setValue(defaultOwnSize);
    m_addOwn->setAccessibleName(tr("Add my card"));
    auto* defaults = new QPushButton(tr("Default tiers"), this);
    auto* ownLabel = new QLabel(tr("My card has"), this);
    auto* problem = new QLabel(this);
    problem->setWordWrap(true);
    problem->hide();

    auto* own = new QHBoxLayout;
    own->addWidget(ownLabel);
    own->addWidget(m_ownSize, 1);
    own->addWidget(m_addOwn);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing, spacing, spacing, spacing);
    column->addWidget(m_search);
    column->addWidget(m_tree, 1);
    column->addLayout(own);
    column->addWidget(problem);
    column->addWidget(defaults);
    fill();

    connect(m_search, &QLineEdit::textChanged, this, &DevicePicker::filter);
    connect(m_tree, &QTreeWidget::itemChanged, this, [this] { emit devicesChosen(devices()); });
    connect(defaults, &QPushButton::clicked, this, [this] { emit devicesChosen(defaultTiers()); });
    connect(m_addOwn, &QPushButton::clicked, this, &DevicePicker::addOwnCard);
    connect(m_ownSize, &QuantityField::stepped, this, [this](int steps) {
        m_ownSize->setValue(std::max(1.0, m_ownSize->value() + steps * static_cast<double>(gib)));
    });
    connect(m_ownSize, &QuantityField::valueTyped, problem, &QWidget::hide);
    connect(m_ownSize, &QuantityField::refused, problem, [problem](const QString& reason) {
        problem->setText(reason);
        problem->show();
    });
}

void DevicePicker::fill()
{
    for (const Device& device : m_known)
        addEntry(device);
    m_tree->expandAll();
}

QTreeWidgetItem* DevicePicker::classItem(const QString& name)
{
    const QList<QTreeWidgetItem*> found = m_tree->findItems(name, Qt::MatchExactly);
    if (!found.isEmpty())
        return found.front();
    auto* item = new QTreeWidgetItem(m_tree, {name});
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setFirstColumnSpanned(true);
    item->setExpanded(true);
    return item;
}

// The device is one of m_known.
void DevicePicker::addEntry(const Device& device)
{
    const QString group = device.tierClass.empty() ? tr("My cards") : capitalized(device.tierClass);
    auto* item = new QTreeWidgetItem(classItem(group));
    item->setText(0, toQString(shortName(device)));
    item->setText(1, figures(toQString(formatBytes(device.usable))));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, shown(device.name));
    item->setToolTip(1, shown(device.usableSource));
    item->setData(0, knownIndexRole, static_cast<int>(&device - m_known.data()));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(0, Qt::Unchecked);
}

QTreeWidgetItem* DevicePicker::entryOf(const Device& device) const
{
    QTreeWidgetItem* found = nullptr;
    forEachEntry(*m_tree, [&](QTreeWidgetItem& item) {
        if (m_known[static_cast<std::size_t>(item.data(0, knownIndexRole).toInt())].id == device.id)
            found = &item;
    });
    return found;
}

void DevicePicker::setDevices(const std::vector<Device>& chosen)
{
    if (chosen == m_chosen)
        return;
    m_chosen = chosen;
    const QSignalBlocker blocker(m_tree);
    for (const Device& device : chosen)
        if (!entryOf(device)) {
            m_known.push_back(device);
            addEntry(m_known.back());
        }
    forEachEntry(*m_tree, [&](QTreeWidgetItem& item) {
        const Device& device = m_known[static_cast<std::size_t>(item.data(0, knownIndexRole).toInt())];
        const bool isChosen = std::ranges::find(chosen, device.id, &Device::id) != chosen.end();
        item.setCheckState(0, isChosen ? Qt::Checked : Qt::Unchecked);
    });
}

std::vector<Device> DevicePicker::devices() const
{
    std::vector<Device> chosen;
    forEachEntry(*m_tree, [&](QTreeWidgetItem& item) {
        if (item.checkState(0) == Qt::Checked)
            chosen.push_back(m_known[static_cast<std::size_t>(item.data(0, knownIndexRole).toInt())]);
    });
    std::ranges::stable_sort(chosen, {}, &Device::usable);
    return chosen;
}

void DevicePicker::addOwnCard()
{
    std::vector<Device> chosen = devices();
    const Device own = ownCard(m_ownSize->value());
    if (std::ranges::find(chosen, own.id, &Device::id) != chosen.end())
        return;
    chosen.insert(std::ranges::upper_bound(chosen, own.usable, {}, &Device::usable), own);
    emit devicesChosen(chosen);
}

void DevicePicker::filter(const QString& search)
{
    for (int group = 0; group < m_tree->topLevelItemCount(); ++group) {
        QTreeWidgetItem& item = *m_tree->topLevelItem(group);
        bool anyShown = false;
        for (int child = 0; child < item.childCount(); ++child) {
            const bool matches = item.child(child)->text(0).contains(search, Qt::CaseInsensitive)
                || item.text(0).contains(search, Qt::CaseInsensitive);
            item.child(child)->setHidden(!matches);
            anyShown |= matches;
        }
        item.setHidden(!anyShown);
    }
}

} // namespace plimsoll::ui
