// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QTest>

namespace plimsoll {

// Makes any warning a failure, but for those that the offscreen platform gives at every window and tooltip.
inline void failOnAnyWarning()
{
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise|grabbing))")));
}

// The same, for hands that also go where nothing is to be had, which Qt Test itself remarks upon.
inline void failOnWarningsOfTheProgram()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(
        "^(?!This plugin does not support (propagateSizeHints|raise|grabbing)|Mouse event .* not accepted)")));
}

} // namespace plimsoll
