// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

class QWidget;

namespace plimsoll::ui {

struct FileQuestion
{
    QString title;
    QString suggestion;  // folder, or folder and file name
    QStringList filters; // "Scenarios (*.json)"
};

enum class SaveAnswer { Save, Discard, Cancel };

// Whom the window asks for paths and about unsaved changes; tests answer in a person's place. An answer that is
// cancelled is not given.
class FileChooser
{
public:
    using PathTaker = std::function<void(const QString& path)>;

    virtual ~FileChooser() = default;
    virtual void askOpenPath(QWidget* parent, const FileQuestion& question, PathTaker take) = 0;
    virtual void askSavePath(QWidget* parent, const FileQuestion& question, PathTaker take) = 0;
    virtual void askToSave(QWidget* parent, const QString& name, std::function<void(SaveAnswer)> take) = 0;
};

// The desktop's own dialogs.
std::unique_ptr<FileChooser> nativeFileChooser();

} // namespace plimsoll::ui
