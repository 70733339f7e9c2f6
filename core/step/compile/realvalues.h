// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/compile/capture.h"

#include <cstddef>
#include <vector>

namespace plimsoll::step {

inline constexpr std::size_t noValue = static_cast<std::size_t>(-1);

// The captured block reduced to what lies in memory: values that a library's kernel reads or makes, statistics, what is
// kept, and what is returned. Everything between is fused into the kernel that makes one of them.
class RealValues
{
public:
    RealValues(const Capture& capture, const std::vector<bool>& kept, std::size_t input, std::size_t output);

    std::size_t count() const { return m_real.size(); }
    bool isReal(std::size_t value) const { return m_real[value]; }
    bool isKept(std::size_t value) const { return m_kept[value]; }
    std::size_t input() const { return m_input; } // the block's
    std::size_t output() const { return m_output; }
    const Capture& capture() const { return m_capture; }

    int op(std::size_t value) const { return m_capture.values[value].op; }
    const CapturedOp& makerOf(std::size_t value) const { return m_capture.ops[static_cast<std::size_t>(op(value))]; }
    std::int64_t bytes(std::size_t value) const { return m_capture.values[value].bytes; }
    bool byProduct(std::size_t value) const { return op(value) >= 0 && makerOf(value).kind == OpClass::Product; }

    // The real values that a real value's kernel reads, and those whose kernels read it.
    const std::vector<std::size_t>& sources(std::size_t value) const { return m_sources[value]; }
    const std::vector<std::size_t>& readers(std::size_t value) const { return m_readers[value]; }

    // The parameter that a value is, or is a cast of; none of an activation.
    std::size_t parameterOf(std::size_t value) const;

    // Those that lead to what is returned (or nothing is) and, where it keeps them, to what is kept.
    std::vector<bool> wanted(std::size_t returned, bool keeps) const;
    // What only a product's backward reads: a recomputation makes it not with the rest, but in the kernel that makes
    // the gradients of what it is made of.
    std::vector<bool> late() const;

private:
    void addSources(std::size_t value, std::vector<std::size_t>& into) const;

    const Capture& m_capture;
    const std::vector<bool>& m_kept;
    std::size_t m_input;
    std::size_t m_output;
    std::vector<bool> m_real;
    std::vector<std::vector<std::size_t>> m_sources;
    std::vector<std::vector<std::size_t>> m_readers;
};

inline bool isMatrixProduct(const CapturedOp& op)
{
    return op.name == "linear" || op.name == "matmul";
}

} // namespace plimsoll::step
