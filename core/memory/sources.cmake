# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  memory/device.cpp
  memory/lineitem.cpp
  memory/overheads.cpp
  memory/verdict.cpp
)
plimsoll_embed(plimsoll_core resources/gpus.json gpusJson)
