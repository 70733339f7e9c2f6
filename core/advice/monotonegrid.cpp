// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/monotonegrid.h"

#include <algorithm>

namespace plimsoll {

MonotoneGrid::MonotoneGrid(std::size_t columns, std::size_t rows, Grade highest)
    : m_columns(columns),
      m_rows(rows),
      m_cells(columns * rows, Cell{0, highest, false})
{
}

void MonotoneGrid::learn(std::size_t column, std::size_t row, Grade grade)
{
    for (std::size_t r = 0; r < m_rows; ++r)
        for (std::size_t c = 0; c < m_columns; ++c) {
            Cell& cell = at(c, r);
            if (cell.isLearnt)
                continue;
            if (c >= column && r >= row)
                cell.least = std::max(cell.least, grade);
            if (c <= column && r <= row)
                cell.most = std::min(cell.most, grade);
        }
    set(column, row, grade);
}

void MonotoneGrid::raise(std::size_t column, std::size_t row, Grade least)
{
    Cell& cell = at(column, row);
    if (!cell.isLearnt)
        cell.least = std::max(cell.least, least);
}

bool MonotoneGrid::isKnown(std::size_t column, std::size_t row) const
{
    return at(column, row).least >= at(column, row).most;
}

std::optional<MonotoneGrid::Grade> MonotoneGrid::grade(std::size_t column, std::size_t row) const
{
    return isKnown(column, row) ? std::optional(at(column, row).least) : std::nullopt;
}

std::vector<std::size_t> MonotoneGrid::open(std::size_t row) const
{
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < m_columns; ++c)
        if (!isKnown(c, row))
            columns.push_back(c);
    return columns;
}

} // namespace plimsoll
