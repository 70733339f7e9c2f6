#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every file says in its first five lines under which licence it is.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mapfile -t exceptions < <(grep -v '^#' "$(dirname "${BASH_SOURCE[0]}")/licence-exceptions.txt")

is_exception() {
    local pattern
    for pattern in "${exceptions[@]}"; do
        # shellcheck disable=SC2053 # the right side is a pattern
        [[ $1 != $pattern ]] || return 0
    done
    return 1
}

licence_of() {
    case $1 in
        *.metainfo.xml) echo CC0-1.0 ;; # catalogues of software take descriptions under free terms only
        *) echo GPL-3.0-or-later ;;
    esac
}

without=$(project_files | while IFS= read -r file; do
    is_exception "$file" || head -n 5 "$file" | grep -qaE "SPDX-License-Identifier\"?: \"?$(licence_of "$file")" \
        || printf '%s\n' "$file"
done)
expect_nothing "No licence line in the first five lines of:" "$without"
