// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/recovery.h"

#include "scenario/scenariofile.h"
#include "window/filing.h"
#include "window/refusedwork.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QUuid>

namespace plimsoll::ui {

namespace {

const QString refusedKey = QStringLiteral("refused");
constexpr int delay = 1000; // milliseconds of work that a crash may cost

QString lockOf(const QString& file)
{
    return file + QStringLiteral(".lock");
}

// Held while its process lives, however long that is.
std::unique_ptr<QLockFile> lockFor(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    lock->setStaleLockTime(0);
    return lock;
}

QByteArray textOf(const LostWork& work)
{
    const std::string scenario = writeScenario(work.document.scenario, work.document.devices);
    QJsonObject object{{QStringLiteral("path"), work.path},
                       {QStringLiteral("name"), work.name},
                       {QStringLiteral("written"), work.written.toString(Qt::ISODate)},
                       {QStringLiteral("scenario"), QString::fromStdString(scenario)}};
    if (work.refused)
        object[refusedKey] = refusedWork(*work.refused, work.document.scenario);
    return QJsonDocument(object).toJson();
}

std::optional<LostWork> readWork(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    const Result<ScenarioFile> scenario
        = readScenario(object.value(QStringLiteral("scenario")).toString().toStdString(), path.toStdString());
    if (!scenario)
        return std::nullopt;
    std::optional<Scenario> refused;
    if (object.contains(refusedKey))
        refused = withRefusedWork(scenario->scenario, object.value(refusedKey).toObject());
    return LostWork{{scenario->scenario, scenario->devices},
                    refused,
                    object.value(QStringLiteral("path")).toString(),
                    object.value(QStringLiteral("name")).toString(),
                    QDateTime::fromString(object.value(QStringLiteral("written")).toString(), Qt::ISODate)};
}

} // namespace

Recovery::Recovery(Session& session, const Filing& filing, const QString& folder, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_filing(filing)
{
    if (folder.isEmpty() || !QDir().mkpath(folder))
        return;
    m_folder = folder;
    m_own = QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".json"));
    m_ownLock = lockFor(m_own);
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::keep);
    connect(&session, &Session::documentChanged, this, &Recovery::noteChange);
    connect(&session.undoStack(), &QUndoStack::cleanChanged, this, &Recovery::noteChange);
}

Recovery::~Recovery()
{
    if (!m_folder.isEmpty() && m_session.undoStack().isClean())
        forget();
}

// The first unkept change starts the clock, so that a long drag is kept on the way.
void Recovery::noteChange()
{
    if (m_session.undoStack().isClean()) {
        m_timer.stop();
        forget();
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void Recovery::keep()
{
    if (m_session.undoStack().isClean() || !m_session.estimate())
        return;
    if (!m_ownLock->isLocked() && !m_ownLock->tryLock())
        return;
    QSaveFile file(m_own);
    if (!file.open(QIODevice::WriteOnly))
        return;
    LostWork work{m_session.document(), {}, m_filing.path(), m_filing.name(), QDateTime::currentDateTime()};
    if (m_session.refusal()) {
        work.refused = work.document.scenario;
        work.document.scenario = m_session.estimate()->scenario;
    }
    file.write(textOf(work));
    file.commit();
}

void Recovery::forget()
{
    if (!m_ownLock->isLocked())
        return;
    QFile::remove(m_own);
    m_ownLock->unlock();
}

std::optional<LostWork> Recovery::takeNext()
{
    m_takenLock.reset();
    m_taken.clear();
    if (m_folder.isEmpty())
        return std::nullopt;
    const QDir folder(m_folder);
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
        const QString path = folder.filePath(name);
        std::unique_ptr<QLockFile> lock = lockFor(path);
        if (!lock->tryLock() || !QFile::exists(path))
            continue;
        if (std::optional<LostWork> work = readWork(path)) {
            m_taken = path;
            m_takenLock = std::move(lock);
            return work;
        }
    }
    return std::nullopt;
}

void Recovery::dropTaken()
{
    if (m_taken.isEmpty())
        return;
    keep(); // where it was taken over it must not be lost before the next change
    QFile::remove(m_taken);
    m_taken.clear();
    m_takenLock.reset();
}

} // namespace plimsoll::ui
