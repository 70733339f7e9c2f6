// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "interchange/report/table.h"
#include "memory/estimate.h"

#include <string>
#include <vector>

// An estimate as tables of text, for every format that people read.
namespace plimsoll::report {

// Ledger, levers, from tensors to the card, phases, who is alive at the peak, a pipeline's stages, devices. Line items
// that do not occur in the scenario are left out.
std::vector<Table> tables(const Estimate& estimate, ByteUnit unit);

// A list of sentences with a heading: assumptions, warnings.
struct List
{
    std::string title;
    std::vector<std::string> lines;
};

// Those that are not empty.
std::vector<List> lists(const Estimate& estimate);

// Of this program, and of the software whose behaviour is computed.
List versions(const Estimate& estimate);

} // namespace plimsoll::report
