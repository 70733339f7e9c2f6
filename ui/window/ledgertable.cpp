// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/ledgertable.h"

#include "language.h"
#include "window/ledgermodel.h"
#include "window/spacing.h"
#include "window/tabletext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>

namespace plimsoll::ui {

namespace {

constexpr int maxTextWidth = 50; // characters
constexpr std::string_view usualRule = "none alive at the peak moment";

} // namespace

LedgerTable::LedgerTable(QWidget* parent)
    : QTableView(parent),
      m_model(new LedgerModel(this))
{
    setModel(m_model);
    setAccessibleName(tr("Ledger"));
    setAccessibleDescription(tr("The numbers of the chart, one line item a row."));
    setSelectionBehavior(SelectRows);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { emit partSelected(m_model->partAt(current.row())); });
}

void LedgerTable::setEstimate(const Estimate& estimate)
{
    const bool isFirst = m_model->rowCount() == 0;
    m_model->setEstimate(estimate);
    if (isFirst)
        sizeColumns();
    // Grown bytes must stay readable; widths that a person has set are not taken back.
    for (const int column : {LedgerModel::InFull, LedgerModel::AtPeak})
        if (longestText(column) > m_longestTexts[column]) {
            m_longestTexts[column] = longestText(column);
            setColumnWidth(column, std::max(sizeHintForColumn(column), columnWidth(column)));
        }
}

void LedgerTable::setBaseline(const std::optional<Estimate>& baseline)
{
    const bool wasThere = m_model->columnCount() > LedgerModel::Delta;
    m_model->setBaseline(baseline);
    if (wasThere || !baseline)
        return;
    // Beside the figures that it compares.
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(LedgerModel::Delta), LedgerModel::Share);
    const int widest = fontMetrics().horizontalAdvance(QStringLiteral("+888,888,888,888 B"));
    const int title = horizontalHeader()->sectionSizeHint(LedgerModel::Delta);
    setColumnWidth(LedgerModel::Delta, std::max(widest + 2 * spacing, title));
}

// In characters: measuring texts costs more than all else that a drag asks of the table.
qsizetype LedgerTable::longestText(int column) const
{
    qsizetype longest = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        longest = std::max(longest, m_model->index(row, column).data().toString().size());
    return longest;
}

void LedgerTable::sizeColumns()
{
    resizeColumnsToContents();
    setColumnWidth(LedgerModel::Share, columnWidth(LedgerModel::Share) + 3 * spacing);
    const int mostText = maxTextWidth * fontMetrics().averageCharWidth();
    setColumnWidth(LedgerModel::Substituted, std::min(columnWidth(LedgerModel::Substituted), mostText));
    // Other scenarios have other rules: the longest that is usual finds room from the start.
    const int usual = fontMetrics().horizontalAdvance(shown(usualRule)) + 2 * spacing;
    setColumnWidth(LedgerModel::Formula, std::min(std::max(columnWidth(LedgerModel::Formula), usual), mostText));
}

void LedgerTable::select(std::optional<Part> part)
{
    if (part == m_model->partAt(currentIndex().row()))
        return;
    if (part)
        setCurrentIndex(m_model->index(m_model->rowOf(*part), LedgerModel::Item));
    else
        selectionModel()->clear();
}

std::unique_ptr<QMimeData> LedgerTable::copied() const
{
    QModelIndexList selected = selectionModel()->selectedRows();
    std::sort(selected.begin(), selected.end());
    QList<int> rows;
    for (const QModelIndex& index : selected)
        rows << index.row();
    if (rows.size() < 2) {
        rows.clear();
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows << row;
    }
    auto copies = std::make_unique<QMimeData>();
    copies->setText(asTabbedText(*m_model, rows));
    copies->setHtml(asHtml(*m_model, rows));
    copies->setData(QStringLiteral("text/csv"), asCsv(*m_model, rows).toUtf8());
    return copies;
}

void LedgerTable::copyToClipboard() const
{
    QGuiApplication::clipboard()->setMimeData(copied().release());
}

void LedgerTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyToClipboard();
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace plimsoll::ui
