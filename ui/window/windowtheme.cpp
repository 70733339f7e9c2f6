// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/windowtheme.h"

namespace plimsoll::ui {

namespace {

struct Shades
{
    QColor window, base, alternate, button, text, quiet, highlight, highlightedText, link;
};

const Shades lightShades{{0xf6, 0xf6, 0xf6}, Qt::white,          {0xf2, 0xf4, 0xf6},
                         {0xec, 0xec, 0xec}, {0x1c, 0x1c, 0x1c}, {0x76, 0x76, 0x76},
                         {0x2f, 0x6f, 0xb5}, Qt::white,          {0x1a, 0x5f, 0xb4}};
const Shades darkShades{{0x25, 0x27, 0x2a}, {0x34, 0x37, 0x3b}, {0x39, 0x3d, 0x42},
                        {0x3d, 0x41, 0x46}, {0xec, 0xec, 0xec}, {0x8f, 0x94, 0x99},
                        {0x3d, 0x7f, 0xc4}, Qt::white,          {0x7a, 0xb4, 0xf0}};

} // namespace

Theme themeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
}

QPalette paletteOf(ThemeChoice choice)
{
    if (choice == ThemeChoice::System)
        return {};
    const Shades& shades = choice == ThemeChoice::Dark ? darkShades : lightShades;
    QPalette palette(shades.button, shades.window);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, shades.text);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternate);
    palette.setColor(QPalette::ToolTipBase, shades.button);
    palette.setColor(QPalette::PlaceholderText, shades.quiet);
    palette.setColor(QPalette::Highlight, shades.highlight);
    palette.setColor(QPalette::HighlightedText, shades.highlightedText);
    palette.setColor(QPalette::Link, shades.link);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, shades.quiet);
    return palette;
}

} // namespace plimsoll::ui
