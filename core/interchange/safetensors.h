// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plimsoll {

struct StoredTensor
{
    std::string name;
    std::string dtype; // "BF16"
    std::vector<std::int64_t> shape;

    std::int64_t elements() const;
};

// What a checkpoint's headers say of its tensors; the tensors themselves are not read.
using StoredTensors = std::vector<StoredTensor>;

// Whether a file of that name is read as a checkpoint.
bool isCheckpoint(const std::string& path);

// A .safetensors file, or a .safetensors.index.json with all the files it lists beside it. A header that promises more
// than the file holds is refused.
Result<StoredTensors> readCheckpoint(const std::string& path);

} // namespace plimsoll
