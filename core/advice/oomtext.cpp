// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/explainoom.h"

#include <array>
#include <cmath>
#include <regex>

namespace plimsoll {

namespace {

struct Unit
{
    std::string_view name;
    double size;
};

constexpr std::array<Unit, 5> units{
    {{"bytes", 1}, {"KiB", 1024}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024}, {"TiB", 0x1p40}}};

constexpr std::size_t longestText = 64 * 1024; // longer ones are no message

struct Figure
{
    std::string words;
    Bytes bytes;
    Bytes rounding;
};

std::optional<Figure> figureOf(const std::smatch& match)
{
    for (const Unit& unit : units)
        if (match[2].str() == unit.name) {
            const double size = std::stod(match[1]) * unit.size;
            if (size >= 0x1p62)
                return std::nullopt;
            return Figure{match[1].str() + ' ' + match[2].str(), Bytes(std::llround(size)),
                          Bytes(std::llround(unit.size == 1 ? 0 : unit.size * 0.00501))};
        }
    return std::nullopt;
}

// The first figure that one of the patterns shows; # stands for a number and its unit.
std::optional<Figure> find(const std::string& text, std::initializer_list<std::string_view> patterns)
{
    static const std::string number = R"((\d{1,15}(?:\.\d{1,6})?) (bytes|KiB|MiB|GiB|TiB))";
    for (const std::string_view pattern : patterns) {
        std::string expression(pattern);
        expression.replace(expression.find('#'), 1, number);
        std::smatch match;
        if (std::regex_search(text, match, std::regex(expression)))
            return figureOf(match);
    }
    return std::nullopt;
}

std::optional<Bytes> bytesOf(const std::optional<Figure>& figure)
{
    return figure ? std::optional(figure->bytes) : std::nullopt;
}

} // namespace

Result<OomText> parseOomText(std::string_view given)
{
    Error error;
    error.path = "out-of-memory message";
    error.found = "\"" + std::string(given.substr(0, 60)) + (given.size() > 60 ? "…\"" : "\"");
    error.expected = "\"Tried to allocate\", a number and bytes, KiB, MiB or GiB, as PyTorch prints them";
    if (given.size() > longestText)
        return error;
    const std::string text(given);
    std::optional<Figure> tried = find(text, {"Tried to allocate #"});
    if (!tried)
        tried = find(text, {"^\\s*#\\s*$"}); // the size alone
    if (!tried || tried->bytes == Bytes())
        return error;
    OomText result;
    result.tried = tried->words;
    result.bytes = tried->bytes;
    result.rounding = tried->rounding;
    result.capacity = bytesOf(find(text, {"total capacity of #", "# total capacity"}));
    result.free = bytesOf(find(text, {"of which # is free", "# free"}));
    result.allocated = bytesOf(find(text, {"# is allocated by PyTorch", "# already allocated"}));
    result.unallocated = bytesOf(find(text, {"# is reserved by PyTorch but unallocated"}));
    if (const std::optional<Bytes> reserved = bytesOf(find(text, {"# reserved in total by PyTorch"}));
        reserved && result.allocated)
        result.unallocated = *reserved - *result.allocated;
    return result;
}

} // namespace plimsoll
