// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelcatalog.h"

#include <span>
#include <string>

namespace plimsoll {

// A table, one row a model.
std::string modelListText(std::span<const CatalogModel> models);

// An array of objects: {"id", "family", "kind", "parameters", "exact", "code", "config"}. code: the family whose code
// the engine runs, null where it reads no such config.
std::string modelListJson(std::span<const CatalogModel> models);

} // namespace plimsoll
