// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "chart/chartexport.h"

#include <QPagedPaintDevice>

namespace plimsoll::ui {

// The report on one page of a printer or a PDF. The device has its page size; margins are set here.
void printReport(QPagedPaintDevice& device, const Estimate& estimate, const ChartOptions& chart);

// Writes the report as the path's suffix says: .pdf, or .md, with the chart beside it under the same name as .svg.
// Each file is there in full or as it was before. Errors: another suffix; what the file system says.
Result<void> writeReport(const Estimate& estimate, const ChartOptions& chart, const QString& path);

// A4, or Letter where the locale measures in inches.
QPageSize usualPage();

} // namespace plimsoll::ui
