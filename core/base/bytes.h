// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace plimsoll {

// An exact number of bytes. Arithmetic never wraps: what passes 2^63 - 1 sticks at that value, and
// isSaturated() tells the caller to report an error instead of a figure.
class Bytes
{
public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t count)
        : m_count(count)
    {
    }

    static constexpr Bytes saturated() { return Bytes(std::numeric_limits<std::int64_t>::max()); }

    constexpr std::int64_t count() const { return m_count; }
    constexpr double toDouble() const { return static_cast<double>(m_count); }
    constexpr bool isSaturated() const { return *this == saturated(); }

    constexpr auto operator<=>(const Bytes&) const = default;

    constexpr Bytes& operator+=(Bytes other)
    {
        if (isSaturated() || __builtin_add_overflow(m_count, other.m_count, &m_count))
            *this = saturated();
        return *this;
    }
    constexpr Bytes& operator-=(Bytes other)
    {
        if (isSaturated() || __builtin_sub_overflow(m_count, other.m_count, &m_count))
            *this = saturated();
        return *this;
    }
    constexpr Bytes& operator*=(std::int64_t factor)
    {
        if (isSaturated() || __builtin_mul_overflow(m_count, factor, &m_count))
            *this = saturated();
        return *this;
    }

    friend constexpr Bytes operator+(Bytes a, Bytes b) { return a += b; }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return a -= b; }
    friend constexpr Bytes operator*(Bytes a, std::int64_t factor) { return a *= factor; }
    friend constexpr Bytes operator*(std::int64_t factor, Bytes a) { return a *= factor; }

private:
    std::int64_t m_count = 0;
};

inline constexpr std::int64_t kib = 1024;
inline constexpr std::int64_t mib = 1024 * kib;
inline constexpr std::int64_t gib = 1024 * mib;

} // namespace plimsoll
