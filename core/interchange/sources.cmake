# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  interchange/checkpointconfig.cpp
  interchange/checkpointmodel.cpp
  interchange/configflags.cpp
  interchange/familydefaults.cpp
  interchange/modelconfig.cpp
  interchange/modelconfigwriter.cpp
  interchange/devicelist.cpp
  interchange/mixtureconfig.cpp
  interchange/modellist.cpp
  interchange/modelpresets.cpp
  interchange/modelsizes.cpp
  interchange/nearestfamily.cpp
  interchange/report.cpp
  interchange/report/csv.cpp
  interchange/report/json.cpp
  interchange/report/markdown.cpp
  interchange/report/table.cpp
  interchange/report/tables.cpp
  interchange/report/text.cpp
  interchange/oomreport.cpp
  interchange/outofmemory.cpp
  interchange/planreport.cpp
  interchange/safetensors.cpp
  interchange/solutionreport.cpp
  interchange/sentences.cpp
)
