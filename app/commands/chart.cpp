// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/stops.h"
#include "base/jsonreader.h"
#include "chart/chartexport.h"
#include "commands/commands.h"
#include "display.h"
#include "inputs.h"
#include "output.h"
#include "views.h"

#include <QApplication>

#include <array>

namespace plimsoll::app {

namespace {

constexpr std::array<std::string_view, 2> themes{"light", "dark"}; // in ui::Theme's order
constexpr std::array<std::string_view, 3> suffixes{"png", "svg", "pdf"};

constexpr int longestSide = 20000; // pixels, after scaling

std::vector<std::string_view> leverPaths()
{
    std::vector<std::string_view> paths;
    for (const StopLever& lever : stopLevers())
        paths.push_back(lever.path);
    return paths;
}

Result<QSize> sizeOf(const Arguments& arguments, QSize otherwise)
{
    if (!arguments.has("size"))
        return otherwise;
    const std::string text = arguments.value("size", "");
    const std::size_t cross = std::min(text.find('x'), text.size());
    const std::optional<int> width = numberIn<int>(std::string_view(text).substr(0, cross));
    const std::optional<int> height = numberIn<int>(std::string_view(text).substr(std::min(cross + 1, text.size())));
    const auto isSide = [](const std::optional<int>& side) { return side && *side >= 100 && *side <= longestSide; };
    if (!isSide(width) || !isSide(height))
        return usageError("--size", inQuotes(text), "width x height in pixels, each from 100 to 20000, as in 1600x900");
    return QSize(*width, *height);
}

Result<ui::ChartOptions> chartOptionsOf(const Arguments& arguments)
{
    ui::ChartOptions options;
    const Result<QSize> size = sizeOf(arguments, options.size);
    if (!size)
        return size.error();
    const Result<double> scale = numberOf(arguments, "scale", options.scale, 0.25, 16.0, "a number from 0.25 to 16");
    if (!scale)
        return scale.error();
    if (std::max(size->width(), size->height()) * *scale > longestSide)
        return usageError("--scale", inQuotes(arguments.value("scale", "1")),
                          "a scale that keeps each side within 20000 pixels");
    const Result<int> dpi = numberOf(arguments, "dpi", options.dpi, 30, 2400, "a whole number from 30 to 2400");
    if (!dpi)
        return dpi.error();
    const Result<std::size_t> theme = choiceOf(arguments, "theme", themes);
    if (!theme)
        return theme.error();
    const Result<ui::ViewId> view = viewOf(arguments);
    if (!view)
        return view.error();
    const Result<std::size_t> lever = choiceOf(arguments, "lever", leverPaths());
    if (!lever)
        return lever.error();
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return unit.error();
    options.view = *view;
    options.choices.lever = stopLevers()[*lever].path;
    options.size = *size;
    options.scale = *scale;
    options.dpi = *dpi;
    options.theme = static_cast<ui::Theme>(*theme);
    options.unit = *unit;
    return options;
}

ExitStatus drawOne(const Estimate& estimate, const ui::ChartOptions& options, const QString& path, ExitStatus status)
{
    const Result<void> written = ui::exportChart(estimate, options, path);
    return written ? status : refuse(written.error());
}

// All scenarios in one picture: the last beside those before it.
ExitStatus drawTogether(const Inputs& inputs, ui::ChartOptions options, const QString& path)
{
    const Estimate* last = nullptr;
    std::string name;
    for (const ReportEntry& entry : inputs.entries) {
        if (!entry.estimate)
            continue;
        if (last)
            options.choices.pinned.push_back({name, last->scenario});
        last = &*entry.estimate;
        name = entry.name;
    }
    return last ? drawOne(*last, options, path, inputs.status) : inputs.status;
}

ExitStatus draw(const Inputs& inputs, const ui::ChartOptions& options, const QString& path)
{
    if (options.view == ui::ViewId::Scenarios)
        return drawTogether(inputs, options, path);
    ExitStatus status = inputs.status;
    for (std::size_t i = 0; i < inputs.entries.size(); ++i)
        if (inputs.entries[i].estimate)
            status = drawOne(*inputs.entries[i].estimate, options, numbered(path, i, inputs.entries.size()), status);
    return status;
}

} // namespace

std::vector<Option> chartOptions()
{
    std::vector<Option> options{{"output", 'o', "OUT", "the picture to write: .png, .svg or .pdf"}};
    for (const Option& option : inputOptions())
        options.push_back(option);
    options.push_back(viewOption("what to draw"));
    options.push_back(
        {"lever", 0, "PATH", "what the sweep goes along, as in training.optimizer or model; another word lists all"});
    options.push_back({"size", 0, "WIDTHxHEIGHT", "in pixels before scaling; 1600x900 if not given"});
    options.push_back({"scale", 0, "N", "pixels of the picture for each of the size, as on a display of high density"});
    options.push_back({"dpi", 0, "N", "dots per inch written into the picture"});
    options.push_back({"theme", 0, alternatives(themes), "background; light if not given"});
    options.push_back(unitOption());
    return options;
}

ExitStatus runChart(const Arguments& arguments, Process process)
{
    const Result<QString> path = outputOf(arguments, suffixes, "a file to write, ending in .png, .svg or .pdf");
    if (!path)
        return refuse(path.error());
    const Result<ui::ChartOptions> options = chartOptionsOf(arguments);
    if (!options)
        return refuse(options.error());
    const Result<Inputs> inputs = readInputs(arguments);
    if (!inputs)
        return refuse(inputs.error());
    useNoDisplay();
    const QApplication application(process.argc, process.argv);
    return draw(*inputs, *options, *path);
}

} // namespace plimsoll::app
