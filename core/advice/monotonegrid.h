// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plimsoll {

// A table of grades that never fall from one column or row to the next: what is known of one cell bounds all cells
// before and after it, so that few need to be looked at.
class MonotoneGrid
{
public:
    using Grade = std::uint8_t;

    MonotoneGrid() = default;
    MonotoneGrid(std::size_t columns, std::size_t rows, Grade highest);

    std::size_t columns() const { return m_columns; }
    std::size_t rows() const { return m_rows; }

    void learn(std::size_t column, std::size_t row, Grade grade);
    // Of this cell alone: others keep what they have.
    void raise(std::size_t column, std::size_t row, Grade least);
    void set(std::size_t column, std::size_t row, Grade grade) { at(column, row) = {grade, grade, true}; }

    bool isKnown(std::size_t column, std::size_t row) const;
    // The grade, as soon as it is known. What was learnt of a cell itself stands, also where others contradict it.
    std::optional<Grade> grade(std::size_t column, std::size_t row) const;
    bool wasLearnt(std::size_t column, std::size_t row) const { return at(column, row).isLearnt; }
    // The columns of a row that are not known, in order.
    std::vector<std::size_t> open(std::size_t row) const;

private:
    struct Cell
    {
        Grade least = 0;
        Grade most = 0;
        bool isLearnt = false;
    };

    Cell& at(std::size_t column, std::size_t row) { return m_cells[row * m_columns + column]; }
    const Cell& at(std::size_t column, std::size_t row) const { return m_cells[row * m_columns + column]; }

    std::size_t m_columns = 0;
    std::size_t m_rows = 0;
    std::vector<Cell> m_cells;
};

} // namespace plimsoll
