// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/kernels.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace plimsoll::step {

namespace {

std::int64_t powerOfTwoBelow(std::int64_t n)
{
    return n > 0 ? static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(n))) : 1;
}

// Reduce.cuh's setReduceConfig: how the sum is laid over threads and blocks, and what the blocks exchange.
Scratch configured(const GpuTraits& gpu, std::int64_t outputs, std::int64_t inputs, bool columns)
{
    std::int64_t vector = 1;
    if (columns)
        for (vector = 4; outputs % vector != 0;)
            vector /= 2;
    const std::int64_t threads = 512 / vector;
    const std::int64_t fast = columns ? outputs / vector : inputs;
    const std::int64_t slow = columns ? inputs : outputs;
    const std::int64_t fastPower = std::min(powerOfTwoBelow(fast), threads);
    const std::int64_t slowPower = std::min(powerOfTwoBelow(slow), threads);
    std::int64_t width = std::min<std::int64_t>(fastPower, 32);
    const std::int64_t height = std::min(slowPower, threads / width);
    width = std::min(fastPower, threads / height);

    const std::int64_t inputStep = columns ? 1 : width;
    const std::int64_t outputStep = columns ? width : 1;
    if (ceilDiv(inputs, inputStep) < std::min<std::int64_t>(height * 16, 256))
        return {};
    const std::int64_t perThread = ceilDiv(inputs, inputStep * height);
    const std::int64_t grid = ceilDiv(outputs / vector, outputStep);
    const std::int64_t target = gpu.multiprocessors * (gpu.threadsPerMultiprocessor / (width * height));
    if (perThread < 256 || grid > target)
        return {};
    const std::int64_t blocks
        = std::max(std::min(ceilDiv(target, grid), ceilDiv(perThread, 16)), ceilDiv(perThread, 256));
    if (blocks <= 1)
        return {};
    return {4 * outputs * blocks * (columns ? width * vector : 1), 4 * grid};
}

// Beyond 32-bit offsets (in elements of elementSize bytes) the inputs are halved until they fit; the halves run in
// turn.
Scratch within32Bits(const GpuTraits& gpu, std::int64_t outputs, std::int64_t inputs, bool columns,
                     std::int64_t elementSize)
{
    if (1 + (outputs * inputs - 1) * elementSize <= std::numeric_limits<std::int32_t>::max() || inputs < 2)
        return configured(gpu, outputs, inputs, columns);
    const Scratch first = within32Bits(gpu, outputs, inputs / 2, columns, elementSize);
    const Scratch second = within32Bits(gpu, outputs, inputs - inputs / 2, columns, elementSize);
    const auto total = [](const Scratch& s) { return std::accumulate(s.begin(), s.end(), std::int64_t{0}); };
    return total(second) > total(first) ? second : first;
}

} // namespace

Scratch reductionScratch(const GpuTraits& gpu, std::int64_t outputs, std::int64_t inputs, bool columns, DType dtype)
{
    Scratch scratch = within32Bits(gpu, outputs, inputs, columns, sizeOf(dtype));
    const bool split = 1 + (outputs * inputs - 1) * sizeOf(dtype) > std::numeric_limits<std::int32_t>::max();
    if (split && sizeOf(dtype) < 4)
        scratch.insert(scratch.begin(), 4 * outputs); // narrow types gather in one wide buffer
    return scratch;
}

Scratch wholeReductionScratch(const GpuTraits& gpu, std::int64_t count, DType dtype, std::int64_t accumulator)
{
    while (1 + (count - 1) * sizeOf(dtype) > std::numeric_limits<std::int32_t>::max())
        count -= count / 2; // halves that 32-bit offsets reach, one after the other
    const std::int64_t threads = std::min<std::int64_t>(powerOfTwoBelow(count > 128 ? count / 4 : count), 512);
    const std::int64_t perThread = ceilDiv(count, threads);
    if (perThread < 256)
        return {};
    const std::int64_t resident = gpu.multiprocessors * (gpu.threadsPerMultiprocessor / 512);
    return {accumulator * std::max(std::min(resident, ceilDiv(perThread, 16)), ceilDiv(perThread, 256)), 4};
}

std::int64_t radixSortScratch(std::int64_t count, std::int64_t keyBytes, std::int64_t valueBytes, std::int64_t bits)
{
    const std::int64_t tile = keyBytes == 4 ? 5376 : 4608; // 384 threads of 14 or 12 items (cub's onesweep policy)
    constexpr std::int64_t oneBlock = 256 * 9;             // pairs of 8-byte items that one block sorts by itself
    if (count <= oneBlock)
        return 1;
    const std::int64_t passes = ceilDiv(bits, 8);
    // One pass goes from the input straight to the output.
    const std::int64_t between = passes > 1 ? roundUp(keyBytes * count, 256) + roundUp(valueBytes * count, 256) : 0;
    return between + 1024 * ceilDiv(count, tile) + 2048 * passes + 511;
}

std::int64_t radixSortScratch(std::int64_t count, std::int64_t range)
{
    return radixSortScratch(count, 8, 8, std::bit_width(static_cast<std::uint64_t>(range)));
}

std::int64_t flashSplits(const GpuTraits& gpu, std::int64_t tiles, std::int64_t keys, std::int64_t headDim)
{
    const std::int64_t room = 2 * gpu.multiprocessors;
    if (static_cast<double>(tiles) >= 0.8 * static_cast<double>(room))
        return 1;
    const std::int64_t block = headDim <= 64 ? 256 : headDim <= 128 ? 128 : 64;
    const std::int64_t blocks = ceilDiv(keys, block);
    const std::int64_t most = std::min({std::int64_t{128}, room, blocks});
    const auto eligible = [blocks](std::int64_t k) { return k == 1 || ceilDiv(blocks, k) != ceilDiv(blocks, k - 1); };
    const auto fill = [tiles, room](std::int64_t k) {
        const double waves = static_cast<double>(tiles * k) / static_cast<double>(room);
        return waves / static_cast<double>(ceilDiv(tiles * k, room));
    };
    double best = 0;
    for (std::int64_t k = 1; k <= most; ++k)
        if (eligible(k))
            best = std::max(best, fill(k));
    for (std::int64_t k = 1; k <= most; ++k)
        if (eligible(k) && fill(k) >= 0.85 * best)
            return k;
    return 1;
}

namespace {

constexpr std::int64_t copyTile = 128 * 16; // threads of a block, bytes of each

std::int64_t tiles(std::span<const std::int64_t> chunks, std::int64_t tile)
{
    std::int64_t count = 0;
    for (std::int64_t bytes : chunks)
        count += ceilDiv(bytes, tile);
    return count;
}

} // namespace

std::int64_t splitCopyScratch(const GpuTraits& gpu, std::span<const std::int64_t> chunks, std::int64_t ranks)
{
    const std::int64_t mostBlocks = gpu.multiprocessors * gpu.threadsPerMultiprocessor / 128 * 2;
    const std::int64_t rounds = ceilDiv(tiles(chunks, copyTile) * ranks, mostBlocks);
    std::int64_t chunksOfBlock = 1;
    while (chunksOfBlock * chunksOfBlock < rounds)
        ++chunksOfBlock;
    chunksOfBlock = std::min(chunksOfBlock, ranks);
    const std::int64_t blocks = tiles(chunks, copyTile * ceilDiv(rounds, chunksOfBlock));
    const auto tensors = static_cast<std::int64_t>(chunks.size());
    return 8 * (4 * tensors + 1 + blocks);
}

std::int64_t chunkCatScratch(std::span<const std::int64_t> chunks, bool mixedTypes)
{
    const auto tensors = static_cast<std::int64_t>(chunks.size());
    return 8 * (6 * tensors + (mixedTypes ? 0 : 2) + tiles(chunks, copyTile));
}

} // namespace plimsoll::step
