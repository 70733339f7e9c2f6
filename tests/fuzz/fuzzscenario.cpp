// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: build with clang and PLIMSOLL_FUZZ, run on a copy of tests/fuzz/corpus.
#include "readscenario.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // A model's config may be named by its path: no reading of whatever file the machine has of that name.
    if (bytes.find("config") != std::string_view::npos)
        return 0;
    const std::string broken = plimsoll::test::brokenPromise(bytes);
    if (!broken.empty()) {
        std::fprintf(stderr, "%s\n", broken.c_str());
        std::abort();
    }
    return 0;
}
