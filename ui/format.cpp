// SPDX-License-Identifier: GPL-3.0-or-later
#include "format.h"

#include "language.h"

namespace plimsoll::ui {

QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString bytesText(Bytes bytes, ByteUnit unit)
{
    return figures(toQString(formatBytes(bytes, unit)));
}

QString differenceText(Bytes bytes, ByteUnit unit)
{
    return figures(toQString(formatDifference(bytes, unit)));
}

QString countText(std::int64_t count)
{
    return figures(toQString(formatCount(count)));
}

QString numberText(double value, int mostPlaces)
{
    return figures(toQString(formatNumber(value, mostPlaces)));
}

QString percentText(double fraction)
{
    return figures(toQString(formatPercent(fraction)));
}

QString exactText(Bytes bytes, ByteUnit unit)
{
    return QStringLiteral("%1 (%2)").arg(figures(toQString(formatExact(bytes))), bytesText(bytes, unit));
}

} // namespace plimsoll::ui
