// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/gzlines.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace plimsoll::test {

// A line of tests/data/traces: what PyTorch's allocator did.
struct TraceEvent
{
    char kind = 0; // a: allocated, f: freed, S: segment taken, s: segment given back
    std::int64_t id = 0;
    std::int64_t bytes = 0;
    int stream = 0;
};

inline std::vector<TraceEvent> readTrace(const std::string& name)
{
    std::vector<TraceEvent> events;
    for (const std::string& line : gzLines(std::string(PLIMSOLL_TEST_DATA "/traces/") + name)) {
        std::istringstream in(line);
        TraceEvent event;
        in >> event.kind;
        if (event.kind == 'a')
            in >> event.id >> event.bytes >> event.stream;
        else if (event.kind == 'f')
            in >> event.id;
        else
            in >> event.bytes >> event.stream;
        events.push_back(event);
    }
    return events;
}

} // namespace plimsoll::test
