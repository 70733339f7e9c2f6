# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_ui PRIVATE
  chart/axisscale.cpp
  chart/chartaccess.cpp
  chart/chartexport.cpp
  chart/chartview.cpp
  chart/legend.cpp
  chart/partbars.cpp
  chart/plotcanvas.cpp
  chart/textblock.cpp
  chart/tierchart.cpp
  chart/tiersmarks.cpp
  chart/tiersplot.cpp
  chart/tiersscene.cpp
  chart/tierstexts.cpp
)
