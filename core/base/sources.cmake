# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE base/error.cpp base/format.cpp base/json.cpp base/jsonbuilder.cpp
  base/jsonlocation.cpp base/jsonreader.cpp base/jsonsyntax.cpp
  base/jsonwriter.cpp base/spelling.cpp base/textfile.cpp base/utf8.cpp base/version.cpp)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/version.cpp PROPERTIES COMPILE_DEFINITIONS PLIMSOLL_VERSION="${PROJECT_VERSION}")
