# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  memory/allocatorreplay.cpp
  memory/cachingallocator.cpp
  memory/cardcheck.cpp
  memory/expandablesegments.cpp
  memory/freeblocks.cpp
  memory/device.cpp
  memory/estimate.cpp
  memory/ledger.cpp
  memory/lineitem.cpp
  memory/livecourse.cpp
  memory/overheads.cpp
  memory/recipenotes.cpp
  memory/reservedcourse.cpp
  memory/sizecheck.cpp
  memory/stages.cpp
  memory/stepcost.cpp
  memory/timeline.cpp
  memory/uncertainty.cpp
  memory/verdict.cpp
)
plimsoll_embed(plimsoll_core resources/gpus.json gpusJson)
