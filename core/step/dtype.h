// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plimsoll::step {

enum class DType : std::uint8_t { Bool, UInt8, Int32, Int64, Float16, BFloat16, Float32, Float64 };

namespace detail {

struct DTypeInfo
{
    std::int64_t size; // bytes an element
    int rank;          // in type promotion
    bool isFloat;
};

inline constexpr std::array<DTypeInfo, 8> dtypes{{
    {1, 0, false},
    {1, 1, false},
    {4, 2, false},
    {8, 3, false},
    {2, 4, true},
    {2, 4, true},
    {4, 5, true},
    {8, 6, true},
}};

inline constexpr const DTypeInfo& info(DType type)
{
    return dtypes[static_cast<std::size_t>(type)];
}

} // namespace detail

constexpr std::int64_t sizeOf(DType type)
{
    return detail::info(type).size;
}

constexpr bool isFloat(DType type)
{
    return detail::info(type).isFloat;
}

constexpr bool isHalf(DType type)
{
    return type == DType::Float16 || type == DType::BFloat16;
}

// torch.promote_types for tensors that both have dimensions.
constexpr DType promoted(DType a, DType b)
{
    if (detail::info(a).rank == detail::info(b).rank)
        return a == b ? a : DType::Float32;
    return detail::info(a).rank > detail::info(b).rank ? a : b;
}

} // namespace plimsoll::step
