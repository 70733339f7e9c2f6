# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034
# What Plimsoll is built from on Debian 12, Ubuntu 24.04 and later, one package a line: "NAME: what it is for".
# NAME|OTHER: distributions name it differently; the first one known is taken. NAME?: done without where unknown.

build_packages=(
    "cmake: configures the build"
    "ninja-build: runs the build"
    "g++: the C++20 compiler"
    "qt6-base-dev: the window and drawing"
    "qt6-svg-dev|libqt6svg6-dev: charts as SVG, the icon"
    "qt6-tools-dev: translations of the window"
    "qt6-l10n-tools: translations of the window"
    "libqcustomplot-dev: charts"
    "libboost-json-dev|libboost-json1.83-dev|libboost-json1.81-dev: reads and writes scenario files"
    "fonts-dejavu-core: the font of charts drawn without a display"
)

test_packages=(
    "git: which files belong to the project"
    "xvfb: a display for the window's smoke test"
    "xauth: access to that display"
    "x11-utils: sees whether the window is there"
    "libbenchmark-dev: benchmarks"
    "zlib1g-dev: recorded runs that tests read"
    "binutils: looks for Qt in the core library"
    "dpkg-dev: the Debian package"
    "shellcheck: checks the scripts"
    "clang-format-14?: checks the layout of the code"
    "desktop-file-utils: checks the menu entry"
    "appstream: checks the description for software centres"
    "shared-mime-info: checks the file type"
    "libxml2-utils: checks XML and SVG files"
    "groff-base: checks the manual page"
)
