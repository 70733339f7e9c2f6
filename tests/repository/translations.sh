#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# translations.sh LUPDATE: every text that the window can say is in every catalogue, translated.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

lupdate=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for catalogue in resources/translations/*.ts; do
    copy=$folder/$(basename "$catalogue")
    cp "$catalogue" "$copy"
    "$lupdate" -silent -locations none ui -I ui -I core -ts "$copy" 2>/dev/null
    left=$(grep -A3 -E 'type="(unfinished|vanished|obsolete)"' -B2 "$copy" | grep '<source>' || true)
    expect_nothing "Not translated, or not said any more, in $catalogue:" "$left"
done
