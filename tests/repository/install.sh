#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# install.sh CMAKE BUILD VERSION: what "cmake --install" lays down runs from there and is complete.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cmake=$1 build=$2 version=$3
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
"$cmake" --install "$build" --prefix "$prefix" >/dev/null

said=$("$prefix/bin/plimsoll" --version)
[[ $said == "plimsoll $version" ]] || expect_nothing "The installed program says its version as:" "$said"

id=org.plimsoll.plimsoll
missing=$(for file in bin/plimsoll "share/applications/$id.desktop" "share/metainfo/$id.metainfo.xml" \
    "share/mime/packages/$id.xml" "share/icons/hicolor/scalable/apps/$id.svg" share/man/man1/plimsoll.1 \
    share/bash-completion/completions/plimsoll share/doc/plimsoll/examples/worked-example.json; do
    [[ -s $prefix/$file ]] || printf '%s\n' "$file"
done)
expect_nothing "Not installed:" "$missing"

# The worked example needs no display, and fits an H100: exit status 0.
(cd "$prefix/share/doc/plimsoll/examples" && env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM \
    "$prefix/bin/plimsoll" estimate worked-example.json --device h100-sxm5-80gb >/dev/null)

if command -v update-mime-database >/dev/null; then
    update-mime-database "$prefix/share/mime"
    grep -q 'application/x-plimsoll-scenario+json:\*.plimsoll.json' "$prefix/share/mime/globs" \
        || expect_nothing "The file type is not in:" "$prefix/share/mime/globs"
fi
