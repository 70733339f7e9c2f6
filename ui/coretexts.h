// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

// What core says in English and the window shows in its own language; in the context "Core". A test compares the labels
// with core's tables.
namespace plimsoll::ui {

std::span<const char* const> coreLabels();

// Sentences with places for what varies; the more special ones first.
std::span<const char* const> coreSentences();

// Headings of a report's tables; in the context "Core".
std::span<const char* const> coreReports();

// The words that tensors and operations are called by; in the context "Tensor".
std::span<const char* const> coreTensors();

} // namespace plimsoll::ui
