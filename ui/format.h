// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"

#include <QString>

#include <string_view>

// Core's texts and numbers as Qt shows them; figures as the window's language writes them.
namespace plimsoll::ui {

QString toQString(std::string_view utf8);

// "44.7 GB"
QString bytesText(Bytes bytes, ByteUnit unit);

// "44,716,656,936 B (44.7 GB)"
QString exactText(Bytes bytes, ByteUnit unit);

} // namespace plimsoll::ui
