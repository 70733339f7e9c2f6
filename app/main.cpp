// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "output.h"

#include <cstdlib> // defines __GLIBC__ where that is the C library
#include <exception>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

// Every estimate makes and drops the same hundred kilobytes. glibc would hand them back to the system each time, and
// the page faults of taking them again cost twice the estimate itself.
void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int kept = 64 * 1024 * 1024;
    mallopt(M_MMAP_THRESHOLD, kept);
    mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory();
    using namespace plimsoll::app;
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        return static_cast<int>(run(words, {argc, argv}));
    } catch (const std::exception& exception) {
        complain(exception.what());
        return static_cast<int>(ExitStatus::Failure);
    }
}
