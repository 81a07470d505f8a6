#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test and counts: each prints TAP lines ("ok ...", "not ok ...", "ok ... # SKIP why").
# The closing line is "N passed, N failed, N skipped"; exit 1 if anything failed.
#   tests/run.sh           everything
#   tests/run.sh unit      only what is named: unit, check, cli, peers, asan
set -u
cd "$(dirname "$0")/.."
log=build/test.log
mkdir -p build
: >"$log"
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C
unset ATTNLAB_WORKER ATTNLAB_HOME

# Runs a command that speaks TAP; a bad exit without a "not ok" of its own counts as one failure.
tap() {
    name=$1
    shift
    printf '# %s\n' "$name" | tee -a "$log"
    "$@" >build/test.part 2>&1
    code=$?
    sed -i 's/^not ok \(.*# SKIP\)/ok \1/' build/test.part # as some versions of cmocka say it
    cat build/test.part >>"$log"
    if [ "$code" -eq 77 ]; then
        echo "ok - $name # SKIP $(tail -n 1 build/test.part)" | tee -a "$log"
        return
    fi
    grep -E '^(not )?ok' build/test.part | grep -vE '^ok' || true
    grep '^# skipped:' build/test.part || true
    if [ "$code" -ne 0 ] && ! grep -q '^not ok' build/test.part; then
        echo "not ok - $name ended with status $code" | tee -a "$log"
        tail -n 20 build/test.part
    fi
}
# Runs a command whose exit status is the result.
plain() {
    name=$1
    shift
    printf '# %s\n' "$name" | tee -a "$log"
    if "$@" >build/test.part 2>&1; then echo "ok - $name" >>"$log"
    else
        tail -n 40 build/test.part
        echo "not ok - $name" | tee -a "$log"
    fi
    cat build/test.part >>"$log"
}

unit() {
    plain "build unit tests" make -s -j "$(nproc)" unit-build
    for t in build/obj/unit/test_*; do [ -x "$t" ] && tap "$(basename "$t")" "$t"; done
}
check() {
    plain "check matrix" ./attnlab check
    plain "check matrix of gradients" ./attnlab check --gradients
}
cli() {
    plain "build broken worker" make -s -j "$(nproc)" BROKEN=1
    for t in tests/cli/test_*.sh; do tap "$(basename "$t")" "$t"; done
}
# Equal outputs and gradients to textbook PyTorch modules, where PyTorch is installed.
peers() { tap "peers" tests/peers/run.sh --check; }
# Address and undefined sanitizers over the unit tests and a sample of the check matrix.
asan() {
    plain "build with sanitizers" make -s -j "$(nproc)" ASAN=1 all unit-build
    for t in build/asan/unit/test_*; do [ -x "$t" ] && tap "asan $(basename "$t")" "$t"; done
    plain "check sample with sanitizers" build/asan/attnlab check --limit 400
    plain "gradient sample with sanitizers" build/asan/attnlab check --gradients --limit 200
}

for part in ${*:-unit check cli peers asan}; do "$part"; done
passed=$(grep -E '^ok' "$log" | grep -ciEv '# *skip')
skipped=$(grep -ciE '^ok.*# *skip' "$log")
failed=$(grep -cE '^not ok' "$log")
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
