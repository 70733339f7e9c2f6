// SPDX-License-Identifier: GPL-3.0-or-later
#include "help.h"

#include "base/version.h"
#include "interchange/report/table.h"

namespace plimsoll::app {

namespace {

std::string columns(std::vector<report::Row> rows)
{
    return report::asText({{}, {{}, {}}, std::move(rows)}, 2);
}

std::string usage(const Command& command)
{
    return std::string("plimsoll ")
        .append(command.name)
        .append(command.operands.empty() ? "" : " ")
        .append(command.operands);
}

std::string written(const Option& option)
{
    std::string text = option.letter ? std::string("-") + option.letter + ", " : std::string("    ");
    text.append("--").append(option.name);
    return option.value.empty() ? text : text + ' ' + option.value;
}

constexpr std::string_view exitStatus = "\nExit status:\n"
                                        "  0  fits every device asked for\n"
                                        "  3  does not fit one of them\n"
                                        "  2  input or usage that cannot be read; standard error says what and where\n"
                                        "  1  anything else\n";

} // namespace

std::string programHelp()
{
    std::vector<report::Row> rows{{"plimsoll", "open the window"},
                                  {"plimsoll FILE", "open it on a scenario, a config.json or a checkpoint"}};
    for (const Command& command : commands())
        rows.push_back({usage(command), std::string(command.summary)});
    return versionLine() + "Does this training job fit on this GPU, what is memory spent on, which choice moves it?\n\n"
        + columns(std::move(rows))
        + "\nFILE is a scenario in JSON, an array of them, a model's config.json or a checkpoint in safetensors; - is "
          "standard "
          "input. "
          "plimsoll COMMAND --help says more.\n"
        + std::string(exitStatus);
}

std::string commandHelp(const Command& command)
{
    std::string text = "Usage: " + usage(command) + " [OPTION]…\n" + std::string(command.summary) + "\n\nOptions:\n";
    std::vector<report::Row> rows;
    for (const Option& option : command.options())
        rows.push_back({written(option), option.help + (option.repeatable ? " (may be repeated)" : "")});
    rows.push_back({"    --help", "this text"});
    text += columns(std::move(rows));
    if (!command.remarks.empty())
        text += '\n' + std::string(command.remarks);
    return text + std::string(exitStatus);
}

std::string versionLine()
{
    return "plimsoll " + std::string(version()) + '\n';
}

} // namespace plimsoll::app
