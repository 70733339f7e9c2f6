#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# version.sh VERSION: the change log and the description for software centres know the version being built.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

version=$1
newest=$(grep -m 1 -oP '^## \[\K[^]]+' CHANGELOG.md)
[[ $newest == "$version" ]] || expect_nothing "CHANGELOG.md starts with another version than $version:" "$newest"
newest=$(grep -m 1 -oP '<release version="\K[^"]+' packaging/linux/org.plimsoll.plimsoll.metainfo.xml)
[[ $newest == "$version" ]] || expect_nothing "metainfo.xml starts with another version than $version:" "$newest"
