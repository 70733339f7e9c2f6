// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/device.h"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace plimsoll {

namespace resource {
std::string_view gpusJson();
}

namespace {

namespace json = boost::json;

struct Catalog
{
    std::vector<Device> devices;
    std::vector<Device> defaultTiers;
};

std::string text(const json::object& object, std::string_view key)
{
    const json::value* value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

Device readDevice(const json::object& object)
{
    Device device;
    device.id = text(object, "id");
    device.name = text(object, "name");
    device.vendor = text(object, "vendor");
    device.tierClass = text(object, "tier_class");
    device.marketingGb = object.at("marketing_gb").to_number<double>();
    if (const json::value* options = object.if_contains("memory_options_gb"))
        device.memoryOptionsGb = json::value_to<std::vector<int>>(*options);
    device.usable = Bytes(object.at("usable_bytes").to_number<std::int64_t>());
    device.usableSource = text(object, "usable_source");
    device.computeCapability = text(object, "compute_capability");
    device.year = object.at("year").to_number<int>();
    if (const json::value* rate = object.if_contains("bf16_dense_tflops"); rate && rate->is_number())
        device.bf16Tflops = rate->to_number<double>();
    return device;
}

const Device* find(const std::vector<Device>& devices, std::string_view id)
{
    const auto found = std::ranges::find(devices, id, &Device::id);
    return found == devices.end() ? nullptr : &*found;
}

Catalog readCatalog()
{
    const json::value file = json::parse(resource::gpusJson());
    Catalog catalog;
    for (const json::value& entry : file.at("devices").as_array())
        catalog.devices.push_back(readDevice(entry.as_object()));
    std::ranges::stable_sort(catalog.devices, {}, &Device::usable);
    for (const json::value& id : file.at("default_tiers").as_array())
        catalog.defaultTiers.push_back(*find(catalog.devices, id.as_string()));
    std::ranges::stable_sort(catalog.defaultTiers, {}, &Device::usable);
    return catalog;
}

const Catalog& catalog()
{
    static const Catalog read = readCatalog();
    return read;
}

} // namespace

const std::vector<Device>& deviceCatalog()
{
    return catalog().devices;
}

const Device* findDevice(std::string_view id)
{
    return find(catalog().devices, id);
}

std::optional<Device> deviceOfSize(std::string_view text)
{
    struct Unit
    {
        std::string_view name;
        double size;
    };
    static constexpr std::array<Unit, 5> units{
        {{"GB", 1e9}, {"GiB", static_cast<double>(gib)}, {"MB", 1e6}, {"MiB", static_cast<double>(mib)}, {"B", 1}}};
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view name(rest, text.data() + text.size());
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    const auto unit = std::ranges::find(units, name, &Unit::name);
    const bool isSize = error == std::errc() && unit != units.end() && number > 0 && number * unit->size < 0x1p50;
    if (!isSize)
        return std::nullopt;
    Device device;
    device.id = std::string(text);
    device.name = "My card, " + std::string(text);
    device.tierClass = "custom";
    device.usable = Bytes(static_cast<std::int64_t>(number * unit->size));
    device.usableSource = "given by you";
    return device;
}

std::vector<Device> defaultTiers()
{
    return catalog().defaultTiers;
}

std::string shortName(const Device& device)
{
    std::string name = device.name.substr(0, device.name.find(" ("));
    if (!device.vendor.empty() && name.starts_with(device.vendor + ' '))
        name.erase(0, device.vendor.size() + 1);
    if (device.marketingGb > 0 && name.find("GB") == std::string::npos)
        name += ' ' + std::to_string(static_cast<int>(device.marketingGb)) + "GB";
    return name;
}

} // namespace plimsoll
