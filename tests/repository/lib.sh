# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What the checks share. Each prints what is wrong, a line each, and fails if there was anything.
set -euo pipefail

# The project's files, without what is ignored or built. Outside a checkout, as in a release archive: all there are.
project_files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
            [[ ! -f $file ]] || printf '%s\n' "$file"
        done
    else
        find . -path ./build -prune -o -path ./.git -prune -o -type f -printf '%P\n'
    fi
}

# Its C++ files.
code_files() { project_files | grep -E '\.(cpp|h)$'; }

# Fails with a sentence if the text holds anything.
expect_nothing() {
    [[ -n $2 ]] || return 0
    printf '%s\n%s\n' "$1" "$2"
    exit 1
}
