// SPDX-License-Identifier: GPL-3.0-or-later
#include "views.h"

#include <QFileInfo>

#include <algorithm>

namespace plimsoll::app {

namespace {

std::vector<std::string_view> viewNames()
{
    std::vector<std::string_view> names;
    for (const ui::ViewInfo& view : ui::views())
        names.push_back(view.name);
    return names;
}

} // namespace

Option viewOption(std::string_view what)
{
    return {"view", 0, alternatives(viewNames()), std::string(what) + "; tiers if not given"};
}

Result<ui::ViewId> viewOf(const Arguments& arguments)
{
    const Result<std::size_t> view = choiceOf(arguments, "view", viewNames());
    if (!view)
        return view.error();
    return static_cast<ui::ViewId>(*view);
}

Result<QString> outputOf(const Arguments& arguments, std::span<const std::string_view> suffixes,
                         std::string_view expected)
{
    const QString path = QString::fromStdString(arguments.value("output", ""));
    const std::string suffix = QFileInfo(path).suffix().toLower().toStdString();
    if (std::ranges::find(suffixes, suffix) == suffixes.end())
        return usageError("--output", arguments.has("output") ? inQuotes(path.toStdString()) : "", expected);
    return path;
}

QString numbered(const QString& path, std::size_t index, std::size_t count)
{
    if (count == 1)
        return path;
    const QString suffix = '.' + QFileInfo(path).suffix();
    return path.chopped(suffix.size()) + '-' + QString::number(index + 1) + suffix;
}

} // namespace plimsoll::app
