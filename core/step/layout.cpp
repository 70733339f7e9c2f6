// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/layout.h"

#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <utility>

namespace plimsoll::step {

std::int64_t numel(const Dims& sizes)
{
    std::int64_t n = 1;
    for (std::int64_t size : sizes)
        n *= size;
    return n;
}

Dims contiguousStrides(const Dims& sizes)
{
    Dims strides(sizes.size());
    std::int64_t stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<std::int64_t>(sizes[i], 1);
    }
    return strides;
}

bool isContiguous(const Dims& sizes, const Dims& strides)
{
    std::int64_t stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        if (sizes[i] != 1 && strides[i] != stride)
            return false;
        stride *= std::max<std::int64_t>(sizes[i], 1);
    }
    return true;
}

namespace {

// Dimensions from the slowest to the fastest, as TensorIterator sorts them: equal strides keep their order, and what is
// repeated (stride 0) stays where it is while others pass it (TensorIterator.cpp, reorder_dimensions).
boost::container::static_vector<std::size_t, 6> slowestFirst(const Dims& strides)
{
    boost::container::static_vector<std::size_t, 6> order(strides.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = order.size() - 1 - i;
    for (std::size_t i = 1; i < order.size(); ++i)
        for (std::size_t at = i, before = i; before-- > 0;) {
            const std::int64_t faster = strides[order[before]];
            const std::int64_t slower = strides[order[at]];
            if (faster == 0 || slower == 0 || faster == slower)
                continue;
            if (faster < slower)
                break;
            std::swap(order[before], order[at]);
            at = before;
        }
    std::reverse(order.begin(), order.end());
    return order;
}

} // namespace

bool isDense(const Dims& sizes, const Dims& strides)
{
    if (isContiguous(sizes, strides))
        return true;
    const auto order = slowestFirst(strides);
    std::int64_t stride = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        if (sizes[order[i]] == 1)
            continue;
        if (strides[order[i]] != stride)
            return false;
        stride *= sizes[order[i]];
    }
    return true;
}

Dims preservedStrides(const Dims& sizes, const Dims& strides)
{
    return isDense(sizes, strides) ? strides : packedLike(sizes, strides);
}

Dims packedLike(const Dims& sizes, const Dims& strides)
{
    const auto order = slowestFirst(strides);
    Dims packed(sizes.size());
    std::int64_t stride = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        packed[order[i]] = stride;
        stride *= sizes[order[i]];
    }
    return packed;
}

std::optional<Dims> viewStrides(const Dims& sizes, const Dims& strides, const Dims& newSizes)
{
    if (numel(sizes) == 0 || isContiguous(sizes, strides))
        return contiguousStrides(newSizes);

    // Neighbours merge where the outer one steps over the whole inner one; each run of merged dimensions must be cut
    // by the new sizes within itself.
    Dims result(newSizes.size());
    std::size_t next = newSizes.size();
    std::size_t i = sizes.size();
    while (i > 0) {
        --i;
        if (sizes[i] == 1)
            continue;
        std::int64_t left = sizes[i];
        std::int64_t stride = strides[i];
        while (i > 0 && (sizes[i - 1] == 1 || strides[i - 1] == stride * left)) {
            --i;
            left *= sizes[i];
        }
        while (left > 1 || (next > 0 && newSizes[next - 1] == 1)) {
            if (next == 0 || left % newSizes[next - 1] != 0)
                return std::nullopt;
            --next;
            result[next] = stride;
            stride *= newSizes[next];
            left /= newSizes[next];
        }
    }
    while (next > 0) {
        if (newSizes[--next] != 1)
            return std::nullopt;
        result[next] = 1;
    }
    return result;
}

} // namespace plimsoll::step
