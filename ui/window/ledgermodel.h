// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "theme.h"
#include "window/ledgerrows.h"

#include <QAbstractTableModel>

namespace plimsoll::ui {

// The estimate as a table: the numbers of the chart in full, how they come about, and what moves them.
class LedgerModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Item, InFull, AtPeak, Share, Formula, Substituted, Lever, Cost, Source, ColumnCount };
    static constexpr int Delta = ColumnCount; // a column only where there is something to compare with

    explicit LedgerModel(QObject* parent = nullptr);

    void setEstimate(const Estimate& estimate);
    // What the last column compares with: nothing takes it away.
    void setBaseline(const std::optional<Estimate>& baseline);
    void setTheme(Theme theme);

    std::optional<Part> partAt(int row) const;
    int rowOf(Part part) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString textAt(const LedgerRow& row, int column) const;
    QString toolTipAt(const LedgerRow& row, int column) const;

    std::optional<Bytes> deltaAt(int row) const;

    std::vector<LedgerRow> m_rows;
    std::vector<LedgerRow> m_baseline; // empty where there is none
    Theme m_theme = Theme::Light;
};

} // namespace plimsoll::ui
