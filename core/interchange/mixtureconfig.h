// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "interchange/familydefaults.h"
#include "model/modelspec.h"

// The fields of a config.json that only mixtures of experts, and only latent attention have.
namespace plimsoll {

void readExperts(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual);
void readLatentAttention(JsonObjectReader& config, ModelSpec& model);

} // namespace plimsoll
