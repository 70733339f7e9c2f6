#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A file of the program is one thought: no more than 400 lines.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

long=$(code_files | grep -E "^(core|ui|app)/" | xargs wc -l | awk '$2 != "total" && $1 > 400 { print $1, $2 }')
expect_nothing "More than 400 lines:" "$long"
