// SPDX-License-Identifier: GPL-3.0-or-later
// The format: 8 bytes that say how long the header is (little-endian), the header in JSON, the tensors
// (huggingface/safetensors, README.md).
#include "interchange/safetensors.h"

#include "base/format.h"
#include "base/json.h"

#include <boost/json.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr std::size_t largestHeader = std::size_t{32} << 20; // bytes; some 200,000 tensors
constexpr std::size_t mostFiles = 2'000;                     // of one checkpoint
constexpr std::int64_t mostElements = std::int64_t{1} << 50;

struct StoredType
{
    std::string_view name;
    std::int64_t bytes;
};
constexpr std::array<StoredType, 16> types{{
    {"F64", 8},
    {"I64", 8},
    {"U64", 8},
    {"F32", 4},
    {"I32", 4},
    {"U32", 4},
    {"F16", 2},
    {"BF16", 2},
    {"I16", 2},
    {"U16", 2},
    {"I8", 1},
    {"U8", 1},
    {"BOOL", 1},
    {"F8_E4M3", 1},
    {"F8_E5M2", 1},
    {"F8_E8M0", 1},
}};

Error wrong(const std::string& file, std::string expected, std::string found)
{
    Error error;
    error.file = file;
    error.expected = std::move(expected);
    error.found = std::move(found);
    return error;
}

std::optional<std::int64_t> bytesOf(std::string_view dtype)
{
    for (const StoredType& type : types)
        if (type.name == dtype)
            return type.bytes;
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> wholeNumbers(const json::value* list)
{
    if (!list || !list->is_array() || list->get_array().size() > 8)
        return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const json::value& each : list->get_array()) {
        if (!each.is_int64() || each.get_int64() < 0 || each.get_int64() > mostElements)
            return std::nullopt;
        numbers.push_back(each.get_int64());
    }
    return numbers;
}

// One entry of the header; the tensors take dataBytes together.
Result<StoredTensor> readTensor(const JsonDocument& document, std::string_view name, const json::value& entry,
                                std::int64_t dataBytes)
{
    const JsonPath path{std::string(name)};
    const auto bad = [&](std::string expected) { return document.errorAt(path, std::move(expected), shown(entry)); };
    const json::object* object = entry.if_object();
    if (!object)
        return bad("a tensor's dtype, shape and data_offsets");
    const json::value* dtype = object->if_contains("dtype");
    const std::optional<std::int64_t> width = dtype && dtype->is_string() ? bytesOf(dtype->get_string()) : std::nullopt;
    if (!width)
        return bad("a dtype that is known, as BF16");
    const auto shape = wholeNumbers(object->if_contains("shape"));
    if (!shape)
        return bad("a shape of whole numbers");
    StoredTensor tensor{std::string(name), std::string(dtype->get_string()), *shape};
    const std::int64_t elements = tensor.elements();
    const auto offsets = wholeNumbers(object->if_contains("data_offsets"));
    if (!offsets || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1] || (*offsets)[1] > dataBytes)
        return bad("data_offsets within the file's " + formatCount(dataBytes) + " bytes of tensors");
    if (elements > mostElements || (*offsets)[1] - (*offsets)[0] != elements * *width)
        return bad("data_offsets as far apart as dtype and shape say");
    return tensor;
}

Result<std::string> headerText(const std::string& path, std::int64_t& dataBytes)
{
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(path, failed);
    std::ifstream file(path, std::ios::binary);
    if (failed || !std::filesystem::is_regular_file(path, failed) || !file)
        return wrong(path, "a file that can be read", "nothing there");
    std::array<unsigned char, 8> start{};
    if (size < start.size() || !file.read(reinterpret_cast<char*>(start.data()), start.size()))
        return wrong(path, "a safetensors header", formatCount(static_cast<std::int64_t>(size)) + " bytes");
    std::uint64_t length = 0;
    for (std::size_t i = start.size(); i-- > 0;)
        length = length << 8 | start[i];
    if (length > size - start.size())
        return wrong(path, "a header within the file's " + formatCount(static_cast<std::int64_t>(size)) + " bytes",
                     "one of " + std::to_string(length));
    if (length > largestHeader)
        return wrong(path, "a header of at most " + std::to_string(largestHeader >> 20) + " MiB",
                     "one of " + std::to_string(length >> 20) + " MiB");
    std::string text(length, '\0');
    if (!file.read(text.data(), static_cast<std::streamsize>(length)))
        return wrong(path, "the whole header", "less");
    dataBytes = static_cast<std::int64_t>(size - start.size() - length);
    return text;
}

Result<StoredTensors> readOneFile(const std::string& path)
{
    std::int64_t dataBytes = 0;
    const Result<std::string> text = headerText(path, dataBytes);
    if (!text)
        return text.error();
    const Result<JsonDocument> document = parseJson(*text, path, {largestHeader, 8});
    if (!document)
        return document.error();
    const json::object* header = document->root.if_object();
    if (!header)
        return document->errorAt({}, "an object with a tensor to each name", shown(document->root));
    StoredTensors tensors;
    for (const auto& entry : *header) {
        if (entry.key() == "__metadata__")
            continue;
        Result<StoredTensor> tensor = readTensor(*document, entry.key(), entry.value(), dataBytes);
        if (!tensor)
            return tensor.error();
        tensors.push_back(std::move(*tensor));
    }
    return tensors;
}

// The files that an index names, which lie beside it.
Result<std::set<std::string>> filesOf(const JsonDocument& document)
{
    std::set<std::string> files;
    const json::object* root = document.root.if_object();
    const json::value* map = root ? root->if_contains("weight_map") : nullptr;
    if (!map || !map->is_object())
        return document.errorAt({"weight_map"}, "an object with a file to each tensor", map ? shown(*map) : "nothing");
    for (const auto& entry : map->get_object()) {
        const std::string name = entry.value().is_string() ? std::string(entry.value().get_string()) : std::string();
        if (name.empty() || std::filesystem::path(name).filename() != name)
            return document.errorAt({"weight_map", std::string(entry.key())}, "a file's name, without a folder",
                                    shown(entry.value()));
        files.insert(name);
        if (files.size() > mostFiles)
            return document.errorAt({"weight_map"}, "at most " + std::to_string(mostFiles) + " files", "more");
    }
    return files;
}

std::string totalSize(const JsonDocument& document)
{
    const json::value* metadata = document.root.get_object().if_contains("metadata");
    const json::value* total
        = metadata && metadata->is_object() ? metadata->get_object().if_contains("total_size") : nullptr;
    return total && total->is_int64() ? "; together they hold " + formatCount(total->get_int64()) + " bytes" : "";
}

Result<StoredTensors> readIndex(const std::string& path)
{
    const Result<std::string> text = readWholeFile(path);
    const Result<JsonDocument> document = text ? parseJson(*text, path) : Result<JsonDocument>(text.error());
    if (!document)
        return document.error();
    const Result<std::set<std::string>> files = filesOf(*document);
    if (!files)
        return files.error();
    StoredTensors all;
    for (const std::string& name : *files) {
        const std::string file = (std::filesystem::path(path).parent_path() / name).string();
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(file, ignored))
            return wrong(path, "the files it lists beside it" + totalSize(*document), "no " + name);
        Result<StoredTensors> tensors = readOneFile(file);
        if (!tensors)
            return tensors.error();
        all.insert(all.end(), std::make_move_iterator(tensors->begin()), std::make_move_iterator(tensors->end()));
    }
    return all;
}

} // namespace

std::int64_t StoredTensor::elements() const
{
    std::int64_t count = 1;
    for (std::int64_t size : shape)
        if (__builtin_mul_overflow(count, size, &count))
            return mostElements + 1;
    return count;
}

bool isCheckpoint(const std::string& path)
{
    return path.ends_with(".safetensors") || path.ends_with(".safetensors.index.json");
}

Result<StoredTensors> readCheckpoint(const std::string& path)
{
    return path.ends_with(".json") ? readIndex(path) : readOneFile(path);
}

} // namespace plimsoll
