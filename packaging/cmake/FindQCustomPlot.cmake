# SPDX-License-Identifier: GPL-3.0-or-later
# Finds QCustomPlot built for Qt 6 and defines QCustomPlot::QCustomPlot. Names by distribution: QCustomPlotQt6
# (Debian, Ubuntu), qcustomplot-qt6 (Fedora, openSUSE, Arch), qcustomplot2 (vcpkg), qcustomplot (own builds).
# Debian's own config package is not used: it knows no version, and under the plain name it means Qt 5.
if(TARGET QCustomPlot::QCustomPlot)
  return()
endif()
if(NOT TARGET Qt6::PrintSupport)
  message(FATAL_ERROR "FindQCustomPlot: find Qt6 Widgets and PrintSupport first")
endif()

find_path(QCustomPlot_INCLUDE_DIR qcustomplot.h)
find_library(QCustomPlot_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot2 qcustomplot)
set(reason "Debian and Ubuntu: libqcustomplot-dev, Fedora and openSUSE: qcustomplot-qt6-devel, Arch: qcustomplot-qt6")

if(QCustomPlot_LIBRARY)
  # Linking a build for Qt 5 would only fail later, with hundreds of undefined symbols.
  file(STRINGS ${QCustomPlot_LIBRARY} qt5 REGEX "libQt5Core" LIMIT_COUNT 1)
  if(qt5)
    set(reason "${QCustomPlot_LIBRARY} is built for Qt 5, and one for Qt 6 is wanted. ${reason}")
    set(QCustomPlot_LIBRARY QCustomPlot_LIBRARY-NOTFOUND)
  endif()
endif()
if(QCustomPlot_INCLUDE_DIR)
  file(STRINGS ${QCustomPlot_INCLUDE_DIR}/qcustomplot.h version_line REGEX "define QCUSTOMPLOT_VERSION_STR")
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" QCustomPlot_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QCustomPlot
  REQUIRED_VARS QCustomPlot_LIBRARY QCustomPlot_INCLUDE_DIR
  VERSION_VAR QCustomPlot_VERSION
  REASON_FAILURE_MESSAGE "${reason}")
mark_as_advanced(QCustomPlot_INCLUDE_DIR QCustomPlot_LIBRARY)

if(QCustomPlot_FOUND)
  add_library(QCustomPlot::QCustomPlot UNKNOWN IMPORTED)
  set_target_properties(QCustomPlot::QCustomPlot PROPERTIES
    IMPORTED_LOCATION ${QCustomPlot_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${QCustomPlot_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
