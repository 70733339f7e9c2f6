# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_ui PRIVATE
  report/reportfile.cpp
  report/reportpage.cpp
)
