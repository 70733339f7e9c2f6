// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/incoming.h"

#include "format.h"
#include "language.h"
#include "window/documentfile.h"
#include "window/filing.h"
#include "window/modelchoice.h"

#include <QMimeData>
#include <QUrl>

namespace plimsoll::ui {

namespace {

// The one local file of it, or nothing.
QString pathIn(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

} // namespace

Incoming::Incoming(Session& session, Filing& filing, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_filing(filing)
{
}

bool Incoming::canTake(const QMimeData& data)
{
    return !pathIn(data).isEmpty() || (data.hasText() && !data.hasUrls());
}

void Incoming::drop(const QMimeData& data)
{
    if (const QString path = pathIn(data); !path.isEmpty())
        takeFile(path);
    else
        takeText(data.text());
}

void Incoming::paste(const QMimeData& data)
{
    if (canTake(data))
        drop(data);
    else
        emit failed(tr("What was copied is no text; a scenario, a config.json or a file of either can be pasted."));
}

void Incoming::takeFile(const QString& path)
{
    if (const Result<OpenedFile> file = readDocument(path); file && file->isModel)
        takeModel(*file);
    else
        m_filing.askOpenPath(path); // which also says what is wrong
}

void Incoming::takeText(const QString& text)
{
    const Result<OpenedFile> file = readDocumentText(text.toStdString(), tr("pasted text"));
    if (!file) {
        emit failed(shown(file.error().message()));
        return;
    }
    if (file->isModel) {
        takeModel(*file);
        return;
    }
    m_session.changeDocument(QStringLiteral("paste"), file->document, tr("paste a scenario"));
    m_session.endGesture();
}

void Incoming::takeModel(const OpenedFile& file)
{
    const ModelSpec& model = file.document.scenario.model;
    m_session.change(QStringLiteral("model"), withModel(m_session.scenario(), model),
                     tr("take %1").arg(modelName(model)));
    m_session.endGesture();
}

} // namespace plimsoll::ui
