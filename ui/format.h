// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"

#include <QString>

#include <cstdint>
#include <string_view>

// Core's texts and numbers as Qt shows them; figures as the window's language writes them.
namespace plimsoll::ui {

QString toQString(std::string_view utf8);

// "44.7 GB"
QString bytesText(Bytes bytes, ByteUnit unit);

// "44,716,656,936 B (44.7 GB)"
QString exactText(Bytes bytes, ByteUnit unit);

// "+19.1 GB"
QString differenceText(Bytes bytes, ByteUnit unit);

// "16,384"
QString countText(std::int64_t count);

// "0.25"
QString numberText(double value, int mostPlaces);

// "72 %"
QString percentText(double fraction);

} // namespace plimsoll::ui
