// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace plimsoll::ui {

// What a number counts, which settles how its suffixes are read and how it is written.
enum class Quantity {
    Count,      // batches, layers: 4k is 4,000
    Tokens,     // 4k is 4,096, as context lengths are named
    Parameters, // 8B is 8 × 10^9
    Bytes,      // 80GB is 80 × 10^9, 80GiB is 80 × 2^30
    Fraction,   // 0.1 or 10 %
};

// Reads a number as people write it: "4k", "1e6", "8B", "1,024", "80 GiB", "10 %". Nothing where it is no such number.
// Whole numbers are exact to 2^53.
std::optional<double> parsedQuantity(const QString& text, Quantity quantity);

// As it stands in a value field: "4,096", "1.01B", "512 MiB", "0.1".
QString quantityText(double value, Quantity quantity);

// As it stands under a slider: "4k", "1.01B".
QString shortQuantityText(double value, Quantity quantity);

// What a field of that quantity takes: "a whole number such as 4096 or 4k".
QString quantityExample(Quantity quantity);

} // namespace plimsoll::ui
