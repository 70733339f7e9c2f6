// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/session.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

class QLockFile;

namespace plimsoll::ui {

class Filing;

// Unsaved work that a window left behind.
struct LostWork
{
    Document document;               // the last that could be estimated
    std::optional<Scenario> refused; // what came after it and could not be
    QString path;                    // of the file it was opened from; empty where it had none
    QString name;
    QDateTime written;
};

// Keeps unsaved work in a folder of its own, in one file a window, and finds there what windows left that ended
// without closing. Of a file another window has, running or offering it, none other takes anything: each holds a lock.
class Recovery : public QObject
{
    Q_OBJECT

public:
    // Without a folder nothing is kept.
    Recovery(Session& session, const Filing& filing, const QString& folder, QObject* parent = nullptr);
    ~Recovery() override;

    // The next work that nobody holds; it is this window's to take over or to drop from then on.
    std::optional<LostWork> takeNext();
    // Forgets what was taken last.
    void dropTaken();

    // How long work may go unkept; tests take none.
    void setDelay(int milliseconds) { m_timer.setInterval(milliseconds); }

private:
    void noteChange();
    void keep();
    void forget();

    Session& m_session;
    const Filing& m_filing;
    QString m_folder;
    QString m_own; // this window's file
    std::unique_ptr<QLockFile> m_ownLock;
    QString m_taken;
    std::unique_ptr<QLockFile> m_takenLock;
    QTimer m_timer;
};

} // namespace plimsoll::ui
