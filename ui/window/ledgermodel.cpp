// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/ledgermodel.h"

#include "format.h"
#include "language.h"

#include <QFont>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <array>

namespace plimsoll::ui {

namespace {

constexpr int swatchSize = 14;

// "–" for nothing, so that what is there stands out.
QString exact(const std::optional<Bytes>& bytes)
{
    if (!bytes)
        return {};
    return *bytes == Bytes() ? QStringLiteral("–") : figures(QString::fromStdString(formatExact(*bytes)));
}

QString signedExact(const std::optional<Bytes>& bytes)
{
    if (!bytes || *bytes == Bytes())
        return QStringLiteral("–");
    const QString text = figures(QString::fromStdString(formatExact(*bytes)));
    return *bytes > Bytes() ? u'+' + text : text;
}

QPixmap swatch(Part part, Theme theme)
{
    const qreal ratio = qGuiApp->devicePixelRatio();
    QPixmap pixmap(QSize(swatchSize, swatchSize) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintFill(painter, QRectF(0, 0, swatchSize, swatchSize), fillOf(part, theme), 1);
    return pixmap;
}

// What is there is never "0 %".
QString shareText(const LedgerRow& row)
{
    if (row.atPeak == Bytes())
        return QStringLiteral("–");
    if (row.share < 0.005)
        return figures(QStringLiteral("< 1 %"));
    return figures(QString::fromStdString(formatPercent(row.share)));
}

QVariant alignmentOf(int column)
{
    Qt::Alignment horizontal = Qt::AlignLeft;
    if (column == LedgerModel::InFull || column == LedgerModel::AtPeak || column == LedgerModel::Delta)
        horizontal = Qt::AlignRight;
    if (column == LedgerModel::Share)
        horizontal = Qt::AlignHCenter;
    return QVariant(horizontal | Qt::AlignVCenter);
}

} // namespace

LedgerModel::LedgerModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void LedgerModel::setEstimate(const Estimate& estimate)
{
    std::vector<LedgerRow> rows = ledgerRows(estimate);
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows.swap(rows);
    // Cell by cell, so that a view paints what has changed and no more: most texts stay as they are in a drag.
    for (int row = 0; row < rowCount(); ++row) {
        const LedgerRow& before = rows[static_cast<std::size_t>(row)];
        const LedgerRow& after = m_rows[static_cast<std::size_t>(row)];
        for (int column = 0; column < ColumnCount; ++column)
            if (textAt(before, column) != textAt(after, column) || before.part != after.part)
                emit dataChanged(index(row, column), index(row, column));
        if (!m_baseline.empty() && before.atPeak != after.atPeak)
            emit dataChanged(index(row, Delta), index(row, Delta));
    }
}

// Rows are the same for every estimate, in the same order.
void LedgerModel::setBaseline(const std::optional<Estimate>& baseline)
{
    const bool was = !m_baseline.empty();
    std::vector<LedgerRow> rows = baseline ? ledgerRows(*baseline) : std::vector<LedgerRow>();
    if (!was && baseline)
        beginInsertColumns({}, Delta, Delta);
    if (was && !baseline)
        beginRemoveColumns({}, Delta, Delta);
    m_baseline = std::move(rows);
    if (!was && baseline)
        endInsertColumns();
    if (was && !baseline)
        endRemoveColumns();
    if (was && baseline && !m_rows.empty())
        emit dataChanged(index(0, Delta), index(rowCount() - 1, Delta));
}

std::optional<Bytes> LedgerModel::deltaAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return at < m_baseline.size() ? std::optional(m_rows[at].atPeak - m_baseline[at].atPeak) : std::nullopt;
}

void LedgerModel::setTheme(Theme theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        emit dataChanged(index(0, Item), index(rowCount() - 1, Item), {Qt::DecorationRole});
}

std::optional<Part> LedgerModel::partAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].part : std::nullopt;
}

int LedgerModel::rowOf(Part part) const
{
    const auto found = std::ranges::find(m_rows, std::optional(part), &LedgerRow::part);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int LedgerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LedgerModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount + (m_baseline.empty() ? 0 : 1);
}

QString LedgerModel::textAt(const LedgerRow& row, int column) const
{
    switch (column) {
    case Item:
        return row.name;
    case InFull:
        return exact(row.inFull);
    case AtPeak:
        return exact(row.atPeak);
    case Share:
        return shareText(row);
    case Formula:
        return row.formula;
    case Substituted:
        return row.substituted;
    case Lever:
        return row.lever;
    case Cost:
        return row.leverCost;
    case Source:
        return row.source;
    default:
        return {};
    }
}

QString LedgerModel::toolTipAt(const LedgerRow& row, int column) const
{
    if (column == Item)
        return row.source.isEmpty() ? row.meaning : row.meaning + u'\n' + tr("Source: %1").arg(row.source);
    const std::optional<Bytes> bytes = column == InFull ? row.inFull : row.atPeak;
    if ((column == InFull || column == AtPeak) && bytes)
        return bytesText(*bytes, ByteUnit::GB) + QStringLiteral(" = ") + bytesText(*bytes, ByteUnit::GiB);
    return textAt(row, column);
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const LedgerRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Delta)
            return signedExact(deltaAt(index.row()));
        return textAt(row, index.column());
    case Qt::ToolTipRole:
        return toolTipAt(row, index.column());
    case Qt::AccessibleDescriptionRole:
        return row.meaning;
    case Qt::DecorationRole:
        return index.column() == Item && row.part ? QVariant(swatch(*row.part, m_theme)) : QVariant();
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::FontRole: {
        QFont font;
        font.setBold(!row.part);
        return font;
    }
    default:
        return {};
    }
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (section == Delta && role == Qt::DisplayRole)
        return tr("Against pinned");
    if (section == Delta && role == Qt::ToolTipRole)
        return tr("What has come to the peak since the baseline was pinned; the rows add up to the total.");
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    const std::array<QString, ColumnCount> names{
        tr("Item"),           tr("In full"), tr("At the peak"), tr("Share"), tr("How it comes about"),
        tr("Numbers put in"), tr("Lever"),   tr("Its cost"),    tr("Source")};
    const std::array<QString, ColumnCount> meanings{
        tr("What the bytes are spent on."),
        tr("The item's own highest point in the step."),
        tr("What of it is alive at the peak moment."),
        tr("Of all that is needed on the card."),
        tr("The rule in words."),
        tr("The same rule with this scenario's numbers."),
        tr("The choice that moves it."),
        tr("What moving it costs."),
        tr("Where the rule comes from."),
    };
    if (section == Delta)
        return {};
    if (role == Qt::DisplayRole)
        return names[static_cast<std::size_t>(section)];
    return role == Qt::ToolTipRole ? QVariant(meanings[static_cast<std::size_t>(section)]) : QVariant();
}

} // namespace plimsoll::ui
