#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures which lines of the program the tests run, per folder, and lists the files with the most untested
# lines. Builds and tests a copy of the last commit, which takes half an hour on two cores. Lines run by
# processes that a test kills are not counted.
# Exits with 1 if base/, datasets/ or harness/ is below 90 %, or if a test failed.
#
# usage: tests/coverage.sh [PART]...
#
#   PART  parts of tests/run.sh [default: unit check cli]
set -eu
cd "$(dirname "$0")/.."
least=90
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git clone -q --local . "$copy/attnlab"
cd "$copy/attnlab"
status=0
[ $# -gt 0 ] || set -- unit check cli
COVERAGE=1 tests/run.sh "$@" || status=1

# gcov prints "File 'x.c'" and then "Lines executed:83.33% of 12" for each source.
find build/obj/base build/obj/datasets build/obj/harness build/obj/models -name '*.gcda' -print0 |
    xargs -0 gcov -n 2>/dev/null | awk -v least=$least '
    /^File / { name = substr($2, 2, length($2) - 2) }
    /^Lines executed:/ && name ~ /^[a-z].*\.c$/ {
        sub(/^Lines executed:/, "") # 83.33% of 12
        lines[name] = $3; missed[name] = int($3 * (1 - $1 / 100) + 0.5); name = ""
    }
    END {
        for (file in lines) {
            room = file; sub(/\/.*/, "", room)
            all[room] += lines[file]; gone[room] += missed[file]
            if (missed[file]) print missed[file], "of", lines[file], file | "sort -rn | head -n 25"
        }
        close("sort -rn | head -n 25")
        for (room in all) {
            share = 100 * (1 - gone[room] / all[room])
            printf "%s/: %.1f %% of %d lines run\n", room, share, all[room]
            if (room != "models" && share < least) low = 1
        }
        exit low
    }' || status=1
exit $status
