// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartinput.h"

#include <QObject>

#include <optional>
#include <vector>

namespace plimsoll::ui {

// Scenarios kept for comparison; the last of them is the baseline.
class Pins : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // A scenario that is the baseline already is not pinned again. Of more than eight, the first goes.
    void pin(const Estimate& estimate);
    void clear();
    // Those of an earlier start; the baseline is what the last of them comes to.
    void restore(const std::vector<PinnedScenario>& scenarios, const std::optional<Estimate>& baseline);

    const std::vector<PinnedScenario>& scenarios() const { return m_scenarios; }
    const std::optional<Estimate>& baseline() const { return m_baseline; }

signals:
    void changed();

private:
    std::vector<PinnedScenario> m_scenarios;
    std::optional<Estimate> m_baseline;
};

} // namespace plimsoll::ui
