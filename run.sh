#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets up, builds, checks and runs attnlab, and makes the reports.
set -eu
cd "$(dirname "$(readlink -f "$0")")" # the script may be called through a symbolic link

usage() {
    cat <<'TEXT'
usage: ./run.sh COMMAND

  all-ablations [--tier smoke|quick|full] [options of `attnlab run`]
        set up, build, check every kernel, run every specification in ablations/, and write
        CSV, figures and a report to results/ [default tier: quick, about 10 minutes on two cores]
  test [PART]...
        set up, build and run the tests [default: the default suite]; `slow` runs the rest,
        other parts, such as `sanitizers`, are listed in tests/README.md
  torture [--minutes N] [FAULT]...
        set up, build, then attack runs for an hour (kills, full disks, damaged journals) and count
        lost rows
  reproduce REFERENCE --question NAME [...]
        set up, build, then run `attnlab reproduce`; see its --help
  build set up and build
  help  this text
TEXT
}

# harness/README.md describes the packages; packages.tsv lists their names in other package managers.
packages=$(awk -F '\t' 'NR > 1 { print $2 }' harness/install/packages.tsv)

missing_packages() {
    for package in $packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
            printf '%s ' "$package"
    done
}

set_up() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "run.sh: apt is missing. Install these packages yourself:" $packages >&2
        echo "harness/install/packages.tsv lists the names of these packages for dnf, pacman, brew and conda." >&2
        return
    fi
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    install="apt-get update && apt-get install -y --no-install-recommends $missing"
    if [ "$(id -u)" = 0 ]; then as=""
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then as=sudo
    else
        echo "run.sh: packages are missing, and this user may not install them. Run as root:" >&2
        echo "  $install" >&2
        exit 2
    fi
    echo "run.sh: installing $missing" >&2
    $as env DEBIAN_FRONTEND=noninteractive sh -c "$install" >&2
}

build() { set_up && make -j "$(nproc)" all >&2; }

# asks_help ARGUMENTS...: succeeds if an argument asks for help. Help needs no build.
asks_help() {
    for word in "$@"; do
        case $word in -h | --help) return 0 ;; esac
    done
    return 1
}

# Wrong arguments are reported before the check starts, because the check takes minutes.
all_ablations() {
    ./attnlab run "$@" --help >/dev/null || exit 2
    ./attnlab check
    out=results/$(date -u +%Y%m%dT%H%M%SZ)-$(hostname)-$(./attnlab --version | sed 's/.*(\(.*\))/\1/')
    status=0
    out=$(./attnlab run ablations/*.yaml -o "$out" "$@") || status=$?
    [ "$status" -le 1 ] && [ -n "$out" ] || exit "$status"
    ./attnlab report "$out"
    echo "report: $out/report.html and report.md, figures in $out/figures, rows in $out/cells.csv"
    exit "$status"
}

no_more() { # COMMAND ARGUMENT...: rejects arguments
    [ $# -gt 1 ] || return 0
    echo "run.sh: $1: unexpected argument '$2' (expected none)" >&2
    exit 2
}

command=${1-help}
[ $# -eq 0 ] || shift
case $command in
all-ablations | torture | test | build) ! asks_help "$@" || command=help ;;
esac
case $command in
all-ablations) build && all_ablations "$@" ;;
torture) build && exec tests/torture/run.sh "$@" ;;
test) set_up && exec tests/run.sh "$@" ;;
reproduce) build && exec ./attnlab "$command" "$@" ;;
build) no_more build "$@" && build ;;
help | -h | --help) usage ;;
*)
    echo "run.sh: unknown command '$command'" >&2
    usage >&2
    exit 2
    ;;
esac
