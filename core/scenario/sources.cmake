# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  scenario/choices.cpp
  scenario/combinations.cpp
  scenario/devicereader.cpp
  scenario/experttargets.cpp
  scenario/fusedkernels.cpp
  scenario/megatronreader.cpp
  scenario/megatronrules.cpp
  scenario/nanotronrules.cpp
  scenario/nearestcounts.cpp
  scenario/optimizerkernels.cpp
  scenario/parallellayout.cpp
  scenario/parallelreader.cpp
  scenario/refusal.cpp
  scenario/scenario.cpp
  scenario/scenariofile.cpp
  scenario/scenarioreader.cpp
  scenario/scenariowriter.cpp
  scenario/software.cpp
  scenario/zeroreader.cpp)
