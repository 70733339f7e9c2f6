# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  model/family.cpp
  model/ladder.cpp
  model/modelcatalog.cpp
  model/parameters.cpp
)
plimsoll_embed(plimsoll_core resources/models.json modelsJson)
