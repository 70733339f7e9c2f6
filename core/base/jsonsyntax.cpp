// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/jsonsyntax.h"

#include "base/utf8.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace plimsoll {

namespace {

constexpr std::string_view space = " \t\r\n";
constexpr std::string_view endsWord = " \t\r\n,:{}[]\"";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::string byteInHex(char c)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    return std::string("the byte 0x") + digits[byte / 16] + digits[byte % 16];
}

std::size_t skipDigits(std::string_view word, std::size_t at)
{
    while (at < word.size() && isDigit(word[at]))
        ++at;
    return at;
}

bool isNumber(std::string_view word)
{
    std::size_t at = word.starts_with('-') ? 1 : 0;
    const std::size_t whole = at;
    at = skipDigits(word, at);
    if (at == whole || (word[whole] == '0' && at > whole + 1))
        return false;
    if (at < word.size() && word[at] == '.') {
        const std::size_t places = at + 1;
        at = skipDigits(word, places);
        if (at == places)
            return false;
    }
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        ++at;
        if (at < word.size() && (word[at] == '+' || word[at] == '-'))
            ++at;
        const std::size_t exponent = at;
        at = skipDigits(word, at);
        if (at == exponent)
            return false;
    }
    return at == word.size();
}

bool isValueWord(std::string_view word)
{
    return word == "true" || word == "false" || word == "null" || isNumber(word);
}

// What the writer of a word that is no value may have meant.
std::string expectedForWord(std::string_view word)
{
    std::string lower(word);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool isSigned = lower.starts_with('-') || lower.starts_with('+');
    const std::string_view bare = std::string_view(lower).substr(isSigned ? 1 : 0);
    if (bare == "nan" || bare == "inf" || bare == "infinity")
        return "a number: JSON has neither NaN nor Infinity";
    if (lower == "true" || lower == "false" || lower == "none" || lower == "null")
        return "true, false or null, in lower case";
    if (word.starts_with('\''))
        return "text in double quotes";
    if (word.starts_with('/') || word.starts_with('#'))
        return "a value: JSON has no comments";
    if (isDigit(word.front()) || word.find_first_of("+-.") == 0)
        return "a number as in 12, -3 or 0.5";
    return "a value";
}

// Checks a text token by token; what may stand next is all it remembers, so nesting costs no recursion.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {
    }

    std::optional<SyntaxProblem> run()
    {
        while (!m_problem) {
            m_at = std::min(m_text.find_first_not_of(space, m_at), m_text.size());
            if (m_at == m_text.size()) {
                if (m_next != Next::Nothing)
                    complain(m_at, expected(), m_text.empty() ? "an empty file" : "the end of the file: it is cut off");
                break;
            }
            takeToken();
        }
        return std::move(m_problem);
    }

private:
    enum class Next { Value, ValueOrEnd, KeyOrEnd, Key, Colon, CommaOrEnd, Nothing };

    bool takesValue() const { return m_next == Next::Value || m_next == Next::ValueOrEnd; }
    bool takesKey() const { return m_next == Next::Key || m_next == Next::KeyOrEnd; }
    bool takesEnd() const
    {
        return m_next == Next::ValueOrEnd || m_next == Next::KeyOrEnd || m_next == Next::CommaOrEnd;
    }

    std::string expected() const
    {
        const std::string end = m_open.empty() ? "" : m_open.back() == '{' ? "\"}\"" : "\"]\"";
        switch (m_next) {
        case Next::Value:
            return "a value";
        case Next::ValueOrEnd:
            return "a value or " + end;
        case Next::KeyOrEnd:
            return "a key in double quotes or " + end;
        case Next::Key:
            return "a key in double quotes";
        case Next::Colon:
            return "\":\" after the key";
        case Next::CommaOrEnd:
            return "\",\" or " + end;
        case Next::Nothing:
            break;
        }
        return "nothing more: the JSON ends before";
    }

    void complain(std::size_t offset, std::string expectedThere, std::string found)
    {
        m_problem = SyntaxProblem{offset, std::move(expectedThere), std::move(found)};
    }

    void afterValue() { m_next = m_open.empty() ? Next::Nothing : Next::CommaOrEnd; }

    void takeToken()
    {
        const char c = m_text[m_at];
        const bool closes = !m_open.empty() && c == (m_open.back() == '{' ? '}' : ']');
        if (c == '"' && (takesValue() || takesKey())) {
            takeString();
        } else if ((c == '{' || c == '[') && takesValue()) {
            m_open.push_back(c);
            m_next = c == '{' ? Next::KeyOrEnd : Next::ValueOrEnd;
            ++m_at;
        } else if (closes && takesEnd()) {
            m_open.pop_back();
            afterValue();
            ++m_at;
        } else if (c == ',' && m_next == Next::CommaOrEnd) {
            m_next = m_open.back() == '{' ? Next::Key : Next::Value;
            ++m_at;
        } else if (c == ':' && m_next == Next::Colon) {
            m_next = Next::Value;
            ++m_at;
        } else {
            takeWord();
        }
    }

    void takeWord()
    {
        const std::size_t end = std::min(m_text.find_first_of(endsWord, m_at), m_text.size());
        const std::string_view word = m_text.substr(m_at, std::max<std::size_t>(end - m_at, 1));
        if (takesValue() && isValueWord(word)) {
            m_at += word.size();
            afterValue();
        } else if (characterLength(word) == 0 || word.front() == '\0') {
            complain(m_at, "JSON as text in UTF-8", byteInHex(word.front()));
        } else if (takesValue() && end > m_at) {
            complain(m_at, expectedForWord(word), quotedText(word));
        } else {
            complain(m_at, expected(), quotedText(word));
        }
    }

    void takeString()
    {
        ++m_at;
        while (!m_problem) {
            if (m_at >= m_text.size()) {
                complain(m_at, "the closing double quote of a text", "the end of the file: it is cut off");
            } else if (m_text[m_at] == '"') {
                ++m_at;
                break;
            } else {
                takeCharacter();
            }
        }
        if (takesKey())
            m_next = Next::Colon;
        else
            afterValue();
    }

    void takeCharacter()
    {
        const char c = m_text[m_at];
        if (c == '\\')
            takeEscape();
        else if (c == '\n' || c == '\r')
            complain(m_at, "the closing double quote of a text", "the end of the line");
        else if (static_cast<unsigned char>(c) < 0x20)
            complain(m_at, "control characters as in \\t or \\u0001", byteInHex(c));
        else if (const std::size_t length = characterLength(m_text.substr(m_at)))
            m_at += length;
        else
            complain(m_at, "text in UTF-8", byteInHex(c));
    }

    void takeEscape()
    {
        const std::string_view rest = m_text.substr(m_at + 1);
        if (rest.empty()) {
            ++m_at; // the text is cut off here
        } else if (rest[0] == 'u') {
            const std::string_view digits = rest.substr(1, 4);
            const auto isHex = [](unsigned char c) { return std::isxdigit(c) != 0; };
            if (digits.size() == 4 && std::ranges::all_of(digits, isHex))
                m_at += 6;
            else
                complain(m_at, "four hexadecimal digits after \\u", quotedText(m_text.substr(m_at, 6)));
        } else if (std::string_view("\"\\/bfnrt").find(rest[0]) != std::string_view::npos) {
            m_at += 2;
        } else {
            complain(m_at, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", quotedText(m_text.substr(m_at, 2)));
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<char> m_open; // '{' and '['
    Next m_next = Next::Value;
    std::optional<SyntaxProblem> m_problem;
};

} // namespace

std::optional<SyntaxProblem> syntaxProblem(std::string_view text)
{
    return Scanner(text).run();
}

} // namespace plimsoll
