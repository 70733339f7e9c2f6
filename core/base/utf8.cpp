// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/utf8.h"

#include <algorithm>
#include <array>

namespace plimsoll {

std::size_t characterLength(std::string_view text)
{
    struct Form
    {
        unsigned char mask, lead;
        std::size_t length;
        char32_t least; // what a shorter form could hold is not written in this one
    };
    constexpr std::array<Form, 4> forms{
        {{0x80, 0x00, 1, 0}, {0xE0, 0xC0, 2, 0x80}, {0xF0, 0xE0, 3, 0x800}, {0xF8, 0xF0, 4, 0x10000}}};
    if (text.empty())
        return 0;
    const auto first = static_cast<unsigned char>(text[0]);
    for (const Form& form : forms) {
        if ((first & form.mask) != form.lead)
            continue;
        if (text.size() < form.length)
            return 0;
        char32_t code = first & static_cast<unsigned char>(~form.mask);
        for (char c : text.substr(1, form.length - 1)) {
            const auto byte = static_cast<unsigned char>(c);
            if ((byte & 0xC0) != 0x80)
                return 0;
            code = code << 6 | (byte & 0x3F);
        }
        const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
        return code >= form.least && code <= 0x10FFFF && !surrogate ? form.length : 0;
    }
    return 0;
}

std::string quotedText(std::string_view text)
{
    constexpr std::size_t longest = 24; // characters
    std::string shown = "\"";
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == longest) {
            shown += "…";
            break;
        }
        const std::size_t length = characterLength(text);
        const bool printable = length > 1 || (length == 1 && text[0] >= ' ' && text[0] != '\x7F');
        shown += printable ? text.substr(0, length) : "?";
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown + '"';
}

} // namespace plimsoll
