// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/refusedwork.h"

#include "format.h"
#include "scenario/scenariofile.h"
#include "window/lever.h"

#include <cmath>

namespace plimsoll::ui {

namespace {

const QString modelKey = QStringLiteral("model");

// The model alone, as a scenario of its own.
Scenario ofModel(const ModelSpec& model)
{
    Scenario scenario;
    scenario.model = model;
    return scenario;
}

bool holds(const Lever& lever, double value)
{
    switch (lever.kind) {
    case LeverKind::Switch:
        return value == 0 || value == 1;
    case LeverKind::Choice:
        return value >= 0 && value < static_cast<double>(lever.choices().size()) && value == std::floor(value);
    case LeverKind::Number:
        return (value >= lever.least && value <= lever.most) || (value == -1 && *lever.automatic != '\0');
    case LeverKind::Text:
        break;
    }
    return false;
}

void take(const Lever& lever, Scenario& scenario, const QJsonValue& value)
{
    if (lever.kind == LeverKind::Text && value.isString())
        lever.writeText(scenario, value.toString().toStdString());
    else if (lever.kind != LeverKind::Text && value.isDouble() && holds(lever, value.toDouble()))
        lever.write(scenario, value.toDouble());
}

} // namespace

QJsonObject refusedWork(const Scenario& refused, const Scenario& estimated)
{
    QJsonObject work;
    Scenario base = estimated;
    // The model may be what was refused: then its levers say what can be said.
    const std::string model = writeScenario(ofModel(refused.model), {});
    if (const Result<ScenarioFile> read = readScenario(model, {}); read && refused.model != estimated.model) {
        work[modelKey] = QString::fromStdString(model);
        base.model = read->scenario.model;
    }
    for (const Lever& lever : levers()) {
        if (lever.copy || !differs(lever, refused, base))
            continue;
        work[QLatin1String(lever.path)] = lever.kind == LeverKind::Text
            ? QJsonValue(QString::fromStdString(lever.readText(refused)))
            : QJsonValue(lever.read(refused));
    }
    return work;
}

Scenario withRefusedWork(const Scenario& estimated, const QJsonObject& work)
{
    Scenario scenario = estimated;
    if (const Result<ScenarioFile> read = readScenario(work.value(modelKey).toString().toStdString(), {}))
        scenario.model = read->scenario.model;
    for (auto value = work.begin(); value != work.end(); ++value)
        if (const Lever* lever = findLever(value.key().toStdString()); lever && !lever->copy)
            take(*lever, scenario, *value);
    return scenario;
}

} // namespace plimsoll::ui
