// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "window/lever.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace plimsoll::ui {

class Session;

// What each lever that was moved does to the bytes needed on the card: the difference to the present scenario with that
// lever back where it started. Found one after the other while nothing else happens.
class LeverEffects : public QObject
{
    Q_OBJECT

public:
    explicit LeverEffects(Session& session, QObject* parent = nullptr);

signals:
    // All that was known before holds no longer.
    void outdated();
    void found(const plimsoll::ui::Lever& lever, plimsoll::Bytes effect);

private:
    void restart();
    void next();

    Session& m_session;
    QTimer m_timer;
    std::vector<const Lever*> m_left;
};

} // namespace plimsoll::ui
