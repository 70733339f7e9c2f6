# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_ui PRIVATE
  window/actions.cpp
  window/devicepicker.cpp
  window/exportdialog.cpp
  window/filechooser.cpp
  window/filing.cpp
  window/foldablegroup.cpp
  window/helpdialogs.cpp
  window/ledgermodel.cpp
  window/ledgerrows.cpp
  window/ledgertable.cpp
  window/lever.cpp
  window/leverpanel.cpp
  window/leverrow.cpp
  window/mainwindow.cpp
  window/messagestrip.cpp
  window/quantity.cpp
  window/quantityfield.cpp
  window/session.cpp
  window/stopslider.cpp
  window/tabletext.cpp
  window/verdictbar.cpp
  window/wheelguard.cpp
  window/windowsettings.cpp
  window/windowtheme.cpp
  window/documentfile.cpp
)
