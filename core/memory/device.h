// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// A GPU as the framework sees it.
struct Device
{
    std::string id;   // "h100-sxm5-80gb"
    std::string name; // "NVIDIA H100 SXM5 80GB"
    std::string vendor;
    std::string tierClass;            // "consumer", "workstation", "datacenter", …
    double marketingGb = 0;           // what the box says
    std::vector<int> memoryOptionsGb; // sizes the part is sold with where there are several; usable is the largest's
    Bytes usable;                     // what torch.cuda.mem_get_info() calls the card's total
    std::string usableSource;         // where that figure comes from
    std::string computeCapability;    // "9.0"; empty for cards that are not CUDA devices
    int year = 0;
    double bf16Tflops = 0; // dense, of the data sheet; 0 where it is not known

    bool operator==(const Device&) const = default;
};

// All devices of resources/gpus.json, by capacity, smallest first. Compiled in; read once.
const std::vector<Device>& deviceCatalog();

// The catalog's device of that id, or nullptr.
const Device* findDevice(std::string_view id);

// "My card": what is free on it, as in "24 GiB", "40.5GB" or "24000 MiB"; none where the text is no size.
std::optional<Device> deviceOfSize(std::string_view text);

// The tiers shown when the user has chosen none: a spread of common cards from 24 to 192 GB, smallest first.
std::vector<Device> defaultTiers();

// The name without vendor and remarks, with the size where the name has none: "H100 SXM5 80GB", "L4 24GB".
std::string shortName(const Device& device);

} // namespace plimsoll
