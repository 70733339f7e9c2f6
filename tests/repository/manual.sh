#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# manual.sh PROGRAM PAGE: groff has nothing to say about the manual page, and every command and option the program's
# help knows is in it.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

program=$1
page=$2
expect_nothing "groff on $page:" "$(groff -man -Tutf8 -ww -z "$page" 2>&1)"

text=$(sed 's/\\-/-/g' "$page")
mapfile -t commands < <("$program" --help | grep -oP '^ +plimsoll \K[a-z][a-z-]*')
((${#commands[@]} > 0)) || expect_nothing "no commands in the program's help:" "$("$program" --help)"
absent=$(for command in "${commands[@]}"; do
    grep -q "plimsoll $command" <<<"$text" || printf '%s\n' "$command"
    "$program" "$command" --help | grep -oP '^ +(-[a-z], )?\K--[a-z-]+' | while IFS= read -r option; do
        grep -qw -- "$option" <<<"$text" || printf '%s %s\n' "$command" "$option"
    done
done)
expect_nothing "Not in the manual page:" "$absent"
