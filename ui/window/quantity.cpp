// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/quantity.h"

#include "base/format.h"
#include "language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <span>

namespace plimsoll::ui {

namespace {

struct Suffix
{
    const char* text;
    double factor;
};

constexpr Suffix countSuffixes[] = {{"", 1}, {"k", 1e3}, {"m", 1e6}, {"b", 1e9}, {"g", 1e9}, {"t", 1e12}};
constexpr Suffix tokenSuffixes[] = {{"", 1}, {"k", 1024}, {"m", 1024 * 1024}};
constexpr Suffix fractionSuffixes[] = {{"", 1}, {"%", 0.01}};
constexpr Suffix byteSuffixes[] = {
    {"", 1},
    {"b", 1},
    {"k", 1e3},
    {"kb", 1e3},
    {"kib", 1024},
    {"m", 1e6},
    {"mb", 1e6},
    {"mib", 1024.0 * 1024},
    {"g", 1e9},
    {"gb", 1e9},
    {"gib", 1024.0 * 1024 * 1024},
    {"t", 1e12},
    {"tb", 1e12},
    {"tib", 1024.0 * 1024 * 1024 * 1024},
};

std::span<const Suffix> suffixesOf(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Tokens:
        return tokenSuffixes;
    case Quantity::Bytes:
        return byteSuffixes;
    case Quantity::Fraction:
        return fractionSuffixes;
    case Quantity::Count:
    case Quantity::Parameters:
        break;
    }
    return countSuffixes;
}

std::optional<double> factorOf(const QString& suffix, Quantity quantity)
{
    for (const Suffix& known : suffixesOf(quantity))
        if (suffix.compare(QLatin1String(known.text), Qt::CaseInsensitive) == 0)
            return known.factor;
    return std::nullopt;
}

constexpr Suffix byteUnits[]
    = {{"KiB", 1024}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024}, {"MB", 1e6}, {"GB", 1e9}};

// The shortest way to write these bytes without rounding them.
QString bytesText(double value)
{
    QString shortest = QString::fromStdString(formatExact(Bytes(static_cast<std::int64_t>(value))));
    for (const Suffix& unit : byteUnits) {
        const double count = value / unit.factor;
        const QString text = QString::number(count, 'g', 12) + u' ' + QLatin1String(unit.text);
        if (count >= 1 && std::fmod(count * 1000, 1.0) == 0.0 && text.size() < shortest.size())
            shortest = text;
    }
    return shortest;
}

} // namespace

std::optional<double> parsedQuantity(const QString& text, Quantity quantity)
{
    // Commas, thin spaces and underscores are read only between groups of three, so that "1,5" is not taken for 15.
    static const QRegularExpression pattern(
        QStringLiteral(
            R"(^\s*([+-]?(?:\d{1,3}(?:[,_'\x{2009}\x{202F}\x{00A0} ]\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,3})?)\s*([a-z%]*)\s*$)"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression separators(QStringLiteral(R"([,_'\x{2009}\x{202F}\x{00A0} ])"));
    const QRegularExpressionMatch match = pattern.match(withoutLocale(text));
    if (!match.hasMatch())
        return std::nullopt;
    bool isNumber = false;
    const double number = match.captured(1).remove(separators).toDouble(&isNumber);
    const std::optional<double> factor = factorOf(match.captured(2), quantity);
    if (!isNumber || !factor || !std::isfinite(number * *factor))
        return std::nullopt;
    const double value = number * *factor;
    if (quantity == Quantity::Fraction)
        return value;
    // "1.01k" names a whole number although 1.01 has no exact binary form; "8.5" layers do not exist.
    const double whole = std::round(value);
    const bool isWhole = std::abs(value - whole) <= 1e-9 * std::max(1.0, std::abs(value));
    const bool mayRound = quantity == Quantity::Parameters || quantity == Quantity::Bytes;
    return isWhole || mayRound ? std::optional(whole) : std::nullopt;
}

namespace {

QString inEnglish(double value, Quantity quantity)
{
    switch (quantity) {
    case Quantity::Parameters:
        return QString::fromStdString(formatCompact(std::llround(value)));
    case Quantity::Bytes:
        return bytesText(value);
    case Quantity::Fraction:
        return QString::number(value, 'g', 6);
    case Quantity::Count:
    case Quantity::Tokens:
        break;
    }
    return QString::fromStdString(formatCount(std::llround(value)));
}

} // namespace

QString quantityText(double value, Quantity quantity)
{
    return figures(inEnglish(value, quantity));
}

QString shortQuantityText(double value, Quantity quantity)
{
    const double kibi = value / 1024;
    if (quantity == Quantity::Tokens && kibi >= 1 && std::fmod(kibi, 1.0) == 0.0)
        return figures(QString::number(kibi, 'g', 6)) + u'k';
    return quantityText(value, quantity);
}

QString quantityExample(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Count:
        return QCoreApplication::translate("Quantity", "a whole number, such as 256 or 4k");
    case Quantity::Tokens:
        return QCoreApplication::translate("Quantity", "a number of tokens, such as 4096 or 4k (4,096)");
    case Quantity::Parameters:
        return QCoreApplication::translate("Quantity", "a number of parameters, such as 8B or 350M");
    case Quantity::Bytes:
        return QCoreApplication::translate("Quantity", "a size, such as 512 MiB or 2GB");
    case Quantity::Fraction:
        break;
    }
    return QCoreApplication::translate("Quantity", "a fraction, such as 0.1 or 10 %");
}

} // namespace plimsoll::ui
