// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "part.h"

#include <QString>

#include <optional>
#include <vector>

namespace plimsoll::ui {

// One line of the ledger. Texts are as shown.
struct LedgerRow
{
    std::optional<Part> part; // none for a sum
    QString name;
    QString meaning;
    std::optional<Bytes> inFull; // of line items
    Bytes atPeak;
    double share = 0; // of the total on the card
    QString formula;
    QString substituted;
    QString lever;
    QString leverCost;
    QString source;
};

// The line items, the sum of what is alive at the peak moment, what stands beside it on the first device, and the
// total there.
std::vector<LedgerRow> ledgerRows(const Estimate& estimate);

} // namespace plimsoll::ui
