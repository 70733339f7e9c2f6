// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "output.h"

#include "base/heap.h"

#include <exception>

int main(int argc, char** argv)
{
    plimsoll::keepFreedMemory();
    using namespace plimsoll::app;
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        return static_cast<int>(run(words, {argc, argv}));
    } catch (const std::exception& exception) {
        complain(exception.what());
        return static_cast<int>(ExitStatus::Failure);
    }
}
