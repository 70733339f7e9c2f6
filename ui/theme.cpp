// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include <QGuiApplication>
#include <QPainter>

namespace plimsoll::ui {

namespace {

// Opaque, from 0xRRGGBB.
constexpr QColor rgb(QRgb value)
{
    return QColor(qRed(value), qGreen(value), qBlue(value));
}

const ThemeColors lightColors{
    .surface = rgb(0xffffff),
    .text = rgb(0x1c1f22),
    .muted = rgb(0x5f666d),
    .grid = rgb(0xdfe3e7),
    .hull = rgb(0xdfe4ea),
    .loadLine = rgb(0x14171a),
    .oom = rgb(0xc3121b),
    .tight = rgb(0x8a5a00),
    .tightGround = rgb(0xd9a640),
    .emphasis = rgb(0xeaf2fd),
    .cursor = rgb(0x14171a),
};

const ThemeColors darkColors{
    .surface = rgb(0x1b1d1f),
    .text = rgb(0xeceff1),
    .muted = rgb(0xa4abb2),
    .grid = rgb(0x33373b),
    .hull = rgb(0x303439),
    .loadLine = rgb(0xf4f6f8),
    .oom = rgb(0xff6f69),
    .tight = rgb(0xf0b84a),
    .tightGround = rgb(0x8f6d20),
    .emphasis = rgb(0x1f2a37),
    .cursor = rgb(0xf4f6f8),
};

// CIE lightness alternates: 26 to 60 on white, 46 to 80 on the dark surface.
const std::array<Fill, partCount> lightFills{{
    {rgb(0x00406a), Pattern::Solid},      // weights
    {rgb(0x2b90d1), Pattern::Dots},       // master weights
    {rgb(0x5f3190), Pattern::Vertical},   // gradients
    {rgb(0x6c62c5), Pattern::Solid},      // optimizer states
    {rgb(0x04474c), Pattern::Horizontal}, // weight copies
    {rgb(0x07a47e), Pattern::Solid},      // activations
    {rgb(0x744d0d), Pattern::Falling},    // logits and loss
    {rgb(0xb58611), Pattern::Grid},       // workspace
    {rgb(0x80255d), Pattern::Dots},       // communication
    {rgb(0xdae0e7), Pattern::Outline},    // cached but free
    {rgb(0x4c535a), Pattern::Solid},      // context
    {rgb(0x848c96), Pattern::Vertical},   // communicators
    {rgb(0x5d646b), Pattern::Horizontal}, // data pipeline
    {rgb(0x858c94), Pattern::Falling},    // other
}};

const std::array<Fill, partCount> darkFills{{
    {rgb(0x0072b5), Pattern::Solid},
    {rgb(0x7dc1fe), Pattern::Dots},
    {rgb(0x8d5bbe), Pattern::Vertical},
    {rgb(0x9c8df5), Pattern::Solid},
    {rgb(0x017980), Pattern::Horizontal},
    {rgb(0x49dbaf), Pattern::Solid},
    {rgb(0xa07435), Pattern::Falling},
    {rgb(0xf5be4f), Pattern::Grid},
    {rgb(0xb4578c), Pattern::Dots},
    {rgb(0x3e4348), Pattern::Outline},
    {rgb(0x767d84), Pattern::Solid},
    {rgb(0xb4bcc6), Pattern::Vertical},
    {rgb(0x8a9199), Pattern::Horizontal},
    {rgb(0xb5bcc4), Pattern::Falling},
}};

} // namespace

const ThemeColors& colors(Theme theme)
{
    return theme == Theme::Light ? lightColors : darkColors;
}

const Fill& fillOf(Part part, Theme theme)
{
    return (theme == Theme::Light ? lightFills : darkFills)[indexOf(part)];
}

QColor lineItemColor(LineItem item, Theme theme)
{
    return fillOf(item, theme).color;
}

QPixmap lineItemSwatch(LineItem item, Theme theme, int size)
{
    const qreal ratio = qGuiApp->devicePixelRatio();
    QPixmap swatch(QSize(size, size) * ratio);
    swatch.setDevicePixelRatio(ratio);
    swatch.fill(Qt::transparent);
    QPainter painter(&swatch);
    paintFill(painter, QRectF(0, 0, size, size), fillOf(item, theme), size / 14.0);
    return swatch;
}

} // namespace plimsoll::ui
