// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/tiersscene.h"

class QPainter;

// What the Tiers view draws under and over the stacked bars, as shapes: it scales and stays sharp in vector output.
namespace plimsoll::ui {

void paintGround(QPainter& painter, const TiersScene& scene); // hulls, and the emphasis of the smallest that fits
void paintMarks(QPainter& painter, const TiersScene& scene);  // excess, load lines, bands, breaks
// Outlines the part in every bar, and the segment under the cursor.
void paintSelection(QPainter& painter, const TiersScene& scene, Part selected);
void paintCursor(QPainter& painter, const TiersScene& scene, const SegmentCursor& cursor);

// What lies beyond a load line: hatched and framed in red.
void paintExcess(QPainter& painter, const QRectF& rect, const ChartStyle& style, const QBrush& hatch = {});

void paintMarkSwatch(QPainter& painter, const QRectF& swatch, Mark mark, const ChartStyle& style);

// What stands before a verdict: a tick, a warning triangle, a cross in a disc.
void paintVerdictGlyph(QPainter& painter, const QRectF& square, Verdict verdict, const ChartStyle& style);

} // namespace plimsoll::ui
