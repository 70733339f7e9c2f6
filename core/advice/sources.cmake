# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  advice/advicesearch.cpp
  advice/difference.cpp
  advice/explainoom.cpp
  advice/fitmap.cpp
  advice/goals.cpp
  advice/mapaxis.cpp
  advice/monotonegrid.cpp
  advice/layout.cpp
  advice/layoutcost.cpp
  advice/layoutfloor.cpp
  advice/layoutplan.cpp
  advice/megatronfloor.cpp
  advice/oomtext.cpp
  advice/savings.cpp
  advice/solve.cpp
  advice/stoprules.cpp
  advice/stops.cpp
)
