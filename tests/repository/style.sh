#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The code is laid out as .clang-format says; "clang-format-14 -i FILE" does it.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

code_files | xargs -P "$(nproc)" -n 20 clang-format-14 --dry-run --Werror
