// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plimsoll::test {

// One measured run of tests/data/*.jsonl: a scenario and what PyTorch's allocator counted. Figures in bytes.
struct Row
{
    std::string id;
    std::optional<Scenario> scenario; // none where this version does not compute it
    std::string refusal;              // why not
    boost::json::object observed;

    std::int64_t figure(const char* key) const;
    std::int64_t phasePeak(const char* phase) const; // requested
    std::int64_t peakRequested() const;
    std::int64_t peakAllocated() const;
    std::string peakPhase() const;
};

std::vector<Row> readRows(const std::string& file);

} // namespace plimsoll::test
