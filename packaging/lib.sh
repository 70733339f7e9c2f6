# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What packaging/run and packaging/test share. Everything is said on standard error: standard output is the program's.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
builds=$root/build
[[ -w $root ]] || builds=${XDG_CACHE_HOME:-$HOME/.cache}/plimsoll/build
# shellcheck source=packages.sh
source "$root/packaging/packages.sh"

say() { printf 'plimsoll: %s\n' "$*" >&2; }

stop() {
    say "$@"
    exit 1
}

# "qt6-svg-dev|libqt6svg6-dev: what for" -> its names, its purpose.
names_of() {
    local names=${1%%:*}
    names=${names%\?}
    printf '%s\n' "${names//|/ }"
}

purpose_of() { printf '%s\n' "${1#*: }"; }

is_optional() { [[ ${1%%:*} == *\? ]]; }

# Prints the entries none of whose packages is installed.
missing_of() {
    local installed entry name names=()
    for entry in "$@"; do
        read -ra name <<<"$(names_of "$entry")"
        names+=("${name[@]}")
    done
    # Fails where one of the names is unknown, which alternatives may well be.
    installed=" $(dpkg-query -W -f '${db:Status-Status}=${Package} ' "${names[@]}" 2>/dev/null || true)"
    for entry in "$@"; do
        for name in $(names_of "$entry"); do
            [[ $installed != *" installed=$name "* ]] || continue 2
        done
        printf '%s\n' "$entry"
    done
}

# Prints the first of an entry's packages that apt knows how to install.
available_of() {
    local name policy
    for name in $(names_of "$1"); do
        policy=$(LC_ALL=C apt-cache policy "$name" 2>/dev/null)
        if [[ $policy =~ Candidate:\ [^\(] ]]; then
            printf '%s\n' "$name"
            return
        fi
    done
}

# False where all that is missing are packages done without, and apt knows none of them.
worth_installing() {
    local entry
    for entry in "$@"; do
        ! is_optional "$entry" || [[ -n $(available_of "$entry") ]] || continue
        return 0
    done
    return 1
}

may_ask() { [[ -t 0 && -t 2 && ${CI:-} != true ]]; }

# Runs a command with its output in a log, and shows the log's end if the command fails.
logged() {
    local log=$1 status=0
    shift
    mkdir -p "$(dirname "$log")"
    "$@" >>"$log" 2>&1 || status=$?
    if ((status != 0)); then
        tail -n 25 "$log" >&2
        say "\"$*\" stopped with status $status; all it said is in $log"
    fi
    return "$status"
}

# Installs a package of each entry; only "apt-get update" can tell which of an entry's names exist here.
install_packages() {
    local log=$builds/packages.log entry name names=() privileged=()
    rm -f "$log"
    ((EUID == 0)) || privileged=(sudo)
    say "reading the package lists"
    logged "$log" "${privileged[@]}" apt-get update -q || stop "apt-get update needs a working package source"
    for entry in "$@"; do
        name=$(available_of "$entry")
        if [[ -n $name ]]; then
            names+=("$name")
        elif ! is_optional "$entry"; then
            stop "no package $(names_of "$entry") here; Plimsoll needs Debian 12, Ubuntu 24.04 or later"
        fi
    done
    ((${#names[@]} > 0)) || return 0
    say "installing ${names[*]}"
    logged "$log" "${privileged[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${names[@]}" \
        || stop "the packages could not be installed; run \"apt-get -f install\" and try again"
}

# Makes sure of the packages given, with the user's consent.
ensure_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "not Debian or Ubuntu: expecting CMake 3.25, Ninja, a C++20 compiler, Qt 6.4, QCustomPlot 2.1 for Qt 6, Boost.JSON 1.81"
        return
    fi
    local missing entry answer name
    mapfile -t missing < <(missing_of "$@")
    worth_installing "${missing[@]}" || return 0
    say "not installed yet:"
    for entry in "${missing[@]}"; do
        read -r name _ <<<"$(names_of "$entry")"
        printf '  %-20s %s\n' "$name" "$(purpose_of "$entry")" >&2
    done
    if may_ask; then
        read -rp "plimsoll: install with $( ((EUID == 0)) || printf 'sudo ')apt-get? [Y/n] " answer
        if [[ ! ${answer:-y} =~ ^[Yy] ]]; then
            say "going on with what is there"
            return
        fi
    elif ((EUID != 0)); then
        stop "no terminal to ask on; install them with: sudo apt-get install $(for entry in "${missing[@]}"; do
            name=$(available_of "$entry")
            printf '%s ' "${name:-$(names_of "$entry")}"
        done)"
    fi
    install_packages "${missing[@]}"
}

# Configures a preset where that is due: never done, not finished, done elsewhere, or the presets have changed since.
# Ninja itself sees to changed CMakeLists.txt files.
configure_preset() {
    local preset=$1 build=$builds/$1 stamp
    stamp=$build/configured-from
    if [[ -e $stamp && $(<"$stamp") == "$root" && ! $root/CMakePresets.json -nt $stamp ]]; then
        return
    fi
    say "configuring $build"
    rm -f "$stamp" "$build/configure.log"
    (cd "$root" && logged "$build/configure.log" cmake --fresh --preset "$preset" -B "$build") \
        || stop "CMake could not configure; the message above says what it misses"
    printf '%s\n' "$root" >"$stamp"
}

# Configures and builds a preset in its own folder, and leaves that folder's name in $build.
build_preset() {
    build=$builds/$1
    configure_preset "$1"
    say "building $build"
    cmake --build "$build" >&2 || stop "the build stopped at the message above; nothing was started"
}
