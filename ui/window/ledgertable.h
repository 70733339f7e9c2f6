// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "part.h"
#include "theme.h"

#include <QMap>
#include <QTableView>

#include <memory>
#include <optional>

class QMimeData;

namespace plimsoll {
struct Estimate;
}

namespace plimsoll::ui {

class LedgerModel;

// The ledger under the chart. A part selected here is told to the chart, and the other way round.
class LedgerTable : public QTableView
{
    Q_OBJECT

public:
    explicit LedgerTable(QWidget* parent = nullptr);

    LedgerModel& ledger() { return *m_model; }
    void setEstimate(const Estimate& estimate);
    // Adds a column that compares with it, or takes the column away.
    void setBaseline(const std::optional<Estimate>& baseline);
    void select(std::optional<Part> part);

    // The selected rows, or all where none or one is selected, as plain text with tabs, HTML and CSV.
    std::unique_ptr<QMimeData> copied() const;
    void copyToClipboard() const;

signals:
    void partSelected(std::optional<plimsoll::ui::Part> part);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void sizeColumns();
    qsizetype longestText(int column) const;

    LedgerModel* m_model;
    QMap<int, qsizetype> m_longestTexts; // by column, of those that grow with their contents
};

} // namespace plimsoll::ui
