// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/recoverystrip.h"

#include "window/filing.h"

#include <QLocale>
#include <QPushButton>

namespace plimsoll::ui {

RecoveryStrip::RecoveryStrip(Recovery& recovery, Filing& filing, QWidget* parent)
    : MessageStrip(parent),
      m_recovery(recovery),
      m_filing(filing),
      m_bringBack(&addButton(tr("B&ring it back"))),
      m_discard(&addButton(tr("D&iscard it")))
{
    connect(m_bringBack, &QPushButton::clicked, this, &RecoveryStrip::takeOver);
    connect(m_discard, &QPushButton::clicked, this, [this] {
        m_recovery.dropTaken();
        offerNext();
    });
}

void RecoveryStrip::offerNext()
{
    m_work = m_recovery.takeNext();
    if (!m_work) {
        clear();
        return;
    }
    showMessage(tr("Unsaved changes to %1 of %2 are still there; the window ended without closing.")
                    .arg(m_work->name, QLocale().toString(m_work->written, QLocale::ShortFormat)));
}

void RecoveryStrip::takeOver()
{
    m_filing.whenSaved([this] {
        if (!m_work || !m_filing.takeOver(m_work->document, m_work->path, m_work->refused))
            return;
        m_recovery.dropTaken();
        offerNext();
    });
}

} // namespace plimsoll::ui
