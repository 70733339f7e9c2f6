// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <zlib.h>

#include <string>
#include <vector>

namespace plimsoll::test {

// The lines of a gzip file; none where it cannot be read.
inline std::vector<std::string> gzLines(const std::string& path)
{
    std::vector<std::string> lines;
    gzFile file = gzopen(path.c_str(), "rb");
    char line[512];
    while (file && gzgets(file, line, sizeof line)) {
        lines.emplace_back(line);
        while (!lines.back().empty() && lines.back().back() == '\n')
            lines.back().pop_back();
    }
    if (file)
        gzclose(file);
    return lines;
}

} // namespace plimsoll::test
