// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartpage.h"
#include "chart/views.h"

#include <memory>

class QPaintDevice;

namespace plimsoll::ui {

// A view as something that can be put on paper.
class Picture
{
public:
    virtual ~Picture() = default;

    virtual void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size) = 0;
    virtual bool hasRoom() const = 0; // for everything, at the style's font size
    virtual void paintOn(QPaintDevice& device, double scale, bool asVectors) = 0;
    virtual QString description() const = 0;
};

// With everything computed that the view shows.
std::unique_ptr<Picture> makePicture(ViewId view, const ChartInput& input);

} // namespace plimsoll::ui
