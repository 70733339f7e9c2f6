// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace plimsoll {

// A function's results for 0 to count - 1, found on as many threads as there are processors. The function must not
// throw and must not change what others of its calls see.
template <class Value, class Function>
std::vector<Value> inParallel(std::size_t count, const Function& function)
{
    std::vector<Value> results(count);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            results[i] = function(i);
    };
    const std::size_t threads = std::min<std::size_t>(count, std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& each : others)
        each.join();
    return results;
}

} // namespace plimsoll
