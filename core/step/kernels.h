// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "step/dtype.h"

#include <boost/container/static_vector.hpp>

#include <cstdint>
#include <span>

namespace plimsoll::step {

// What of the card decides how much scratch its kernels take. All sizes in bytes. Defaults: H100 (sm_90), PyTorch 2.15.
struct GpuTraits
{
    std::int64_t multiprocessors = 132;
    std::int64_t threadsPerMultiprocessor = 2048;
    std::int64_t cublasWorkspace = 32 * mib;        // for the time of a product
    std::int64_t cublasLtWorkspace = 1 * mib;       // of a product with a bias, which cuBLASLt runs
    std::int64_t engineWorkspace = 32 * mib + 1024; // that Transformer Engine keeps for its products

    bool operator==(const GpuTraits&) const = default;
};

// Allocations of a kernel, in the order it makes them.
using Scratch = boost::container::static_vector<std::int64_t, 4>;

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

constexpr std::int64_t roundUp(std::int64_t a, std::int64_t multiple)
{
    return ceilDiv(a, multiple) * multiple;
}

// Global scratch of a sum of `inputs` values for each of `outputs`, as ATen/native/cuda/Reduce.cuh configures it: a
// staging buffer and semaphores where the inputs are spread over blocks. `columns`: neighbouring outputs are neighbours
// in memory (a bias's gradient); else neighbouring inputs are.
Scratch reductionScratch(const GpuTraits& gpu, std::int64_t outputs, std::int64_t inputs, bool columns, DType dtype);

// The same for a sum or norm of all `count` elements into one. accumulator: bytes of what is summed in, which for the
// greatest and the least is the elements' own type.
Scratch wholeReductionScratch(const GpuTraits& gpu, std::int64_t count, DType dtype, std::int64_t accumulator = 4);

// What cub's radix sort of `count` pairs of 64-bit numbers asks for, where keys lie below `range`; and of keys and
// values of so many bytes, by so many bits of the keys.
std::int64_t radixSortScratch(std::int64_t count, std::int64_t range);
std::int64_t radixSortScratch(std::int64_t count, std::int64_t keyBytes, std::int64_t valueBytes, std::int64_t bits);

// Into how many runs of keys flash attention divides its forward where too few tiles of 64 queries would fill the card
// (num_splits_heuristic of flash_api.cpp). Tiles: batch × heads × ceil(sequence / 64).
std::int64_t flashSplits(const GpuTraits& gpu, std::int64_t tiles, std::int64_t keys, std::int64_t headDim);

// Tables of blocks that two kernels read (ATen/native/cuda/TensorShape.cu): split_with_sizes_copy, which takes what
// `ranks` sent apart, and _chunk_cat, which lays gradients out for them. Chunks: one rank's bytes of each tensor.
// Gradients of mixed types share one table for their kernels (chunk_cat_mixed_dtype).
std::int64_t splitCopyScratch(const GpuTraits& gpu, std::span<const std::int64_t> chunks, std::int64_t ranks);
std::int64_t chunkCatScratch(std::span<const std::int64_t> chunks, bool mixedTypes = false);

} // namespace plimsoll::step
