// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/allocatorreplay.h"
#include "memory/estimate.h"

#include <optional>

namespace plimsoll {

// What the device leaves to the caching allocator; none where context and other users take all of it.
std::optional<Bytes> capacityFor(const Device& device, const MemoryPlan& plan);

// Whether what PyTorch reserves and everything beside it fit into what the framework can use of the device.
// Fits up to plan.tightAbove of the usable bytes, tight up to all of them. Judged by the band's expected value.
DeviceVerdict judge(const Band& reserved, const MemoryPlan& plan, const Device& device);

// The same where the run has been simulated on the card: PyTorch gives cached segments back before a request fails.
// Program: of which the run is. Allocated: highest bytes in blocks, which no giving back makes smaller.
DeviceVerdict judge(const Band& reserved, Bytes allocated, const MemoryPlan& plan, const Device& device,
                    const CardRun& run, const StepProgram& program);

} // namespace plimsoll
