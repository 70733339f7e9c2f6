#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# completion.sh PROGRAM: what bash offers after some beginnings of a command line.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=../../packaging/linux/plimsoll.bash-completion
source packaging/linux/plimsoll.bash-completion

program=$1
failures=""

# offers "WORDS BEFORE" BEGINNING EXPECTED…: each of the expected words is offered.
offers() {
    local before beginning=$2 expected
    read -ra before <<<"$1"
    COMP_WORDS=("$program" "${before[@]}" "$beginning")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _plimsoll "$program" || true
    shift 2
    for expected in "$@"; do
        [[ " ${COMPREPLY[*]} " == *" $expected "* ]] \
            || failures+="after \"$*\": $expected is not among: ${COMPREPLY[*]}"$'\n'
    done
}

offers "" "est" estimate
offers "" "" estimate chart devices models
offers "" "--" --help --version
offers "estimate" "--" --device --set --format --unit --help
offers "estimate --format" "" text json csv markdown
offers "estimate --format" "m" markdown
offers "estimate --device" "h100" h100-sxm5-80gb
offers "chart" "--t" --theme
offers "chart --theme" "" light dark
offers "chart -o" "READ" README.md
offers "estimate" "resources/exa" resources/examples
expect_nothing "Bash completion:" "$failures"
