// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/format.h"

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace plimsoll {

namespace {

constexpr std::string_view minus = "−";

struct Scale
{
    double size; // how many of the base unit
    std::string_view suffix;
};

constexpr std::array<Scale, 4> decimalBytes{{{1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}, {1, " B"}}};
constexpr std::array<Scale, 4> binaryBytes{{{0x1p30, " GiB"}, {0x1p20, " MiB"}, {0x1p10, " KiB"}, {1, " B"}}};
constexpr std::array<Scale, 5> counts{{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};

std::span<const Scale> scales(ByteUnit unit)
{
    return unit == ByteUnit::GB ? decimalBytes : binaryBytes;
}

std::string fixed(double value, int places)
{
    std::array<char, 400> buffer;
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, places);
    return {buffer.data(), end.ptr};
}

std::string grouped(std::string digits)
{
    std::size_t end = digits.find('.');
    if (end == std::string::npos)
        end = digits.size();
    for (; end > 3; end -= 3)
        digits.insert(end - 3, 1, ',');
    return digits;
}

// Decimal places that leave three digits, looking at the value as it will be rounded.
int placesFor(double value)
{
    if (value < 9.995)
        return 2;
    return value < 99.95 ? 1 : 0;
}

void dropTrailingZeros(std::string& digits)
{
    if (digits.find('.') == std::string::npos)
        return;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
        digits.pop_back();
}

// The first scale in which the magnitude is at least one once it is rounded to three digits.
const Scale& scaleFor(double magnitude, std::span<const Scale> available)
{
    for (const Scale& scale : available) {
        if (magnitude >= 0.9995 * scale.size)
            return scale;
    }
    return available.back();
}

std::string magnitudeText(Bytes bytes, ByteUnit unit)
{
    const double magnitude = std::fabs(bytes.toDouble());
    const Scale& scale = scaleFor(magnitude, scales(unit));
    const double value = magnitude / scale.size;
    const int places = scale.size == 1 ? 0 : placesFor(value);
    return grouped(fixed(value, places)).append(scale.suffix);
}

} // namespace

std::string_view label(ByteUnit unit)
{
    return unit == ByteUnit::GB ? "GB" : "GiB";
}

double bytesIn(ByteUnit unit)
{
    return scales(unit).front().size;
}

std::string formatBytes(Bytes bytes, ByteUnit unit)
{
    const std::string text = magnitudeText(bytes, unit);
    return bytes < Bytes() ? std::string(minus) + text : text;
}

std::string formatDifference(Bytes bytes, ByteUnit unit)
{
    return bytes > Bytes() ? '+' + formatBytes(bytes, unit) : formatBytes(bytes, unit);
}

std::string formatExact(Bytes bytes)
{
    return formatCount(bytes.count()) + " B";
}

std::string formatCount(std::int64_t count)
{
    std::string digits = std::to_string(count);
    const bool negative = digits.front() == '-';
    if (negative)
        digits.erase(0, 1);
    digits = grouped(std::move(digits));
    return negative ? std::string(minus) + digits : digits;
}

std::string formatCompact(std::int64_t count)
{
    const double magnitude = std::fabs(static_cast<double>(count));
    const Scale& scale = scaleFor(magnitude, counts);
    const double value = magnitude / scale.size;
    std::string digits = fixed(value, scale.size == 1 ? 0 : placesFor(value));
    dropTrailingZeros(digits);
    return (count < 0 ? std::string(minus) : std::string()) + grouped(std::move(digits)).append(scale.suffix);
}

std::string formatPercent(double fraction)
{
    double percent = std::round(fraction * 100);
    if (fraction > 1 && percent <= 100)
        percent = 101;
    return grouped(fixed(percent, 0)) + " %";
}

std::string formatNumber(double value, int places)
{
    std::string digits = fixed(std::fabs(value), places);
    dropTrailingZeros(digits);
    const bool negative = value < 0 && digits != "0";
    return (negative ? std::string(minus) : std::string()) + grouped(std::move(digits));
}

} // namespace plimsoll
