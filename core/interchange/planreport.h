// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layoutplan.h"
#include "base/format.h"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace plimsoll {

struct LayoutCell
{
    std::string text;
    double order = 0; // to sort by
    bool isNumber = true;
};

// The names of a plan's columns, in order, and what they say of a layout: for terminals and for the window's table.
std::vector<std::string> layoutColumns();
std::vector<LayoutCell> layoutCells(const RankedLayout& layout, ByteUnit unit);
// Which of them say something: what no layout of the plan does is not shown.
std::vector<bool> layoutColumnsShown(const LayoutPlan& plan);

// "64 × H100 SXM5 80GB, 128 sequences a step: 1,234 layouts checked, …"
std::string planSentence(const LayoutPlan& plan, const Device& device);

std::string planText(const LayoutPlan& plan, const Device& device, ByteUnit unit);

// Version 1 of the plan format: sizes in bytes, time against work without loss. A layout's "set" is what makes a
// scenario of it, as fields of the scenario file.
boost::json::object planJson(const LayoutPlan& plan, const Device& device);

} // namespace plimsoll
