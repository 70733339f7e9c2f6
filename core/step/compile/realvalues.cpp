// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/realvalues.h"

#include <algorithm>

namespace plimsoll::step {

RealValues::RealValues(const Capture& capture, const std::vector<bool>& kept, std::size_t input, std::size_t output)
    : m_capture(capture),
      m_kept(kept),
      m_input(input),
      m_output(output),
      m_real(capture.values.size(), false),
      m_sources(capture.values.size()),
      m_readers(capture.values.size())
{
    for (const CapturedOp& each : m_capture.ops)
        if (each.kind == OpClass::Product)
            for (const auto* list : {&each.inputs, &each.outputs})
                for (const int value : *list)
                    m_real[static_cast<std::size_t>(value)] = true;
    for (std::size_t value = 0; value < m_real.size(); ++value)
        m_real[value]
            = m_real[value] || op(value) < 0 || m_kept[value] || value == m_output || m_capture.values[value].reduced;
    for (std::size_t value = 0; value < m_real.size(); ++value) {
        if (!m_real[value] || op(value) < 0)
            continue;
        addSources(value, m_sources[value]);
        for (const std::size_t source : m_sources[value])
            m_readers[source].push_back(value);
    }
}

// Through what is fused.
void RealValues::addSources(std::size_t value, std::vector<std::size_t>& into) const
{
    for (const int each : makerOf(value).inputs) {
        const auto source = static_cast<std::size_t>(each);
        if (!m_real[source])
            addSources(source, into);
        else if (std::ranges::find(into, source) == into.end())
            into.push_back(source);
    }
}

std::size_t RealValues::parameterOf(std::size_t value) const
{
    while (op(value) >= 0) {
        if (makerOf(value).name != "cast")
            return noValue;
        value = static_cast<std::size_t>(makerOf(value).inputs.front());
    }
    return value == m_input || !m_capture.values[value].outside->isParameter ? noValue : value;
}

std::vector<bool> RealValues::wanted(std::size_t returned, bool keeps) const
{
    std::vector<bool> wanted(m_real.size(), false);
    for (std::size_t value = m_real.size(); value-- > 0;) {
        const bool read = std::ranges::any_of(m_readers[value], [&](std::size_t reader) { return wanted[reader]; });
        wanted[value] = m_real[value] && (read || (keeps && m_kept[value]) || value == returned);
    }
    for (const CapturedOp& each : m_capture.ops) // a kernel makes all its outputs
        if (std::ranges::any_of(each.outputs, [&](int value) { return wanted[static_cast<std::size_t>(value)]; }))
            for (const int value : each.outputs)
                wanted[static_cast<std::size_t>(value)] = m_real[static_cast<std::size_t>(value)];
    return wanted;
}

std::vector<bool> RealValues::late() const
{
    const std::vector<bool> early = wanted(noValue, true);
    std::vector<bool> late(m_real.size(), false);
    for (std::size_t value = 0; value < m_real.size(); ++value) {
        const auto isEarly = [&](std::size_t reader) { return early[reader]; };
        late[value] = m_kept[value] && op(value) >= 0 && !byProduct(value) && !m_capture.values[value].reduced
            && parameterOf(value) == noValue && std::ranges::none_of(m_readers[value], isEarly);
    }
    return late;
}

} // namespace plimsoll::step
