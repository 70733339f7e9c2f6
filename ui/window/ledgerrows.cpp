// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/ledgerrows.h"

#include "format.h"
#include "language.h"

#include <QCoreApplication>

namespace plimsoll::ui {

namespace {

LedgerRow partRow(Part part, Bytes atPeak)
{
    LedgerRow row;
    row.part = part;
    row.name = label(part);
    row.meaning = meaning(part);
    row.atPeak = atPeak;
    return row;
}

LedgerRow itemRow(const LineItemFigure& figure)
{
    LedgerRow row = partRow(figure.item, figure.atPeak);
    const LineItemInfo& about = info(figure.item);
    row.inFull = figure.inFull;
    row.formula = figures(shown(figure.formula));
    row.substituted = figures(shownTensors(figure.substituted));
    row.lever = shown(about.lever);
    row.leverCost = shown(about.leverCost);
    row.source = shown(about.source);
    return row;
}

LedgerRow sumRow(Bytes atPeak, const char* name, const char* meaning)
{
    LedgerRow row;
    row.name = QCoreApplication::translate("Ledger", name);
    row.meaning = QCoreApplication::translate("Ledger", meaning);
    row.atPeak = atPeak;
    return row;
}

// What the estimate's own overheads and total are of.
DeviceVerdict referenceDevice(const Estimate& estimate)
{
    DeviceVerdict verdict;
    verdict.overheads = estimate.overheads;
    verdict.total = estimate.total;
    return verdict;
}

} // namespace

std::vector<LedgerRow> ledgerRows(const Estimate& estimate)
{
    std::vector<LedgerRow> rows;
    for (const LineItemFigure& figure : estimate.lineItems)
        rows.push_back(itemRow(figure));
    rows.push_back(sumRow(estimate.peak.requested, QT_TRANSLATE_NOOP("Ledger", "live at the peak"),
                          QT_TRANSLATE_NOOP("Ledger", "The live tensors at the peak moment, to the byte.")));
    for (const Part part : parts())
        if (std::holds_alternative<Overhead>(part))
            rows.push_back(partRow(part, bytesOf(part, estimate, referenceDevice(estimate))));
    rows.push_back(sumRow(estimate.total, QT_TRANSLATE_NOOP("Ledger", "total on the card"),
                          QT_TRANSLATE_NOOP("Ledger", "Reserved and everything beside it: what must fit.")));
    for (LedgerRow& row : rows)
        row.share = estimate.total.count() > 0 ? row.atPeak.toDouble() / estimate.total.toDouble() : 0;
    return rows;
}

} // namespace plimsoll::ui
