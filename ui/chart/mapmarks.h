// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/fitmap.h"
#include "chart/chartstyle.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>

class QPainter;

namespace plimsoll::ui {

QString inWords(Fit fit);

// Where a map's cells are: batches to the right, long sequences on top.
struct MapGrid
{
    struct Place
    {
        std::size_t batch;
        std::size_t sequence;
    };

    QRectF area;
    std::size_t batches = 0;
    std::size_t sequences = 0;

    // From one batch to another, of one sequence.
    QRectF run(std::size_t firstBatch, std::size_t endBatch, std::size_t sequence, const ChartStyle& style) const;
    QRectF cell(std::size_t batch, std::size_t sequence, const ChartStyle& style) const
    {
        return run(batch, batch + 1, sequence, style);
    }
    std::optional<Place> placeAt(const QPointF& point) const;
};

// The cells, those of a sequence that go alike as one.
void paintCells(QPainter& painter, const FitMap& map, const MapGrid& grid, const ChartStyle& style);
// Between what fits and what does not, as a load line, and what the largest batch is where the scenario stands.
void paintFrontier(QPainter& painter, const FitMap& map, const MapGrid& grid, const ChartStyle& style);
// What the fills mean, in a row from left to right.
void paintKey(QPainter& painter, const QRectF& row, const ChartStyle& style);

} // namespace plimsoll::ui
