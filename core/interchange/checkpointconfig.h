// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "interchange/safetensors.h"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace plimsoll {

// A config.json that has those tensors, read off their names and shapes; and what they leave open: "heads: 32".
struct CheckpointConfig
{
    boost::json::object config;
    std::vector<std::string> taken;
};

// file: for the error where no family is known by such names.
Result<CheckpointConfig> configOf(const StoredTensors& tensors, const std::string& file);

} // namespace plimsoll
