// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace plimsoll {

// Does the same work on as many threads as there are processors, but at most as many as asked for, and returns when all
// have done it. The work must not throw.
template <class Work>
void onEachProcessor(std::size_t most, const Work& work)
{
    const std::size_t threads = std::min<std::size_t>(most, std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& each : others)
        each.join();
}

// A function's results for 0 to count - 1, found on as many threads as there are processors. The function must not
// throw and must not change what others of its calls see.
template <class Value, class Function>
std::vector<Value> inParallel(std::size_t count, const Function& function)
{
    std::vector<Value> results(count);
    std::atomic<std::size_t> next = 0;
    onEachProcessor(count, [&] {
        for (std::size_t i = next++; i < count; i = next++)
            results[i] = function(i);
    });
    return results;
}

} // namespace plimsoll
