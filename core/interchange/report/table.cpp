// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/table.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

// Characters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t width(const std::string& text)
{
    const auto startsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return static_cast<std::size_t>(std::ranges::count_if(text, startsCharacter));
}

std::string padded(const std::string& text, std::size_t toWidth, Align align)
{
    const std::string spaces(toWidth - std::min(toWidth, width(text)), ' ');
    return align == Align::Right ? spaces + text : text + spaces;
}

std::vector<std::size_t> columnWidths(const Table& table)
{
    std::vector<std::size_t> widths(table.columns.size());
    for (const Row& row : table.rows) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] > 0)
            widths[i] = std::max(widths[i], width(table.columns[i].title));
    }
    return widths;
}

std::string textLine(const Row& cells, const Table& table, const std::vector<std::size_t>& widths)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (widths[i] > 0)
            line += (i == 0 ? "" : "  ") + padded(cells[i], widths[i], table.columns[i].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string markdownLine(const Row& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells) {
        line += ' ';
        for (const char c : cell) {
            if (c == '|' || c == '\\')
                line += '\\';
            line += c == '\n' ? ' ' : c;
        }
        line += " |";
    }
    return line + '\n';
}

Row titles(const Table& table)
{
    Row row;
    for (const Column& column : table.columns)
        row.push_back(column.title);
    return row;
}

} // namespace

std::string asText(const Table& table, std::size_t indent)
{
    const std::vector<std::size_t> widths = columnWidths(table);
    const std::string margin(indent, ' ');
    std::string text;
    if (std::ranges::any_of(table.columns, [](const Column& column) { return !column.title.empty(); }))
        text += margin + textLine(titles(table), table, widths);
    for (const Row& row : table.rows)
        text += margin + textLine(row, table, widths);
    return text;
}

std::string asMarkdown(const Table& table)
{
    std::string text = markdownLine(titles(table));
    for (const Column& column : table.columns)
        text += column.align == Align::Right ? "|--:" : "|:--";
    text += "|\n";
    for (const Row& row : table.rows)
        text += markdownLine(row);
    return text;
}

} // namespace plimsoll::report
