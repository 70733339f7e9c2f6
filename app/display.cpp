// SPDX-License-Identifier: GPL-3.0-or-later
#include "display.h"

#include "output.h"

#include <QByteArray>
#include <QString>
#include <QtGlobal>

#include <algorithm>
#include <array>

namespace plimsoll::app {

namespace {

constexpr const char* platformVariable = "QT_QPA_PLATFORM";

// Qt remarks on an environment without XDG_RUNTIME_DIR and the like, which drawing into memory has no need of.
void passOnFailures(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        complain(message.toStdString());
}

} // namespace

bool hasDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    static constexpr std::array<const char*, 3> variables{platformVariable, "DISPLAY", "WAYLAND_DISPLAY"};
    return std::ranges::any_of(variables, [](const char* name) { return !qEnvironmentVariableIsEmpty(name); });
#else
    return true;
#endif
}

void useNoDisplay()
{
    if (qEnvironmentVariableIsEmpty(platformVariable))
        qputenv(platformVariable, "offscreen");
    qInstallMessageHandler(passOnFailures);
}

} // namespace plimsoll::app
