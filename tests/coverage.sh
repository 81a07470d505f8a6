#!/bin/sh
# SPDX-License-Identifier: MIT
# Which lines of the program the tests run, by room, and the files that have the most which none runs.
#   tests/coverage.sh [PART]...      parts of tests/run.sh; default: unit check cli
# Builds a copy of the last commit and tests that; half an hour on two cores. A process that is killed
# counts nothing, and several tests kill. Exit 1 if base/, datasets/ or harness/ is below 90 %, or a
# test failed.
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

# gcov of the compiler says of each source "File 'x.c'", then "Lines executed:83.33% of 12".
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
            printf "%s/: %.1f %% of %d lines are run\n", room, share, all[room]
            if (room != "models" && share < least) low = 1
        }
        exit low
    }' || status=1
exit $status
