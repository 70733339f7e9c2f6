// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arguments.h"
#include "chart/views.h"

#include <QString>

// What commands share that draw.
namespace plimsoll::app {

// --view
Option viewOption(std::string_view what);
Result<ui::ViewId> viewOf(const Arguments& arguments);

// --output: a path that ends in one of the suffixes. expected: "a file to write, ending in .pdf or .md".
Result<QString> outputOf(const Arguments& arguments, std::span<const std::string_view> suffixes,
                         std::string_view expected);

// OUT.png for a single file, else OUT-1.png, OUT-2.png.
QString numbered(const QString& path, std::size_t index, std::size_t count);

} // namespace plimsoll::app
