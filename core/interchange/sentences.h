// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "memory/estimate.h"

#include <string>
#include <vector>

// An estimate in words: the same sentences in the window, in charts, reports and spoken descriptions.
namespace plimsoll {

// "Needs 60.9 GB on the card. Fits A100 SXM4 80GB (72 %); too big for A100 SXM4 40GB by 18.4 GB. Peak 59.1 GB in
// backward, at mlp down (linear)." Names the smallest device that fits and the largest that does not.
std::string verdictSentence(const Estimate& estimate, ByteUnit unit = ByteUnit::GB);

// "Fits A100 SXM4 80GB (72 %)." or "Too big for A100 SXM4 40GB by 18.4 GB.": one device.
std::string deviceSentence(const DeviceVerdict& verdict, ByteUnit unit = ByteUnit::GB);

// "mlp down: linear, 419 MB, in backward of step 2": the request that fails on the device; empty where none does.
std::string failureInWords(const DeviceVerdict& verdict, ByteUnit unit = ByteUnit::GB);

std::string_view label(Verdict verdict); // "fits", "tight", "OOM"

// "in backward, at mlp down (linear)"
std::string peakMoment(const Peak& peak);

// What stands at the end of a device's bar: "72 % fits", "95 % tight", "+18.4 GB OOM".
std::string barLabel(const DeviceVerdict& verdict, ByteUnit unit = ByteUnit::GB);

// The scenario in words, with its name where it has one.
std::string chartTitle(const Estimate& estimate);

// Small type under an exported chart: the program's version and what the bars show, then the assumptions.
std::vector<std::string> chartFooter(const Estimate& estimate);

} // namespace plimsoll
