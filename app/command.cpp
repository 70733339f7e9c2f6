// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include "commands/commands.h"
#include "help.h"
#include "output.h"

#include <algorithm>
#include <array>

namespace plimsoll::app {

namespace {

ExitStatus show(const std::string& text)
{
    return print(text) ? ExitStatus::Fits : ExitStatus::Failure;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

ExitStatus runCommand(const Command& command, std::span<const std::string> words, Process process)
{
    if (std::ranges::any_of(words, [](const std::string& word) { return isOneOf(word, {"--help", "-h"}); }))
        return show(commandHelp(command));
    const Result<Arguments> arguments = parseArguments(words, command.options());
    return arguments ? command.run(*arguments, process) : refuse(arguments.error());
}

} // namespace

std::span<const Command> commands()
{
    static constexpr std::array<Command, 8> table{{
        {"estimate", "FILE…", "say what a step needs, and on which devices it fits", estimateOptions,
         "Without --device the file's devices are judged, or else a spread of common cards, which then has no part\n"
         "in the exit status. Several scenarios give a JSON array, in order.\n",
         runEstimate},
        {"chart", "FILE… -o OUT", "draw line items against what devices can hold", chartOptions,
         "Several scenarios give a file each, numbered before the suffix: OUT-1.png, OUT-2.png.\n", runChart},
        {"report", "FILE… -o OUT", "write a page for a planning document: verdict, chart, ledger, assumptions",
         reportOptions, "Several scenarios give a file each, numbered before the suffix.\n", runReport},
        {"solve", "FILE… --device ID", "find the largest batch or sequence that fits a device", solveOptions,
         "Exit status 3 where not even 1 fits. Several scenarios give a JSON array, in order.\n", runSolve},
        {"plan", "FILE --gpus N --device ID", "list the layouts over several GPUs that fit, fastest first", planOptions,
         "Tensor and pipeline splits, virtual stages, ways to spread data, micro-batches and checkpointing are\n"
         "searched; each layout listed has the figures that estimate gives it. Exit status 3 where none fits.\n",
         runPlan},
        {"explain-oom", "FILE TEXT", "say which tensors an out-of-memory message may be about", explainOomOptions,
         "TEXT is PyTorch's message, or - for standard input; what matters in it is \"Tried to allocate …\".\n",
         runExplainOom},
        {"devices", "", "list the devices that are known, with what a framework can use of them", devicesOptions, "",
         runDevices},
        {"models", "", "list the models that can be chosen by name", modelsOptions,
         "A scenario names one as \"model\": {\"preset\": ID}.\n", runModels},
    }};
    return table;
}

ExitStatus run(std::span<const std::string> words, Process process)
{
    if (words.empty())
        return runWindow(words, process);
    if (isOneOf(words.front(), {"--version"}))
        return show(versionLine());
    if (isOneOf(words.front(), {"--help", "-h"}))
        return show(programHelp());
    const auto table = commands();
    const auto command = std::ranges::find(table, words.front(), &Command::name);
    return command == table.end() ? runWindow(words, process) : runCommand(*command, words.subspan(1), process);
}

} // namespace plimsoll::app
