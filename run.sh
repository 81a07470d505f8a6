#!/bin/sh
# SPDX-License-Identifier: MIT
# The story of attnlab in one script: set up, build, check, sweep, plot, report.
set -eu
cd "$(dirname "$0")"

usage() {
    cat <<'TEXT'
usage: ./run.sh COMMAND

  all-ablations [--tier smoke|quick|full] [options of `attnlab run`]
        set up, build, check every kernel, sweep every specification in ablations/, and leave
        CSV, figures and a report in results/ (default tier: quick, within 15 minutes on two cores)
  test  set up, build and run every test
  reproduce REFERENCE --question NAME [--without-running DIR] [options of `attnlab run`]
        set up, build, rerun one question of the runs in REFERENCE as it was specified then, and say
        whether it agrees: exit 0 agrees, 1 disagrees, 2 nothing to compare; with --without-running
        compare the finished run in DIR instead
  reference [--tier T] [--into DIR] [QUESTION...]
        set up, build and run what DIR (results/reference) lacks of the questions (all of
        ablations/), each in a folder of its own, and report on all of them; what was interrupted
        goes on, so it may take several sittings (default tier: full)
  build set up and build
  help  this text
TEXT
}

# What each package is for stands in the README.
packages="gcc libc6-dev make pkg-config libopenblas-pthread-dev libyaml-dev libhwloc-dev
libpapi-dev zlib1g-dev libutf8proc-dev libexpat1-dev gnuplot-nox libjansson-dev libcmocka-dev"

missing_packages() {
    for package in $packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
            printf '%s ' "$package"
    done
}

set_up() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "run.sh: no apt here; make sure that these are installed:" $packages >&2
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

build() {
    set_up
    make -j "$(nproc)" all
}

all_ablations() {
    tier=quick
    if [ "${1-}" = --tier ]; then
        tier=${2?--tier needs smoke, quick or full}
        shift 2
    fi
    build
    ./attnlab check
    stamp=$(date -u +%Y%m%dT%H%M%SZ)
    out=results/$stamp-$(hostname)-$(git rev-parse --short HEAD 2>/dev/null || echo nogit)
    status=0
    ./attnlab run ablations/*.yaml --tier "$tier" -o "$out" "$@" || status=$?
    [ "$status" -le 1 ] || exit "$status"
    ./attnlab report "$out"
    echo "report: $out/report.html and report.md, figures in $out/figures, rows in $out/cells.csv"
    exit "$status"
}

fail() {
    echo "run.sh: $1" >&2
    exit 2
}

# ---- reference ----

# A run with a report is finished. Its journal is not kept in git: what is finished does not go on.
is_finished() {
    [ -f "$1/report.md" ] || return 1
    was=$(plan_text "$1" tier)
    [ "$was" = "$2" ] || echo "run.sh: $1 is of tier $was: left as it is; remove it to have it made at $2" >&2
}

reference() {
    tier=full into=results/reference
    while :; do
        case ${1-} in
        --tier) tier=${2?--tier needs smoke, quick or full} ;;
        --into) into=${2?--into needs a folder} ;;
        -*) fail "reference: unknown option '$1'; expected --tier, --into or questions" ;;
        *) break ;;
        esac
        shift 2
    done
    [ $# -gt 0 ] || set -- $(for file in ablations/*.yaml; do basename "$file" .yaml; done)
    for question; do
        [ -f "ablations/$question.yaml" ] || fail "reference: no question '$question' in ablations/"
    done
    build >&2
    for question; do
        run=$into/$question resume="" status=0
        ! is_finished "$run" "$tier" || continue
        [ ! -f "$run/journal.jsonl" ] || resume=--resume
        ./attnlab run "ablations/$question.yaml" --tier "$tier" -o "$run" $resume >&2 || status=$?
        [ "$status" -le 1 ] || exit "$status"
        ./attnlab report "$run"
    done
    ./attnlab report "$into"
}

# ---- reproduce ----

# The texts of a list in the part "plan" of a manifest, one a line.
plan_list() {
    awk -v name="$2" '
        /^  "plan": / { plan = 1 }
        plan && $0 ~ "^    \"" name "\": \\[" { list = $0 !~ /\]/; next }
        list && /^    \]/ { list = 0 }
        list { sub(/^ *"/, ""); sub(/",?$/, ""); gsub(/\\"/, "\""); print }
        /^  }/ { plan = 0 }' "$1/manifest.json"
}
plan_text() {
    sed -n '/^  "plan": /,/^  }/s/^    "'"$2"'": "\(.*\)",*$/\1/p' "$1/manifest.json"
}

# The run that answers a question: a folder of the reference, or the reference itself when it is one
# run of several questions.
find_run() {
    [ -d "$1" ] || fail "$1: no such directory; expected a folder of runs, such as results/reference"
    if [ -f "$1/$2/cells.csv" ]; then
        run=$1/$2
    elif [ -f "$1/plan.yaml" ] && grep -q "^# As run by attnlab: [^,]*$2\\.yaml," "$1/plan.yaml"; then
        run=$1
    else
        there=$({
            for file in "$1"/*/cells.csv; do [ ! -f "$file" ] || basename "$(dirname "$file")"; done
            sed -n 's|^# As run by attnlab: \([^,]*/\)*\([^,/]*\)\.yaml,.*|\2|p' "$1/plan.yaml" 2>/dev/null
        } | tr '\n' ' ')
        fail "$1 has no question '$2'; there are: ${there:-none}"
    fi
    for file in manifest.json plan.yaml; do
        [ -f "$run/$file" ] || fail "$run/$file: not there; without it nothing tells what was run"
    done
}

# The specification as it was run then, as NAME.yaml in the folder $3.
specification() {
    # shellcheck disable=SC2016 # of awk
    awk -v name="$2" '
        /^# As run by attnlab: / { part = $0; sub(/^[^:]*: /, "", part); sub(/,.*/, "", part)
            sub(/.*\//, "", part); on = part == name ".yaml"; next }
        /^---$/ { next }
        on' "$1/plan.yaml" >"$3/$2.yaml"
    [ -s "$3/$2.yaml" ] || fail "$1/plan.yaml: no specification $2.yaml in it"
    if [ ! -f "ablations/$2.yaml" ]; then
        echo "note: ablations/$2.yaml is not there any more; what is rerun is $1/plan.yaml" >&2
    elif ! cmp -s "$3/$2.yaml" "ablations/$2.yaml"; then
        echo "note: ablations/$2.yaml has changed since; what is rerun is $1/plan.yaml" >&2
    fi
}

reproduce() {
    case ${1--} in
    -*) fail "reproduce: expected a folder of runs, such as results/reference" ;;
    esac
    reference=${1%/} question="" finished=""
    shift
    [ "${1-}" != --question ] || { question=${2-}; shift $(($# < 2 ? $# : 2)); }
    [ -n "$question" ] || fail "reproduce: expected --question NAME after $reference"
    find_run "$reference" "$question"
    if [ "${1-}" = --without-running ]; then
        finished=${2-}
        [ -d "$finished" ] || fail "--without-running: '$finished' is no directory; expected a finished run"
        [ $# -eq 2 ] || fail "--without-running: nothing is run, so nothing may follow it, found '$3'"
    fi
    build >&2
    [ -z "$finished" ] || exec ./attnlab compare "$run" "$finished"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    specification "$run" "$question" "$scratch"
    echo "run.sh: rerunning $question as in $run" >&2
    # Options of then, and after them those of now: the last one counts.
    given=$#
    for option in set filter; do
        plan_list "$run" "$option" >"$scratch/$option"
        while IFS= read -r value; do set -- "$@" "--$option" "$value"; done <"$scratch/$option"
    done
    while [ "$given" -gt 0 ]; do
        set -- "$@" "$1"
        shift
        given=$((given - 1))
    done
    tier=$(plan_text "$run" tier)
    status=0
    out=$(./attnlab run "$scratch/$question.yaml" --tier "${tier:-quick}" "$@") || status=$?
    [ "$status" -le 1 ] || exit "$status"
    status=0
    ./attnlab compare "$run" "$out" || status=$?
    exit "$status"
}

command=${1-help}
[ $# -eq 0 ] || shift
case $command in
all-ablations) all_ablations "$@" ;;
test)
    build
    exec tests/run.sh "$@"
    ;;
reference) reference "$@" ;;
reproduce) reproduce "$@" ;;
build) build ;;
help | -h | --help) usage ;;
*)
    echo "run.sh: unknown command '$command'" >&2
    usage >&2
    exit 2
    ;;
esac
