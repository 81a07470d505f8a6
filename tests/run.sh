#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and runs every test and counts: each prints TAP lines ("ok ...", "not ok ...", "ok ... # SKIP
# why"). The closing line is "N passed, N failed, N skipped"; exit 1 if anything failed.
#   tests/run.sh           everything
#   tests/run.sh unit      only what is named: unit, check, cli, peers, asan
# First all that these need is built, then the tests run side by side, one more than there are cores,
# since some wait for others (a daemon, a browser); nothing that is tested depends on time. What each
# said, and its CPU time, stands in build/test.log, in the order of the list below; the dearest are
# printed at the end.
set -u
cd "$(dirname "$0")/.." || exit
cores=$(nproc)
logs=build/tests
mkdir -p "$logs"
exec 9>"$logs.lock"
flock -n 9 || {
    echo "tests/run.sh: found another run of the tests in this folder, which builds and reads the same" \
        "files; wait until it has ended, or test in a checkout of its own" >&2
    exit 2
}
rm -rf "$logs"
mkdir -p "$logs"
: >"$logs/order"
: >"$logs/builds"
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C
export OPENBLAS_NUM_THREADS=1 # as workers have it: idle threads of BLAS spin, beside other tests
# Of what is freed, so much is kept from use again to catch who still reads it. With 256 MB, which is
# usual, every test takes new memory all the time, and a tenth longer.
export ASAN_OPTIONS=quarantine_size_mb=16
unset ATTNLAB_WORKER ATTNLAB_HOME

build() { # NAME MAKE_ARGUMENTS...: before any test; a test of its own
    echo "build-$1" >>"$logs/order"
    echo "$*" >>"$logs/builds"
}
test_of() { # tap|plain NAME COMMAND...: to be run when all is built; no field holds a space
    echo "$2" >>"$logs/order"
    echo "$logs/$2 $*" >>"$logs/list"
}
units() { # PREFIX PROGRAM: a file in tests/unit that is not in the program fails
    for t in tests/unit/test_*.c; do
        name=$(basename "$t" .c)
        test_of tap "$1$name" "$2" "$name"
    done
}

unit() { build unit-tests unit-build && units "" build/obj/unit/tests; }
check() {
    test_of plain check-matrix ./attnlab check
    test_of plain check-matrix-of-gradients ./attnlab check --gradients
}
cli() {
    build unit-tests unit-build # the browser is shown a page that one of these writes
    build broken-worker BROKEN=1
    build simulated-worker simulated-build
    for t in tests/cli/test_*.sh; do test_of tap "$(basename "$t")" "$t"; done
}
# Equal outputs and gradients to textbook PyTorch modules, where PyTorch is installed.
peers() { test_of tap peers tests/peers/run.sh --check; }
# Address and undefined sanitizers over the unit tests and a sample of the check matrix.
asan() {
    build sanitizers ASAN=1 all unit-build
    units asan- build/asan/unit/tests
    test_of plain asan-check-sample build/asan/attnlab check --limit 400
    test_of plain asan-gradient-sample build/asan/attnlab check --gradients --limit 200
}

build programs all
# The longest first, and those of units, which are short, last, so that no core waits for the last one.
for part in ${*:-asan check cli peers unit}; do
    case $part in
    asan | check | cli | unit | peers) "$part" ;;
    *) echo "tests/run.sh: found '$part', expected unit, check, cli, peers or asan" >&2 && exit 2 ;;
    esac
done
echo "# building; this takes minutes where nothing is built yet"
# What has sanitizers shares no file with the rest: beside it, so that no core waits for a linker.
builds() { # yes|no: with sanitizers
    awk -v asan="$1" '!seen[$0]++ && /ASAN=1/ == (asan == "yes")' "$logs/builds" | while read -r name arguments; do
        # shellcheck disable=SC2086 # words of make
        tests/one.sh "$logs/build-$name" plain "build-$name" make -s -j "$cores" $arguments
    done
}
builds yes &
builds no
wait
[ ! -f "$logs/list" ] || xargs -P $((cores + 1)) -L 1 tests/one.sh <"$logs/list"
awk '!seen[$0]++' "$logs/order" | while read -r name; do
    cat "$logs/$name" || echo "not ok - $name was not run"
done >build/test.log 2>&1

echo "# the dearest, of $(awk '/^# .* s of CPU$/ { all += $(NF - 3) } END { print all }' build/test.log) s of CPU:"
grep -h '^# .* s of CPU$' build/test.log | awk '{ print $(NF - 3), $0 }' | sort -rn | head -n 10 | cut -d' ' -f2-
passed=$(grep -E '^ok' build/test.log | grep -ciEv '# *skip')
skipped=$(grep -ciE '^ok.*# *skip' build/test.log)
failed=$(grep -cE '^not ok' build/test.log)
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
