#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# x11.sh PROGRAM: on a real X server the window opens, on the worked example and on a file.
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Inside the display: starts the program and waits until its window is there.
if [[ ${2:-} == inside ]]; then
    "$1" "${@:3}" &
    program=$!
    trap 'kill "$program" 2>/dev/null || true' EXIT
    for ((i = 0; i < 100; ++i)); do
        kill -0 "$program" 2>/dev/null || expect_nothing "The program left again:" "$*"
        windows=$(xwininfo -root -tree)
        [[ ! $windows =~ \"[^\"]*Plimsoll[^\"]*\":\ \(\"plimsoll\" ]] || exit 0
        sleep 0.1
    done
    expect_nothing "No window of Plimsoll's after ten seconds, but:" "$windows"
fi

for file in "" resources/examples/worked-example.json; do
    env -u QT_QPA_PLATFORM -u WAYLAND_DISPLAY xvfb-run --auto-servernum --server-args="-screen 0 1280x800x24" \
        bash "${BASH_SOURCE[0]}" "$1" inside ${file:+"$file"}
done
