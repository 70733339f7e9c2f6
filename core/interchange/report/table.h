// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plimsoll::report {

enum class Align { Left, Right };

struct Column
{
    std::string title;
    Align align = Align::Left;
};

using Row = std::vector<std::string>;

struct Table
{
    std::string title;
    std::vector<Column> columns;
    std::vector<Row> rows; // as many cells as columns
};

// Aligned columns, two spaces apart, under a line of titles where there are any; cells are measured in characters of
// UTF-8 text. Columns that are empty in every row are left out.
std::string asText(const Table& table, std::size_t indent = 0);

// A pipe table as GitHub, GitLab and pandoc read it.
std::string asMarkdown(const Table& table);

} // namespace plimsoll::report
