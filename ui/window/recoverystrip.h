// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/messagestrip.h"
#include "window/recovery.h"

class QPushButton;

namespace plimsoll::ui {

// Offers unsaved work of windows that ended without closing, one after the other.
class RecoveryStrip : public MessageStrip
{
    Q_OBJECT

public:
    RecoveryStrip(Recovery& recovery, Filing& filing, QWidget* parent = nullptr);

    // Looks for the next; hides where there is none.
    void offerNext();

    QPushButton& bringBack() { return *m_bringBack; }
    QPushButton& discard() { return *m_discard; }

private:
    void takeOver();

    Recovery& m_recovery;
    Filing& m_filing;
    std::optional<LostWork> m_work;
    QPushButton* m_bringBack;
    QPushButton* m_discard;
};

} // namespace plimsoll::ui
