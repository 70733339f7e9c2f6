// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/filing.h"

#include "format.h"
#include "language.h"
#include "window/documentfile.h"

#include <QFileInfo>
#include <QWidget>

namespace plimsoll::ui {

namespace {

QStringList filters()
{
    return {Filing::tr("Scenarios, models' config.json and checkpoints (*.json *.safetensors)"),
            Filing::tr("All files (*)")};
}

} // namespace

Filing::Filing(Session& session, FileChooser& chooser, QWidget& window)
    : QObject(&window),
      m_session(session),
      m_chooser(chooser),
      m_window(window)
{
}

QString Filing::name() const
{
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    const QString name = shown(m_session.scenario().name);
    return name.isEmpty() ? tr("unnamed scenario") : name;
}

void Filing::setRecentFiles(const QStringList& paths)
{
    m_recentFiles = paths.mid(0, maxRecentFiles);
    emit recentFilesChanged();
}

void Filing::setPath(const QString& path)
{
    m_path = path;
    if (!path.isEmpty()) {
        QStringList recent = m_recentFiles;
        recent.removeAll(path);
        recent.prepend(path);
        setRecentFiles(recent);
    }
    emit pathChanged();
}

void Filing::startWorkedExample(const std::vector<Device>& devices)
{
    const Result<void> started = m_session.start({workedExample(), devices});
    if (!started) {
        emit failed(shown(started.error().message()));
        return;
    }
    setPath({});
    emit succeeded();
}

void Filing::openPath(const QString& path)
{
    const Result<OpenedFile> file = readDocument(path);
    if (!file) {
        emit failed(shown(file.error().message()));
        return;
    }
    if (const Result<void> started = m_session.start(file->document); !started) {
        Error error = started.error();
        error.file = path.toStdString();
        emit failed(shown(error.message()));
        return;
    }
    setPath(file->isModel ? QString() : QFileInfo(path).absoluteFilePath());
    emit succeeded();
}

bool Filing::takeOver(const Document& document, const QString& path, const std::optional<Scenario>& refused)
{
    if (const Result<void> started = m_session.start(document); !started) {
        emit failed(shown(started.error().message()));
        return false;
    }
    setPath(path);
    m_session.undoStack().resetClean();
    emit succeeded();
    if (refused) {
        m_session.change(QStringLiteral("recovery"), *refused, tr("bring unsaved work back"));
        m_session.endGesture();
    }
    return true;
}

void Filing::askNew()
{
    whenSaved([this] { startWorkedExample(m_session.document().devices); });
}

void Filing::askOpen()
{
    whenSaved([this] {
        const QString folder = m_path.isEmpty() ? QString() : QFileInfo(m_path).path();
        m_chooser.askOpenPath(&m_window, {tr("Open a scenario"), folder, filters()},
                              [this](const QString& path) { openPath(path); });
    });
}

void Filing::askOpenPath(const QString& path)
{
    whenSaved([this, path] { openPath(path); });
}

void Filing::save()
{
    saveThen([] {});
}

void Filing::saveThen(const std::function<void()>& then)
{
    if (!m_path.isEmpty()) {
        saveTo(m_path, then);
        return;
    }
    m_chooser.askSavePath(&m_window, {tr("Save the scenario"), suggestion(), filters()},
                          [this, then](const QString& path) { saveTo(path, then); });
}

void Filing::saveAs()
{
    m_chooser.askSavePath(&m_window, {tr("Save the scenario as"), suggestion(), filters()},
                          [this](const QString& path) { saveTo(path, [] {}); });
}

QString Filing::suggestion() const
{
    return m_path.isEmpty() ? name() + QStringLiteral(".json") : m_path;
}

void Filing::saveTo(const QString& path, const std::function<void()>& then)
{
    // What cannot be estimated could not be opened again.
    if (const std::optional<Error>& refusal = m_session.refusal()) {
        emit failed(tr("Not saved: %1").arg(shown(refusal->message())));
        return;
    }
    if (const Result<void> written = writeDocument(m_session.document(), path); !written) {
        emit failed(shown(written.error().message()));
        return;
    }
    m_session.undoStack().setClean();
    m_session.endGesture();
    setPath(QFileInfo(path).absoluteFilePath());
    emit succeeded();
    then();
}

void Filing::whenSaved(const std::function<void()>& action)
{
    if (m_session.undoStack().isClean()) {
        action();
        return;
    }
    m_chooser.askToSave(&m_window, name(), [this, action](SaveAnswer answer) {
        if (answer == SaveAnswer::Save)
            saveThen(action);
        else if (answer == SaveAnswer::Discard)
            action();
    });
}

} // namespace plimsoll::ui
