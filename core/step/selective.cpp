// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/selective.h"

#include <utility>

namespace plimsoll::step {

// _CachingTorchDispatchMode: detached, so that no graph hangs on them.
Results keptResults(SelectiveMode& mode, Results made)
{
    Results& kept = mode.kept.emplace_back();
    for (const Tensor& result : made)
        kept.push_back(detach(result));
    return made;
}

// _CachedTorchDispatchMode: the operation does not run.
Results takenResults(SelectiveMode& mode)
{
    return std::exchange(mode.kept[mode.taken++], {});
}

} // namespace plimsoll::step
