# SPDX-License-Identifier: GPL-3.0-or-later
# Finds QCustomPlot built for Qt 6 and defines QCustomPlot::QCustomPlot.
# Tries the distribution's config package first, then a plain search of header and library.
if(TARGET QCustomPlot::QCustomPlot)
  return()
endif()
if(NOT TARGET Qt6::PrintSupport)
  message(FATAL_ERROR "FindQCustomPlot: find Qt6 Widgets and PrintSupport first")
endif()

find_path(QCustomPlot_INCLUDE_DIR qcustomplot.h)
find_library(QCustomPlot_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot2 qcustomplot)
if(QCustomPlot_INCLUDE_DIR)
  file(STRINGS ${QCustomPlot_INCLUDE_DIR}/qcustomplot.h version_line REGEX "define QCUSTOMPLOT_VERSION_STR")
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" QCustomPlot_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QCustomPlot
  REQUIRED_VARS QCustomPlot_LIBRARY QCustomPlot_INCLUDE_DIR
  VERSION_VAR QCustomPlot_VERSION
  REASON_FAILURE_MESSAGE "Debian and Ubuntu: libqcustomplot-dev; Fedora and openSUSE: qcustomplot-qt6-devel; Arch: qcustomplot-qt6")
mark_as_advanced(QCustomPlot_INCLUDE_DIR QCustomPlot_LIBRARY)

if(QCustomPlot_FOUND)
  add_library(QCustomPlot::QCustomPlot UNKNOWN IMPORTED)
  set_target_properties(QCustomPlot::QCustomPlot PROPERTIES
    IMPORTED_LOCATION ${QCustomPlot_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${QCustomPlot_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
