// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMimeData;

namespace plimsoll::ui {

class Filing;
struct OpenedFile;
class Session;

// What is dropped on the window or pasted into it. A model's config.json or checkpoint gives the scenario its model; a
// dropped scenario file is opened; a pasted scenario takes the present one's place, and undo goes back.
class Incoming : public QObject
{
    Q_OBJECT

public:
    Incoming(Session& session, Filing& filing, QObject* parent = nullptr);

    static bool canTake(const QMimeData& data);
    void drop(const QMimeData& data);
    void paste(const QMimeData& data);

signals:
    void failed(const QString& message);

private:
    void takeFile(const QString& path);
    void takeText(const QString& text);
    void takeModel(const OpenedFile& file);

    Session& m_session;
    Filing& m_filing;
};

} // namespace plimsoll::ui
