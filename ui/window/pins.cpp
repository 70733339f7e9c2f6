// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/pins.h"

#include "window/lever.h"

#include <QCoreApplication>
#include <QStringList>

namespace plimsoll::ui {

namespace {

constexpr std::size_t mostPins = 8;
constexpr qsizetype mostLeversNamed = 2;

QString changedLevers(const Scenario& scenario, const Scenario& previous)
{
    QStringList changed;
    for (const Lever& lever : levers()) {
        if (!differs(lever, scenario, previous))
            continue;
        const QString value = valueIn(lever, scenario);
        const QString name = QCoreApplication::translate("Lever", lever.label).remove(u'&');
        changed << (lever.kind == LeverKind::Choice ? value : name + u' ' + value);
        if (changed.size() == mostLeversNamed)
            break;
    }
    return changed.join(QStringLiteral(", "));
}

} // namespace

// By its name, and after that by what makes it different from the one before.
void Pins::pin(const Estimate& estimate)
{
    if (m_baseline && m_baseline->scenario == estimate.scenario)
        return;
    QString name = QString::fromStdString(estimate.scenario.name);
    if (!m_scenarios.empty())
        name = changedLevers(estimate.scenario, m_scenarios.back().scenario);
    if (name.isEmpty())
        name = tr("pin %1").arg(m_scenarios.size() + 1);
    if (m_scenarios.size() == mostPins)
        m_scenarios.erase(m_scenarios.begin());
    m_scenarios.push_back({name.toStdString(), estimate.scenario});
    m_baseline = estimate;
    emit changed();
}

void Pins::restore(const std::vector<PinnedScenario>& scenarios, const std::optional<Estimate>& baseline)
{
    m_scenarios = scenarios;
    m_baseline = baseline;
    emit changed();
}

void Pins::clear()
{
    m_scenarios.clear();
    m_baseline.reset();
    emit changed();
}

} // namespace plimsoll::ui
