// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lever.h"

#include "format.h"
#include "language.h"
#include "window/levertables.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::ui {

std::span<const Lever> levers()
{
    static const std::vector<Lever> all = [] {
        std::vector<Lever> rows;
        for (const std::span<const Lever> table :
             {tables::mainLevers(), tables::modelLevers(), tables::configLevers(), tables::methodLevers(),
              tables::kernelLevers(), tables::megatronLevers(), tables::trainingLevers(), tables::parallelLevers(),
              tables::memoryLevers(), tables::documentLevers()})
            rows.insert(rows.end(), table.begin(), table.end());
        return rows;
    }();
    return all;
}

const Lever* findLever(std::string_view path)
{
    const std::span<const Lever> all = levers();
    const auto found = std::ranges::find(all, path, [](const Lever& lever) { return std::string_view(lever.path); });
    return found == all.end() ? nullptr : &*found;
}

const char* title(LeverGroup group)
{
    static constexpr std::array<const char*, leverGroupCount> titles{
        "",
        QT_TRANSLATE_NOOP("Lever", "Model &details"),
        QT_TRANSLATE_NOOP("Lever", "Method and &adapters"),
        QT_TRANSLATE_NOOP("Lever", "&Kernels and loss"),
        QT_TRANSLATE_NOOP("Lever", "&Training loop"),
        QT_TRANSLATE_NOOP("Lever", "Several GP&Us"),
        QT_TRANSLATE_NOOP("Lever", "Memor&y and overheads"),
        QT_TRANSLATE_NOOP("Lever", "&Name and software")};
    return titles[static_cast<std::size_t>(group)];
}

QString valueText(const Lever& lever, double value)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Lever", text); };
    if (lever.kind == LeverKind::Switch)
        return value != 0 ? tr(QT_TRANSLATE_NOOP("Lever", "on")) : tr(QT_TRANSLATE_NOOP("Lever", "off"));
    if (lever.kind == LeverKind::Choice)
        return shown(lever.choices()[static_cast<std::size_t>(value)].label);
    return value < 0 ? tr(lever.automatic) : quantityText(value, lever.quantity);
}

QString valueIn(const Lever& lever, const Scenario& scenario)
{
    return lever.kind == LeverKind::Text ? toQString(lever.readText(scenario)) : valueText(lever, lever.read(scenario));
}

bool differs(const Lever& lever, const Scenario& scenario, const Scenario& other)
{
    if (lever.copy)
        return withLeverOf(lever, scenario, other) != scenario;
    if (lever.kind == LeverKind::Text)
        return lever.readText(scenario) != lever.readText(other);
    return lever.read(scenario) != lever.read(other);
}

Scenario withLeverOf(const Lever& lever, const Scenario& scenario, const Scenario& other)
{
    Scenario changed = scenario;
    if (lever.copy)
        lever.copy(changed, other);
    else if (lever.kind == LeverKind::Text)
        lever.writeText(changed, lever.readText(other));
    else
        lever.write(changed, lever.read(other));
    return changed;
}

} // namespace plimsoll::ui
