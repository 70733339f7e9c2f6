// SPDX-License-Identifier: GPL-3.0-or-later
#include "coretexts.h"

#include <QCoreApplication>

namespace plimsoll::ui {

std::span<const char* const> coreReports()
{
    // clang-format off
    static constexpr const char* headings[]{
        QT_TRANSLATE_NOOP("Core", "Levers"),
        QT_TRANSLATE_NOOP("Core", "Phases"),
        QT_TRANSLATE_NOOP("Core", "Alive at the peak"),
        QT_TRANSLATE_NOOP("Core", "Stages"),
        QT_TRANSLATE_NOOP("Core", "how it comes about"),
        QT_TRANSLATE_NOOP("Core", "lever"),
        QT_TRANSLATE_NOOP("Core", "its cost"),
        QT_TRANSLATE_NOOP("Core", "source"),
        QT_TRANSLATE_NOOP("Core", "phase"),
        QT_TRANSLATE_NOOP("Core", "peak"),
        QT_TRANSLATE_NOOP("Core", "between steps"),
        QT_TRANSLATE_NOOP("Core", "tensors"),
        QT_TRANSLATE_NOOP("Core", "count"),
        QT_TRANSLATE_NOOP("Core", "stage"),
        QT_TRANSLATE_NOOP("Core", "parameters"),
        QT_TRANSLATE_NOOP("Core", "in flight"),
        QT_TRANSLATE_NOOP("Core", "at its peak"),
        QT_TRANSLATE_NOOP("Core", "chance"),
        QT_TRANSLATE_NOOP("Core", "usable: source"),
    };
    // clang-format on
    return headings;
}

} // namespace plimsoll::ui
