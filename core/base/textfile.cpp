// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/textfile.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace plimsoll {

namespace {

Error unreadable(const std::string& path, std::string found)
{
    Error error;
    error.file = path;
    error.expected = "a file that can be read";
    error.found = std::move(found);
    return error;
}

Result<std::string> readAll(std::istream& in, const std::string& path)
{
    std::array<char, 65'536> piece;
    std::string text;
    errno = 0;
    do {
        in.read(piece.data(), piece.size());
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > largestTextFile)
            return tooLarge(path, 0, largestTextFile);
    } while (in);
    if (in.bad())
        return unreadable(path, errno ? std::strerror(errno) : "a read that failed");
    return text;
}

} // namespace

Result<std::string> readWholeFile(const std::string& path)
{
    if (path == "-")
        return readAll(std::cin, path);
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status))
        return unreadable(path, "a folder");
    if (std::filesystem::is_regular_file(status)) {
        const std::uintmax_t size = std::filesystem::file_size(path, ignored);
        if (!ignored && size > largestTextFile)
            return tooLarge(path, size, largestTextFile);
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return unreadable(path, errno ? std::strerror(errno) : "nothing there");
    return readAll(file, path);
}

Error tooLarge(const std::string& file, std::size_t found, std::size_t most)
{
    Error error;
    error.file = file;
    error.expected = "at most " + std::to_string(most >> 20) + " MiB";
    error.found = found ? std::to_string((found + (1 << 20) - 1) >> 20) + " MiB" : "more";
    return error;
}

} // namespace plimsoll
