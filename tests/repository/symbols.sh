#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# symbols.sh ARCHIVE: the core library needs nothing of Qt from whoever links it.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

needed=$(nm --demangle --undefined-only "$1" 2>/dev/null | sed -n 's/^ *U //p' | sort -u || true)
[[ -n $needed ]] || expect_nothing "nm finds nothing in this archive; is it the core library?" "$1"
expect_nothing "Qt's symbols in the core:" "$(grep -E '(^|[^:[:alnum:]_])(Q[A-Z]|Qt|qt_|q[A-Z])' <<<"$needed" || true)"
