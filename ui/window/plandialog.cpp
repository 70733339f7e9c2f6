// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/plandialog.h"

#include "format.h"
#include "interchange/planreport.h"
#include "language.h"
#include "window/session.h"
#include "window/spacing.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr std::size_t mostLayouts = 100;
constexpr int layoutRole = Qt::UserRole + 1; // which of the plan's layouts a row shows
constexpr int leastOfServer = 8;

// "DDP × 8", "full", "84.2 GB"
QString cellText(const std::string& english)
{
    const QString text = shown(english);
    return text == toQString(english) ? figures(text) : text;
}

// A cell that sorts by its number, whatever it reads.
class Cell : public QTableWidgetItem
{
public:
    Cell(const LayoutCell& cell, int layout)
        : QTableWidgetItem(cellText(cell.text))
    {
        setData(Qt::UserRole, cell.order);
        setData(layoutRole, layout);
        setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
        setTextAlignment((cell.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    bool operator<(const QTableWidgetItem& other) const override
    {
        return data(Qt::UserRole).toDouble() < other.data(Qt::UserRole).toDouble();
    }
};

QSpinBox* countField(QWidget* parent, std::int64_t value, const QString& name)
{
    auto* field = new QSpinBox(parent);
    field->setRange(1, 1 << 20);
    field->setGroupSeparatorShown(true);
    field->setValue(static_cast<int>(std::min<std::int64_t>(value, 1 << 20)));
    field->setAccessibleName(name);
    return field;
}

std::int64_t usualGpus(const Session& session)
{
    const std::int64_t gpus = session.document().scenario.parallelism.gpus;
    return gpus > 1 ? gpus : leastOfServer;
}

} // namespace

PlanDialog::PlanDialog(Session& session, ByteUnit unit, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_unit(unit),
      m_gpus(countField(this, usualGpus(session), tr("GPUs"))),
      m_globalBatch(
          countField(this, globalBatchOf(session.document().scenario, usualGpus(session)), tr("Sequences of a step"))),
      m_device(new QComboBox(this)),
      m_search(new QPushButton(this)),
      m_use(new QPushButton(tr("&Use this layout"), this)),
      m_summary(new QLabel(this)),
      m_table(new QTableWidget(this))
{
    setWindowTitle(tr("Layouts over several GPUs"));
    fillDevices();
    layOut();
    connect(m_search, &QPushButton::clicked, this, &PlanDialog::searchOrStop);
    connect(m_table, &QTableWidget::cellActivated, this, &PlanDialog::apply);
    connect(m_use, &QPushButton::clicked, this, [this] { apply(m_table->currentRow()); });
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
            [this] { m_use->setEnabled(m_table->currentRow() >= 0); });
}

PlanDialog::~PlanDialog()
{
    join();
}

void PlanDialog::layOut()
{
    m_search->setText(tr("&Search"));
    m_search->setDefault(true);
    m_summary->setWordWrap(true);
    m_summary->setText(tr("Ways to split layers, stages and data, with micro-batches and checkpointing, that fit each "
                          "GPU. Fastest first."));
    m_summary->setToolTip(shown(layoutCostMethod));
    QStringList titles;
    for (const std::string& title : layoutColumns())
        titles.push_back(shown(title));
    m_table->setColumnCount(static_cast<int>(titles.size()));
    m_table->setHorizontalHeaderLabels(titles);
    hideUnusedColumns();
    m_table->setAccessibleName(tr("Layouts that fit"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() + 2 * spacing);
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setAlternatingRowColors(true);
    m_table->horizontalHeader()->setToolTip(shown(layoutCostMethod));

    auto* form = new QFormLayout;
    form->addRow(tr("&GPUs"), m_gpus);
    form->addRow(tr("&Each"), m_device);
    form->addRow(tr("Sequences of a s&tep"), m_globalBatch);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_use->setEnabled(false);
    m_use->setAutoDefault(false);
    m_use->setToolTip(tr("Sets the levers to the layout that is selected in the table. A double click does the same."));
    buttons->addButton(m_use, QDialogButtonBox::ActionRole);
    buttons->addButton(m_search, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(spacing);
    column->addLayout(form);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    column->addWidget(buttons);
    resize(900, 600);
}

// The tiers that are shown come first, the largest of them is searched for.
void PlanDialog::fillDevices()
{
    m_device->setAccessibleName(tr("Device"));
    const auto add = [this](const Device& device) {
        const QString id = toQString(device.id);
        if (m_device->findData(id) < 0)
            m_device->addItem(shown(device.name), id);
    };
    const std::vector<Device>& tiers = m_session.document().devices;
    for (const Device& device : tiers)
        add(device);
    for (const Device& device : deviceCatalog())
        add(device);
    if (!tiers.empty())
        m_device->setCurrentIndex(
            static_cast<int>(std::ranges::max_element(tiers, {}, &Device::usable) - tiers.begin()));
}

void PlanDialog::searchOrStop()
{
    if (m_worker.joinable()) {
        m_stop = true;
        return;
    }
    const std::vector<Device>& tiers = m_session.document().devices;
    const std::string id = m_device->currentData().toString().toStdString();
    const auto own = std::ranges::find(tiers, id, &Device::id);
    m_searched = own == tiers.end() ? *findDevice(id) : *own;
    m_stop = false;
    m_search->setText(tr("&Stop"));
    m_summary->setText(tr("Searching …"));
    const LayoutSpace space{m_gpus->value(), m_globalBatch->value()};
    m_worker = std::thread([this, scenario = m_session.document().scenario, space, device = m_searched] {
        Result<LayoutPlan> plan = planLayouts(scenario, space, device, mostLayouts, &m_stop);
        QMetaObject::invokeMethod(
            this, [this, found = std::move(plan)] { finish(found); }, Qt::QueuedConnection);
    });
}

void PlanDialog::finish(const Result<LayoutPlan>& plan)
{
    join();
    m_search->setText(tr("&Search"));
    if (!plan) {
        m_plan = {};
        m_summary->setText(shown(plan.error().message()));
    } else {
        m_plan = *plan;
        m_summary->setText(shown(planSentence(m_plan, m_searched)));
    }
    showLayouts();
}

void PlanDialog::hideUnusedColumns()
{
    const std::vector<bool> isShown = layoutColumnsShown(m_plan);
    for (int column = 0; column < m_table->columnCount(); ++column)
        m_table->setColumnHidden(column, !isShown[static_cast<std::size_t>(column)]);
}

void PlanDialog::showLayouts()
{
    m_table->setSortingEnabled(false);
    m_table->setRowCount(static_cast<int>(m_plan.layouts.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const std::vector<LayoutCell> cells = layoutCells(m_plan.layouts[static_cast<std::size_t>(row)], m_unit);
        for (int column = 0; column < m_table->columnCount(); ++column)
            m_table->setItem(row, column, new Cell(cells[static_cast<std::size_t>(column)], row));
    }
    hideUnusedColumns();
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    if (m_table->rowCount() > 0)
        m_table->setCurrentCell(0, 0);
}

void PlanDialog::apply(int row)
{
    const int layout = m_table->item(row, 0)->data(layoutRole).toInt();
    const RankedLayout& chosen = m_plan.layouts[static_cast<std::size_t>(layout)];
    emit scenarioChosen(withLayout(m_session.document().scenario, chosen.layout), tr("choose a layout"));
}

void PlanDialog::join()
{
    m_stop = true;
    if (m_worker.joinable())
        m_worker.join();
}

} // namespace plimsoll::ui
