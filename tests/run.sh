#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test and counts: each prints TAP lines ("ok ...", "not ok ...", "ok ... # SKIP why").
# The closing line is "N passed, N failed, N skipped"; exit 1 if anything failed.
#   tests/run.sh           everything
#   tests/run.sh unit      only what is named: unit, check, cli, peers, asan
# First all is built, then the tests run side by side, as many as there are cores; nothing that is
# tested depends on time. What each said stands in build/test.log, in the order of the list below.
set -u
cd "$(dirname "$0")/.."
cores=$(nproc)
logs=build/tests
rm -rf "$logs"
mkdir -p "$logs"
: >"$logs/order"
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C
unset ATTNLAB_WORKER ATTNLAB_HOME

build() { # NAME MAKE_ARGUMENTS...: at once; a test of its own
    name=build-$1
    shift
    echo "$name" >>"$logs/order"
    echo "# $name: this takes minutes where nothing is built yet"
    tests/one.sh "$logs/$name" plain "$name" make -s -j "$cores" "$@"
}
test_of() { # tap|plain NAME COMMAND...: to be run when all is built; no field holds a space
    echo "$2" >>"$logs/order"
    echo "$logs/$2 $*" >>"$logs/list"
}
each() { # PREFIX FILES...
    prefix=$1
    shift
    for t; do ! [ -x "$t" ] || [ -d "$t" ] || test_of tap "$prefix$(basename "$t")" "$t"; done
}

unit() {
    build unit-tests unit-build
    each "" build/obj/unit/test_*
}
check() {
    test_of plain check-matrix ./attnlab check
    test_of plain check-matrix-of-gradients ./attnlab check --gradients
}
cli() {
    build broken-worker BROKEN=1
    build simulated-worker simulated-build
    each "" tests/cli/test_*.sh
}
# Equal outputs and gradients to textbook PyTorch modules, where PyTorch is installed.
peers() { test_of tap peers tests/peers/run.sh --check; }
# Address and undefined sanitizers over the unit tests and a sample of the check matrix.
asan() {
    build sanitizers ASAN=1 all unit-build
    each asan- build/asan/unit/test_*
    test_of plain asan-check-sample build/asan/attnlab check --limit 400
    test_of plain asan-gradient-sample build/asan/attnlab check --gradients --limit 200
}

# The longest first, so that no core waits for the last one.
for part in ${*:-asan check cli unit peers}; do "$part"; done
[ ! -f "$logs/list" ] || xargs -P "$cores" -L 1 tests/one.sh <"$logs/list"
while read -r name; do cat "$logs/$name"; done <"$logs/order" >build/test.log
passed=$(grep -E '^ok' build/test.log | grep -ciEv '# *skip')
skipped=$(grep -ciE '^ok.*# *skip' build/test.log)
failed=$(grep -cE '^not ok' build/test.log)
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
