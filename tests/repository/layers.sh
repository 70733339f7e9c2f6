#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Includes point downwards: app > ui > core. The core includes no Qt, and QCustomPlot is the chart's alone.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Prints the includes that match a pattern in the code below a folder.
includes() { code_files | grep -E "^$1/" | xargs -r grep -nE "^ *# *include *[<\"]($2)" || true; }

rooms_of() { find "$1" -mindepth 1 -maxdepth 1 -type d -printf '%f/\n' | paste -sd '|'; }

expect_nothing "Qt in the core:" "$(includes core 'Q[A-Z]|Qt|q[a-z]+\.h|qcustomplot')"
expect_nothing "The core includes what is above it:" "$(includes core "$(rooms_of ui)|ui/|app/")"
expect_nothing "The window's code includes the program's:" "$(includes ui 'app/')"
expect_nothing "QCustomPlot outside ui/chart:" "$(includes '(core|app|ui)' 'qcustomplot' | grep -v '^ui/chart/' || true)"
