#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# debian.sh CPACK BUILD VERSION: the Debian package can be made, and depends on the libraries that are linked.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cpack=$1 build=$2 version=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$cpack" -G DEB --config "$build/CPackConfig.cmake" -B "$folder" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

package=$(find "$folder" -maxdepth 1 -name "plimsoll_${version}*.deb")
[[ -n $package ]] || expect_nothing "No package in:" "$(ls "$folder")"
depends=$(dpkg-deb --field "$package" Depends)
missing=$(for library in libqcustomplot libqt6widgets6 libqt6svg6 libc6; do
    [[ $depends == *$library* ]] || printf '%s\n' "$library"
done)
expect_nothing "The package depends on \"$depends\", and not on:" "$missing"
dpkg-deb --contents "$package" >"$folder/contents"
grep -q ' ./usr/bin/plimsoll$' "$folder/contents" || expect_nothing "No program in the package:" "$(cat "$folder/contents")"
grep -q '/usr/share/doc/plimsoll/copyright$' "$folder/contents" \
    || expect_nothing "No copyright file in the package:" "$(cat "$folder/contents")"
