// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

// Runs the program itself, as a person or a script does. PLIMSOLL_BINARY is its path.
namespace plimsoll {

struct Ran
{
    int status = -1; // -1: it crashed or did not end in time
    QByteArray output;
    QByteArray messages;

    QList<QByteArray> messageLines() const
    {
        return messages.trimmed().isEmpty() ? QList<QByteArray>() : messages.trimmed().split('\n');
    }
};

inline Ran runProgram(const QStringList& arguments, const QByteArray& input = {},
                      const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(PLIMSOLL_BINARY, arguments);
    process.write(input);
    process.closeWriteChannel();
    const bool ended = process.waitForFinished(60'000);
    return {ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace plimsoll
