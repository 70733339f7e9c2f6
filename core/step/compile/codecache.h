// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace plimsoll::step {

class Capture;
struct CompiledPlan;
struct PlanRequest;

// What of a captured block decides how it is compiled.
struct CodeKey
{
    std::vector<std::string_view> operations;
    std::vector<std::int64_t> numbers;

    bool operator==(const CodeKey&) const = default;
};

// needed: the values that backward reads.
CodeKey keyOf(const Capture& capture, const std::vector<bool>& needed, const PlanRequest& request);

// Blocks alike are compiled once, as torch.compile does.
struct CompiledCode
{
    CodeKey key;
    std::shared_ptr<const CompiledPlan> plan;
};

using CodeCache = std::vector<CompiledCode>;

} // namespace plimsoll::step
