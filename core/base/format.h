// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"

#include <string>
#include <string_view>

// Numbers as people read them, the same in every locale: point as decimal sign, comma between thousands.
namespace plimsoll {

enum class ByteUnit { GB, GiB }; // 10^9 and 2^30

std::string_view label(ByteUnit unit); // "GB"

// Bytes a GB or GiB has.
double bytesIn(ByteUnit unit);

// Three digits with the unit that suits the size: "59.1 GB", "1,024 GB", "503 MB", "−36.4 GB", "0 B".
std::string formatBytes(Bytes bytes, ByteUnit unit = ByteUnit::GB);

// The same with a sign also where it is positive: "+19.1 GB".
std::string formatDifference(Bytes bytes, ByteUnit unit = ByteUnit::GB);

// Every digit: "59,091,579,048 B".
std::string formatExact(Bytes bytes);

// "1,011,266,536"
std::string formatCount(std::int64_t count);

// "1.01B", "350M", "12.5k": parameters and the like.
std::string formatCompact(std::int64_t count);

// Whole percent: 0.716 as "72 %". What lies within half a percent above 1 is "101 %", never "100 %".
std::string formatPercent(double fraction);

// A decimal number with so many places, and no trailing zeros.
std::string formatNumber(double value, int places);

} // namespace plimsoll
