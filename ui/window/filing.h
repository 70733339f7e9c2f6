// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/filechooser.h"
#include "window/session.h"

#include <QObject>
#include <QStringList>

namespace plimsoll::ui {

inline constexpr int maxRecentFiles = 10;

// The file behind the session's document: opening, saving, and asking before unsaved changes are lost.
class Filing : public QObject
{
    Q_OBJECT

public:
    Filing(Session& session, FileChooser& chooser, QWidget& window);

    const QString& path() const { return m_path; } // empty while there is none
    QString name() const;                          // for the title
    const QStringList& recentFiles() const { return m_recentFiles; }
    void setRecentFiles(const QStringList& paths);

    void startWorkedExample(const std::vector<Device>& devices);
    void openPath(const QString& path);
    // Goes on with unsaved work; false where it cannot be estimated.
    bool takeOver(const Document& document, const QString& path, const std::optional<Scenario>& refused = {});

    void askNew();
    void askOpen();
    void askOpenPath(const QString& path);
    void save();
    void saveAs();

    // Runs the action at once where nothing is unsaved, or when the person has decided about it.
    void whenSaved(const std::function<void()>& action);

signals:
    void pathChanged();
    void recentFilesChanged();
    void failed(const QString& message);
    void succeeded();

private:
    void saveTo(const QString& path, const std::function<void()>& then);
    void saveThen(const std::function<void()>& then);
    void setPath(const QString& path);
    QString suggestion() const;

    Session& m_session;
    FileChooser& m_chooser;
    QWidget& m_window;
    QString m_path;
    QStringList m_recentFiles;
};

} // namespace plimsoll::ui
