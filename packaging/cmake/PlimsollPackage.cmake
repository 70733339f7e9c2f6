# SPDX-License-Identifier: GPL-3.0-or-later
# `cpack -G DEB` in the build folder makes the Debian package, `cpack -G TGZ` an archive.
# No maintainer scripts: dpkg's triggers refresh the caches of menu entries, icons and file types.
set(CPACK_PACKAGE_NAME plimsoll)
set(CPACK_PACKAGE_VENDOR "Plimsoll's authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows whether a transformer training job fits on a GPU")
set(CPACK_PACKAGE_DESCRIPTION "Plimsoll replays the memory that one training step of a transformer model
takes and frees, and shows what the peak is made of, whether it fits on each
GPU, and which choice moves it: model size, batch, sequence, precision,
optimizer, checkpointing. A window with levers and charts, and a command line.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/\\.git/" "/build/" "/\\.cache/")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Plimsoll's authors <plimsoll@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core")
include(CPack)
