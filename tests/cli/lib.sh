# SPDX-License-Identifier: MIT
# For the tests of the driver: TAP lines, a scratch folder, the fake worker.
# shellcheck shell=sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
attnlab=${ATTNLAB:-$here/../../attnlab}
ATTNLAB_WORKER=$here/fake-worker
export ATTNLAB_WORKER LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=0 failures=0

# is NAME FOUND EXPECTED
is() {
    tests=$((tests + 1))
    if [ "$2" = "$3" ]; then echo "ok $tests - $1"; else
        failures=$((failures + 1))
        echo "not ok $tests - $1"
        printf '%s\n' "found:    $2" "expected: $3" | sed 's/^/#   /'
    fi
}
# has NAME TEXT PART: PART occurs in TEXT
has() {
    case $2 in
    *"$3"*) is "$1" yes yes ;;
    *) is "$1" "$2" "... $3 ..." ;;
    esac
}
finish() {
    echo "1..$tests"
    [ "$failures" -eq 0 ]
}
# spec FILE FACTORS...: a specification with these lines under factors
spec() {
    file=$1
    shift
    printf 'name: %s\nquestion: "does it, or not?"\nrounds: 2\nfactors:\n' "$(basename "$file" .yaml)" >"$file"
    for factor in "$@"; do printf '  %s\n' "$factor" >>"$file"; done
}
run() { "$attnlab" run "$@" -q 2>"$work/stderr"; }
# column FILE NAME: a column of a CSV without quoted fields before it
column() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "$1"
}
# keys DIR: keys of the journal, sorted
keys() { sed -n 's/.*"key": *"\([^"]*\)".*/\1/p' "$1/journal.jsonl" | sort; }
