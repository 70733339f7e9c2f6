// SPDX-License-Identifier: GPL-3.0-or-later
#include "arguments.h"

#include <algorithm>

namespace plimsoll::app {

namespace {

struct Word
{
    std::string name; // as written, with dashes
    const Option* option = nullptr;
    std::string value = {};
    bool hasValue = false;
};

Word takeApart(const std::string& text, std::span<const Option> options)
{
    Word word{text};
    const bool isLong = text.starts_with("--");
    const std::size_t equals = isLong ? text.find('=') : std::string::npos;
    if (equals != std::string::npos) {
        word.name = text.substr(0, equals);
        word.value = text.substr(equals + 1);
        word.hasValue = true;
    }
    const auto found = std::ranges::find_if(options, [&](const Option& option) {
        if (isLong)
            return word.name.substr(2) == option.name;
        return text.size() == 2 && option.letter != 0 && text[1] == option.letter;
    });
    if (found != options.end())
        word.option = &*found;
    return word;
}

std::string optionNames(std::span<const Option> options)
{
    std::string names;
    for (const Option& option : options)
        names.append(names.empty() ? "--" : ", --").append(option.name);
    return names;
}

bool isOption(const std::string& word)
{
    return word.size() > 1 && word.front() == '-';
}

} // namespace

std::span<const std::string> Arguments::all(std::string_view option) const
{
    const auto found = m_values.find(option);
    return found == m_values.end() ? std::span<const std::string>() : found->second;
}

std::string Arguments::value(std::string_view option, std::string_view otherwise) const
{
    const std::span<const std::string> values = all(option);
    return values.empty() ? std::string(otherwise) : values.back();
}

void Arguments::add(std::string_view option, std::string value)
{
    m_values[std::string(option)].push_back(std::move(value));
}

Result<Arguments> parseArguments(std::span<const std::string> words, std::span<const Option> options)
{
    Arguments arguments;
    bool operandsOnly = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (operandsOnly || !isOption(words[i])) {
            arguments.operands.push_back(words[i]);
            continue;
        }
        if (words[i] == "--") {
            operandsOnly = true;
            continue;
        }
        Word word = takeApart(words[i], options);
        if (!word.option)
            return usageError("", inQuotes(word.name), "one of the options " + optionNames(options));
        if (arguments.has(word.option->name) && !word.option->repeatable)
            return usageError(word.name, "it again", "the option once");
        if (word.option->value.empty() && word.hasValue)
            return usageError(word.name, inQuotes(word.value), "no value");
        if (!word.option->value.empty() && !word.hasValue) {
            if (++i == words.size())
                return usageError(word.name, "the end of the line", word.option->value);
            word.value = words[i];
        }
        arguments.add(word.option->name, std::move(word.value));
    }
    return arguments;
}

Result<std::size_t> choiceOf(const Arguments& arguments, std::string_view option, std::span<const std::string_view> ids)
{
    const std::string asked = arguments.value(option, ids.front());
    const auto found = std::ranges::find(ids, asked);
    if (found == ids.end())
        return usageError("--" + std::string(option), inQuotes(asked), alternatives(ids));
    return static_cast<std::size_t>(found - ids.begin());
}

std::string alternatives(std::span<const std::string_view> ids)
{
    std::string text;
    for (const std::string_view id : ids)
        text.append(text.empty() ? "" : "|").append(id);
    return text;
}

Error usageError(std::string_view place, std::string_view found, std::string_view expected)
{
    Error error;
    error.path = place;
    error.found = found;
    error.expected = expected;
    return error;
}

std::string inQuotes(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

} // namespace plimsoll::app
