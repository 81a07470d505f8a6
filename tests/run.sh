#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds, runs and counts tests. Each test prints TAP lines ("ok ...", "not ok ...", "ok ... # SKIP why"). The
# last line is "N passed, N failed, N skipped". Exits with 1 if a test failed.
#
# usage: tests/run.sh [PART]...
#
#   PART    parts to run [default: unit check cli]
#   --list  print the parts
#
# Everything is built first. One test more than the number of cores runs in parallel, because some tests wait
# for a daemon or browser. build/test.log has the output and CPU time of each test.
set -u
cd "$(dirname "$0")/.." || exit
default="unit check cli"
slow="sanitizers peers emulator cli-slow $(for t in tests/slow/*.sh; do basename "$t" .sh; done | tr '\n' ' ')"
[ "${1-}" != --list ] || { echo "default: $default" && echo "slow: $slow" && exit; }
parts=''
for part in ${*:-default}; do
    case " default slow $default $slow " in
    *" $part "*) ;;
    *) echo "tests/run.sh: unknown part '$part' (expected default, slow, $(echo $default $slow | sed 's/ /, /g'))" >&2 && exit 2 ;;
    esac
    case $part in default) part=$default ;; slow) part=$slow ;; esac
    parts="$parts $part"
done
cores=$(nproc)
logs=build/tests
mkdir -p "$logs"
exec 9>"$logs.lock"
flock -n 9 || {
    echo "tests/run.sh: other tests run in this folder; wait until they have ended, or use another checkout" >&2
    exit 2
}
rm -rf "$logs"
mkdir -p "$logs"
: >"$logs/order"
: >"$logs/builds"
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C
export OPENBLAS_NUM_THREADS=1 # as in workers, because idle BLAS threads spin
# Sanitizers reuse freed memory after 16 MB. The default of 256 MB makes tests slower.
export ASAN_OPTIONS=quarantine_size_mb=16
unset ATTNLAB_WORKER ATTNLAB_HOME

build() { # NAME MAKE_ARGUMENTS...: schedules a build; runs before all tests and counts as a test
    echo "build-$1" >>"$logs/order"
    echo "$*" >>"$logs/builds"
}
test_of() { # tap|plain NAME COMMAND...: schedules a test; no argument contains a space
    echo "$2" >>"$logs/order"
    echo "$logs/$2 $*" >>"$logs/list"
}
units() { # PREFIX PROGRAM: schedules the unit tests; a file of tests/unit missing in the program fails
    for t in $(find tests/unit -name "test_*.c" | sort); do
        name=$(basename "$t" .c)
        test_of tap "$1$name" "$2" "$name"
    done
}
script() { # FILE: schedules a script; its line "# make: ..." names the targets it needs
    for target in $(grep "^# make: " "$1" | cut -c 9-); do build "$target" "$target"; done
    test_of tap "$(basename "$1" .sh)" "$1"
}

unit() { build unit-build unit-build && units "" build/obj/unit/tests; }
check() {
    test_of plain check-matrix ./attnlab check
    test_of plain check-gradients ./attnlab check --gradients --limit 3000
    test_of plain check-random ./attnlab check --random 60
}
# Scripts with the line "# suite: slow" in their head take too long for the default suite.
cli() { for t in $(grep -L '^# suite: slow' tests/cli/test_*.sh); do script "$t"; done; }
cli_slow() { for t in $(grep -l '^# suite: slow' tests/cli/test_*.sh); do script "$t"; done; }
# The unit tests and a part of the check matrix also run with the address and undefined-behaviour sanitizers.
sanitizers() {
    build sanitizers ASAN=1 all unit-build
    units sanitizers- build/asan/unit/tests
    test_of plain sanitizers-check build/asan/attnlab check --limit 400
    test_of plain sanitizers-gradients build/asan/attnlab check --gradients --limit 200
    test_of tap sanitizers-hostile tests/slow/hostile.sh --sanitizers
}
# Compares outputs and gradients with PyTorch modules, if PyTorch is installed.
peers() { test_of tap peers tests/peers/run.sh --check; }
emulator() { test_of tap emulator tests/arm/run.sh; }

build programs all
# Long parts run first and short unit tests last, so that no core is idle at the end.
for part in $slow check cli unit; do
    case " $parts " in *" $part "*) ;; *) continue ;; esac
    if [ -f "tests/slow/$part.sh" ]; then script "tests/slow/$part.sh"; else "$(echo "$part" | tr - _)"; fi
done
# sources: prints the state of this folder according to git. No test may change the state.
sources() { git status --porcelain --untracked-files=all && git diff HEAD | cksum; }
[ ! -e .git ] || sources >"$logs/sources"
echo "# building (the first build takes minutes)"
# The build with sanitizers shares no files with the other builds, so all builds run in parallel.
builds() { # yes|no: runs the builds with or without sanitizers
    awk -v asan="$1" '!seen[$0]++ && /ASAN=1/ == (asan == "yes")' "$logs/builds" | while read -r name arguments; do
        tests/one.sh "$logs/build-$name" plain "build-$name" make -s -j "$cores" $arguments
    done
}
builds yes &
builds no
wait
[ ! -f "$logs/list" ] || xargs -P $((cores + 1)) -L 1 tests/one.sh <"$logs/list"
{
    awk '!seen[$0]++' "$logs/order" | while read -r name; do
        cat "$logs/$name" 2>/dev/null || echo "not ok - $name was not run"
    done
    if [ ! -e .git ]; then echo "ok - the tests leave git status unchanged # SKIP this is not a git checkout"
    elif sources | diff "$logs/sources" - >"$logs/changes"; then echo "ok - the tests leave git status unchanged"
    else echo "not ok - the tests leave git status unchanged" && sed 's/^/# /' "$logs/changes"; fi
} >build/test.log
[ ! -s "$logs/changes" ] || { echo "not ok - the tests leave git status unchanged:" && cat "$logs/changes"; }

echo "# the ten slowest tests, of $(awk '/^# .* s of CPU$/ { all += $(NF - 3) } END { print all }' build/test.log) s of CPU:"
grep -h '^# .* s of CPU$' build/test.log | awk '{ print $(NF - 3), $0 }' | sort -rn | head -n 10 | cut -d' ' -f2-
passed=$(grep -E '^ok' build/test.log | grep -ciEv '# *skip')
skipped=$(grep -ciE '^ok.*# *skip' build/test.log)
failed=$(grep -cE '^not ok' build/test.log)
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
