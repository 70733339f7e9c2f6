// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/levereffects.h"

#include "window/session.h"

namespace plimsoll::ui {

namespace {

constexpr int pause = 120; // milliseconds without a change, so that a drag is not held up

} // namespace

LeverEffects::LeverEffects(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LeverEffects::next);
    connect(&session, &Session::estimateChanged, this, &LeverEffects::restart);
    connect(&session, &Session::estimateRefused, this, [this] {
        m_timer.stop();
        emit outdated();
    });
}

void LeverEffects::restart()
{
    m_timer.stop();
    emit outdated();
    m_left.clear();
    for (const Lever& lever : levers())
        if (differs(lever, m_session.scenario(), m_session.origin()))
            m_left.push_back(&lever);
    if (!m_left.empty())
        m_timer.start(pause);
}

void LeverEffects::next()
{
    const Lever& lever = *m_left.back();
    m_left.pop_back();
    const Scenario without = withLeverOf(lever, m_session.scenario(), m_session.origin());
    if (const Result<Estimate> before = m_session.estimateOf(without))
        emit found(lever, m_session.estimate()->total - before->total);
    if (!m_left.empty())
        m_timer.start(0);
}

} // namespace plimsoll::ui
