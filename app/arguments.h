// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::app {

// An option of a command: "--device ID", "-o FILE", "--help".
struct Option
{
    std::string_view name; // "device"
    char letter = 0;       // 'o' for -o; 0 where there is none
    std::string value;     // "ID" in help texts; empty for a switch
    std::string help;
    bool repeatable = false;
};

// The words after a command's name, taken apart.
class Arguments
{
public:
    std::vector<std::string> operands;

    bool has(std::string_view option) const { return m_values.contains(option); }
    // All values the option was given, in order.
    std::span<const std::string> all(std::string_view option) const;
    // The option's value, or what it is when nobody gave it.
    std::string value(std::string_view option, std::string_view otherwise) const;
    void add(std::string_view option, std::string value);

private:
    std::map<std::string, std::vector<std::string>, std::less<>> m_values;
};

// Understands --name VALUE, --name=VALUE, -n VALUE, switches, "-" as an operand and "--" before operands.
// An error names an unknown option, a missing value or an option given twice.
Result<Arguments> parseArguments(std::span<const std::string> words, std::span<const Option> options);

// Which of the ids the option was given; the first where nobody gave it.
Result<std::size_t> choiceOf(const Arguments& arguments, std::string_view option,
                             std::span<const std::string_view> ids);

// What is wrong with the command line at an option or operand, which may be empty.
Error usageError(std::string_view place, std::string_view found, std::string_view expected);

// "text", with the quotes.
std::string inQuotes(std::string_view text);

// The number that a text is, or none.
template <class Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number{};
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

// The option's number, or otherwise where nobody gave it. range: what it may be, for the message.
template <class Number>
Result<Number> numberOf(const Arguments& arguments, std::string_view option, Number otherwise, Number low, Number high,
                        std::string_view range)
{
    if (!arguments.has(option))
        return otherwise;
    const std::string text = arguments.value(option, "");
    const std::optional<Number> number = numberIn<Number>(text);
    if (!number || !(*number >= low && *number <= high))
        return usageError("--" + std::string(option), inQuotes(text), range);
    return *number;
}

// "text|json|csv"
std::string alternatives(std::span<const std::string_view> ids);

} // namespace plimsoll::app
