#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No script leaves shellcheck anything to say.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

project_files | while IFS= read -r file; do
    if [[ $file == *.sh || $file == *.bash-completion ]] || head -n 1 "$file" | grep -qaE '^#!.*\bbash$'; then
        printf '%s\0' "$file"
    fi
done | xargs -0 shellcheck
