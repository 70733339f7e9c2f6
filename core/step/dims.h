// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace plimsoll::step {

// Sizes or strides of a tensor, in elements; at most six. Thousands are copied in each recording, so that, unlike
// boost's static_vector, this is trivially copyable: places that are not used hold 0.
class Dims
{
public:
    using value_type = std::int64_t;
    using iterator = std::int64_t*;
    using const_iterator = const std::int64_t*;

    constexpr Dims() = default;
    constexpr explicit Dims(std::size_t count, std::int64_t value = 0)
        : m_count(count)
    {
        std::fill_n(m_values.begin(), count, value);
    }
    constexpr Dims(std::initializer_list<std::int64_t> values)
        : Dims(values.begin(), values.end())
    {
    }
    template <class Iterator>
    constexpr Dims(Iterator first, Iterator last)
    {
        for (; first != last; ++first)
            push_back(*first);
    }

    constexpr std::size_t size() const { return m_count; }
    constexpr bool empty() const { return m_count == 0; }
    constexpr std::int64_t& operator[](std::size_t i) { return m_values[i]; }
    constexpr std::int64_t operator[](std::size_t i) const { return m_values[i]; }
    constexpr std::int64_t& front() { return m_values.front(); }
    constexpr std::int64_t front() const { return m_values.front(); }
    constexpr std::int64_t& back() { return m_values[m_count - 1]; }
    constexpr std::int64_t back() const { return m_values[m_count - 1]; }
    constexpr iterator begin() { return m_values.data(); }
    constexpr iterator end() { return begin() + m_count; }
    constexpr const_iterator begin() const { return m_values.data(); }
    constexpr const_iterator end() const { return begin() + m_count; }

    constexpr void push_back(std::int64_t value) { m_values.at(m_count++) = value; }
    constexpr void pop_back() { m_values[--m_count] = 0; }

    constexpr void insert(const_iterator before, std::int64_t value)
    {
        push_back(value);
        std::rotate(begin() + (before - begin()), end() - 1, end());
    }
    template <class Iterator>
    constexpr void insert(const_iterator before, Iterator first, Iterator last)
    {
        for (std::ptrdiff_t at = before - begin(); first != last; ++first, ++at)
            insert(begin() + at, *first);
    }
    constexpr void erase(const_iterator at)
    {
        std::rotate(begin() + (at - begin()), begin() + (at - begin()) + 1, end());
        pop_back();
    }

    constexpr bool operator==(const Dims&) const = default;

private:
    std::array<std::int64_t, 6> m_values{};
    std::size_t m_count = 0;
};

} // namespace plimsoll::step
