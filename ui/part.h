// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <QString>

#include <array>
#include <variant>

namespace plimsoll::ui {

// What stands on the card beside the live tensors.
enum class Overhead : std::uint8_t { CachedFree, Context, Communicators, DataPipeline, Other };
inline constexpr std::size_t overheadCount = 5;

// What has a colour of its own in bars, legends and tables.
using Part = std::variant<LineItem, Overhead>;
inline constexpr std::size_t partCount = lineItemCount + overheadCount;

// In the order of every bar: line items, then overheads.
const std::array<Part, partCount>& parts();

// The part's place in parts().
std::size_t indexOf(Part part);

QString label(Part part);   // "optimizer states"
QString meaning(Part part); // one sentence

// What the part takes of that device at the peak moment; over all parts the sum is the device's total.
Bytes bytesOf(Part part, const Estimate& estimate, const DeviceVerdict& device);

} // namespace plimsoll::ui
