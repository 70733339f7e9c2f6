// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/outofmemory.h"

#include <cstdio>

namespace plimsoll {

namespace {

// As c10's format_size: binary units, two decimals.
std::string formatSize(Bytes bytes)
{
    struct Unit
    {
        std::int64_t above;
        double size;
        const char* name;
    };
    constexpr Unit units[]
        = {{gib, static_cast<double>(gib), "GiB"}, {mib, static_cast<double>(mib), "MiB"}, {1024, 1024, "KiB"}};
    for (const Unit& unit : units)
        if (bytes.count() > unit.above) {
            char text[48];
            std::snprintf(text, sizeof text, "%.2f %s", bytes.toDouble() / unit.size, unit.name);
            return text;
        }
    return std::to_string(bytes.count()) + " bytes";
}

} // namespace

std::string outOfMemoryMessage(const DeviceVerdict& verdict)
{
    if (!verdict.oom)
        return {};
    const OutOfMemory& oom = *verdict.oom;
    const Bytes inUse = oom.reserved + verdict.overheads.total();
    return "CUDA out of memory. Tried to allocate " + formatSize(oom.bytes) + ". GPU 0 has a total capacity of "
        + formatSize(verdict.device.usable) + " of which " + formatSize(verdict.device.usable - inUse)
        + " is free. Including non-PyTorch memory, this process has " + formatSize(inUse)
        + " memory in use. Of the allocated memory " + formatSize(oom.allocated) + " is allocated by PyTorch, and "
        + formatSize(oom.reserved - oom.allocated)
        + " is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting "
          "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory "
          "Management  (https://docs.pytorch.org/docs/stable/notes/cuda.html#optimizing-memory-usage-with-pytorch-cuda-"
          "alloc-conf)";
}

} // namespace plimsoll
