# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  advice/explainoom.cpp
  advice/fitmap.cpp
  advice/oomtext.cpp
  advice/savings.cpp
  advice/solve.cpp
  advice/sweep.cpp
)
