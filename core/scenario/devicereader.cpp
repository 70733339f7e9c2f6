// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/devicereader.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool isComputeCapability(std::string_view text)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t dot = text.find('.');
    constexpr std::size_t longest = 5;
    return text.size() <= longest && dot != 0 && dot != std::string_view::npos && dot + 1 < text.size()
        && std::ranges::all_of(text.substr(0, dot), isDigit) && std::ranges::all_of(text.substr(dot + 1), isDigit);
}

Device customDevice(JsonObjectReader reader)
{
    Device device;
    reader.text("id", device.id);
    if (device.id.empty())
        reader.refuse("id", "a short name");
    device.name = device.id;
    reader.text("name", device.name);
    std::optional<std::int64_t> usable;
    reader.whole("usable_bytes", usable, {1, std::int64_t{1} << 50});
    if (!usable)
        reader.refuse("usable_bytes", "the bytes the framework can use");
    device.usable = Bytes(usable.value_or(1));
    device.usableSource = "given in the scenario";
    device.tierClass = "custom";
    reader.text("compute_capability", device.computeCapability);
    if (!device.computeCapability.empty() && !isComputeCapability(device.computeCapability))
        reader.refuse("compute_capability", "a text as \"8.0\"");
    reader.finish();
    return device;
}

// What stands in the catalog that may have been meant: ids that hold what was written, else the nearest one.
std::string deviceExpected(std::string_view id)
{
    constexpr std::size_t mostShown = 6;
    std::vector<std::string_view> known;
    std::vector<std::string_view> near;
    for (const Device& device : deviceCatalog()) {
        known.emplace_back(device.id);
        if (!id.empty() && device.id.find(id) != std::string::npos && near.size() < mostShown)
            near.emplace_back(device.id);
    }
    if (const std::optional<std::string_view> spelled = nearest(id, known); spelled && near.empty())
        near.push_back(*spelled);
    return "a device's id" + (near.empty() ? std::string() : " (" + listed(near) + "?)");
}

} // namespace

void readDevices(JsonObjectReader& reader, std::vector<Device>& devices, JsonFindings& findings)
{
    const boost::json::value* list = reader.find("devices");
    if (!list)
        return;
    if (!list->is_array()) {
        reader.refuse("devices", "a list of device ids or objects");
        return;
    }
    JsonPath path = reader.pathOf("devices");
    path.emplace_back(std::size_t{0});
    for (const boost::json::value& each : list->get_array()) {
        if (each.is_string()) {
            if (const Device* device = findDevice(each.get_string()))
                devices.push_back(*device);
            else if (!findings.error)
                findings.error = reader.document().errorAt(path, deviceExpected(each.get_string()), shown(each));
        } else {
            devices.push_back(customDevice({reader.document(), each, path, findings}));
        }
        ++std::get<std::size_t>(path.back());
    }
}

} // namespace plimsoll
