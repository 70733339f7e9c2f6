// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"
#include "commands/commands.h"
#include "display.h"
#include "language.h"
#include "output.h"
#include "window/filechooser.h"
#include "window/mainwindow.h"

#include <QApplication>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <memory>

namespace plimsoll::app {

namespace {

// Options of Qt's own that take a value; QApplication reads them, with one dash or two.
constexpr std::array<std::string_view, 8> qtOptions{"platform",        "platformtheme", "style",   "stylesheet",
                                                    "qwindowgeometry", "qwindowtitle",  "display", "session"};

// Those without a value.
constexpr std::array<std::string_view, 1> qtSwitches{"reverse"};

template <std::size_t n>
bool isOneOf(std::string_view word, const std::array<std::string_view, n>& options)
{
    if (!word.starts_with('-'))
        return false;
    word.remove_prefix(word.starts_with("--") ? 2 : 1);
    return std::ranges::find(options, word) != options.end();
}

struct WindowWords
{
    std::vector<std::string> own;
    bool namesPlatform = false;
};

WindowWords withoutQtOptions(std::span<const std::string> words)
{
    WindowWords result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (isOneOf(words[i], qtSwitches))
            continue;
        if (!isOneOf(words[i], qtOptions)) {
            result.own.push_back(words[i]);
            continue;
        }
        result.namesPlatform = result.namesPlatform || words[i].ends_with("-platform");
        ++i;
    }
    return result;
}

std::string commandNames()
{
    std::string names;
    for (const Command& command : commands())
        names.append(names.empty() ? "" : ", ").append(command.name);
    return names;
}

// Nothing, or a file to open.
Result<QString> fileOf(std::span<const std::string> words)
{
    const Result<Arguments> arguments = parseArguments(words, {});
    if (!arguments)
        return usageError("", arguments.error().found,
                          "a scenario file, a command (" + commandNames() + "), --help or --version");
    if (arguments->operands.empty())
        return QString();
    const std::string& first = arguments->operands.front();
    const QString path = QString::fromStdString(first);
    if (!QFileInfo::exists(path))
        return usageError("", inQuotes(first), "a scenario file that exists, or one of the commands " + commandNames());
    if (arguments->operands.size() > 1)
        return usageError("", inQuotes(arguments->operands[1]), "one file for the window");
    return path;
}

} // namespace

ExitStatus runWindow(std::span<const std::string> words, Process process)
{
    const WindowWords window = withoutQtOptions(words);
    const Result<QString> file = fileOf(window.own);
    if (!file)
        return refuse(file.error());
    if (!hasDisplay() && !window.namesPlatform) {
        complain("no display to open a window on; \"plimsoll estimate\" and \"plimsoll chart\" need none");
        return ExitStatus::Failure;
    }
    QApplication::setApplicationName("Plimsoll");
    QApplication::setOrganizationName("Plimsoll");
    QApplication::setApplicationVersion(QString::fromUtf8(version().data(), static_cast<qsizetype>(version().size())));
    const QApplication application(process.argc, process.argv);
    const ui::Language language(QLocale::system().uiLanguages());
    QSettings settings;
    const std::unique_ptr<ui::FileChooser> chooser = ui::nativeFileChooser();
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    ui::MainWindow mainWindow(settings, *chooser, data + QStringLiteral("/unsaved"));
    if (!file->isEmpty())
        mainWindow.openFile(*file);
    mainWindow.show();
    return QApplication::exec() == 0 ? ExitStatus::Fits : ExitStatus::Failure;
}

} // namespace plimsoll::app
