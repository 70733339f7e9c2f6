#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing unfinished, and no path of somebody's machine.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Bracketed so that this file does not find itself.
unfinished='[T]ODO|[F]IXME|[X]XX|[n]ot implemented|[n]ot yet implemented'
machine='/(home|work|root|Users)/[a-z]'
left=$(project_files | grep -vE '^LICENSE$|\.svg$|\.png$|^tests/(data|golden)/' \
    | tr '\n' '\0' | xargs -0 grep -nIE "$unfinished|$machine" || true)
expect_nothing "Left over:" "$left"
