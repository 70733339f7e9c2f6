# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_ui PRIVATE
  chart/axisscale.cpp
  chart/chartaccess.cpp
  chart/chartexport.cpp
  chart/chartpage.cpp
  chart/chartview.cpp
  chart/columnsdrawing.cpp
  chart/drawing.cpp
  chart/drawingview.cpp
  chart/legend.cpp
  chart/mapdrawing.cpp
  chart/partbars.cpp
  chart/picture.cpp
  chart/plotcanvas.cpp
  chart/scenariosdrawing.cpp
  chart/stepdrawing.cpp
  chart/sweepdrawing.cpp
  chart/textblock.cpp
  chart/tierchart.cpp
  chart/tiersmarks.cpp
  chart/tiersplot.cpp
  chart/tiersscene.cpp
  chart/tierstexts.cpp
  chart/valueaxis.cpp
  chart/views.cpp
)
