// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/devicelist.h"

#include "base/jsonwriter.h"
#include "interchange/report/table.h"

#include <boost/json.hpp>

namespace plimsoll {

namespace {

std::string alsoWith(const Device& device)
{
    std::string text;
    for (const int option : device.memoryOptionsGb) {
        if (option != static_cast<int>(device.marketingGb))
            text += (text.empty() ? "" : ", ") + std::to_string(option) + " GB";
    }
    return text;
}

} // namespace

std::string deviceListText(std::span<const Device> devices, ByteUnit unit)
{
    using report::Align;
    report::Table table{"",
                        {{"id"},
                         {"name"},
                         {"usable", Align::Right},
                         {"class"},
                         {"year", Align::Right},
                         {"sm", Align::Right},
                         {"also sold with"},
                         {"usable: source"}},
                        {}};
    for (const Device& device : devices) {
        table.rows.push_back({device.id, device.name, formatBytes(device.usable, unit), device.tierClass,
                              std::to_string(device.year), device.computeCapability, alsoWith(device),
                              device.usableSource});
    }
    return asText(table);
}

std::string deviceListJson(std::span<const Device> devices)
{
    boost::json::array array;
    for (const Device& device : devices) {
        boost::json::object object{{"id", device.id},
                                   {"name", device.name},
                                   {"vendor", device.vendor},
                                   {"class", device.tierClass},
                                   {"year", device.year},
                                   {"compute_capability", nullptr},
                                   {"marketing_gb", device.marketingGb},
                                   {"usable_bytes", device.usable.count()},
                                   {"usable_source", device.usableSource}};
        if (!device.computeCapability.empty())
            object["compute_capability"] = device.computeCapability;
        if (!device.memoryOptionsGb.empty())
            object["memory_options_gb"] = boost::json::value_from(device.memoryOptionsGb);
        array.push_back(std::move(object));
    }
    return toJsonText(array);
}

} // namespace plimsoll
