// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/filechooser.h"

#include <QList>

namespace plimsoll {

// Answers the window's questions in a person's place; an empty path is a dialog that was cancelled.
class ScriptedChooser : public ui::FileChooser
{
public:
    QString nextPath;
    ui::SaveAnswer nextAnswer = ui::SaveAnswer::Cancel;
    QList<ui::FileQuestion> questions;
    int timesAskedToSave = 0;

    void askOpenPath(QWidget*, const ui::FileQuestion& question, PathTaker take) override { answer(question, take); }
    void askSavePath(QWidget*, const ui::FileQuestion& question, PathTaker take) override { answer(question, take); }
    void askToSave(QWidget*, const QString&, std::function<void(ui::SaveAnswer)> take) override
    {
        ++timesAskedToSave;
        take(nextAnswer);
    }

private:
    void answer(const ui::FileQuestion& question, const PathTaker& take)
    {
        questions << question;
        if (!nextPath.isEmpty())
            take(nextPath);
    }
};

} // namespace plimsoll
