// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib> // defines __GLIBC__ where that is the C library

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace plimsoll {

// To be called once, as a program begins. Every estimate makes and drops the same hundred kilobytes: glibc would hand
// them back to the system each time, and the page faults of taking them again cost twice the estimate itself.
inline void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int kept = 64 * 1024 * 1024;
    mallopt(M_MMAP_THRESHOLD, kept);
    mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

} // namespace plimsoll
