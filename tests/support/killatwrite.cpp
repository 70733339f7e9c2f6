// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into a process (LD_PRELOAD), kills it at its n-th call that changes files below a folder, before the call does
// anything, or with half of a write done. Environment: KILL_FOLDER, KILL_AT (from 1), KILL_HALF=1; KILL_LOG names a
// file that gets a line for each such call.
#include <atomic>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using Path = const char*;

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

const char* setting(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool isBelow(const std::string& path)
{
    const std::string folder = setting("KILL_FOLDER");
    return !folder.empty() && path.compare(0, folder.size(), folder) == 0;
}

std::string pathOf(int file)
{
    char path[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t length = readlink(link.c_str(), path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

void log(const std::string& line)
{
    const auto file
        = static_cast<int>(syscall(SYS_openat, AT_FDCWD, setting("KILL_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600));
    if (file < 0)
        return;
    syscall(SYS_write, file, line.data(), line.size());
    syscall(SYS_close, file);
}

// Whether the process is to end at this call.
bool endsHere(const char* call, const std::string& path)
{
    static std::atomic<int> calls = 0;
    if (!isBelow(path))
        return false;
    log(std::string(call) + ' ' + path + '\n');
    return ++calls == std::atoi(setting("KILL_AT"));
}

void visit(const char* call, const std::string& path)
{
    if (endsHere(call, path))
        kill(getpid(), SIGKILL);
}

bool changesFiles(int flags)
{
    return (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

template <class Write>
ssize_t written(int file, std::size_t size, const Write& write)
{
    if (endsHere("write", pathOf(file))) {
        if (std::strcmp(setting("KILL_HALF"), "1") == 0)
            write(size / 2);
        kill(getpid(), SIGKILL);
    }
    return write(size);
}

mode_t modeOf(int flags, va_list arguments)
{
    const bool hasMode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return hasMode ? va_arg(arguments, mode_t) : 0;
}

int opened(const char* name, Path path, int flags, mode_t mode)
{
    if (changesFiles(flags))
        visit("open", path);
    return next<int(Path, int, ...)>(name)(path, flags, mode);
}

int openedAt(const char* name, int folder, Path path, int flags, mode_t mode)
{
    if (changesFiles(flags))
        visit("open", path);
    return next<int(int, Path, int, ...)>(name)(folder, path, flags, mode);
}

} // namespace

extern "C" {

int open(Path path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return opened("open", path, flags, mode);
}

int open64(Path path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return opened("open64", path, flags, mode);
}

int openat(int folder, Path path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return openedAt("openat", folder, path, flags, mode);
}

int openat64(int folder, Path path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return openedAt("openat64", folder, path, flags, mode);
}

ssize_t write(int file, const void* data, std::size_t size)
{
    const auto real = next<ssize_t(int, const void*, std::size_t)>("write");
    return written(file, size, [&](std::size_t part) { return real(file, data, part); });
}

ssize_t pwrite(int file, const void* data, std::size_t size, off_t at)
{
    const auto real = next<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
    return written(file, size, [&](std::size_t part) { return real(file, data, part, at); });
}

ssize_t pwrite64(int file, const void* data, std::size_t size, off64_t at)
{
    const auto real = next<ssize_t(int, const void*, std::size_t, off64_t)>("pwrite64");
    return written(file, size, [&](std::size_t part) { return real(file, data, part, at); });
}

int rename(Path from, Path to) noexcept
{
    visit("rename", to);
    return next<int(Path, Path)>("rename")(from, to);
}

int renameat2(int fromFolder, Path from, int toFolder, Path to, unsigned flags) noexcept
{
    visit("rename", to);
    return next<int(int, Path, int, Path, unsigned)>("renameat2")(fromFolder, from, toFolder, to, flags);
}

int linkat(int fromFolder, Path from, int toFolder, Path to, int flags) noexcept
{
    visit("link", to);
    return next<int(int, Path, int, Path, int)>("linkat")(fromFolder, from, toFolder, to, flags);
}

int unlink(Path path) noexcept
{
    visit("unlink", path);
    return next<int(Path)>("unlink")(path);
}

int ftruncate(int file, off_t size) noexcept
{
    visit("truncate", pathOf(file));
    return next<int(int, off_t)>("ftruncate")(file, size);
}

int ftruncate64(int file, off64_t size) noexcept
{
    visit("truncate", pathOf(file));
    return next<int(int, off64_t)>("ftruncate64")(file, size);
}

int fsync(int file)
{
    visit("sync", pathOf(file));
    return next<int(int)>("fsync")(file);
}

int fdatasync(int file)
{
    visit("sync", pathOf(file));
    return next<int(int)>("fdatasync")(file);
}

int fchmod(int file, mode_t mode) noexcept
{
    visit("chmod", pathOf(file));
    return next<int(int, mode_t)>("fchmod")(file, mode);
}

} // extern "C"
