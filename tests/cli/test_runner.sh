#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/run.sh by itself, over a few tests that are good, bad, missing or not to be run: nothing that
# was to be run may vanish from its counts.
. "$(dirname "$0")/lib.sh"
tree=$work/tree
mkdir -p "$tree/tests/cli" "$tree/tests/unit" "$tree/build/obj/unit"
cp "$here/../run.sh" "$here/../one.sh" "$tree/tests"
cd "$tree" || exit 1
printf 'all unit-build simulated-build:\n' >Makefile
script() { # FILE LINES...
    file=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}
counted() { tests/run.sh "$@" >"$work/out" 2>&1; echo "$?-$(tail -n 1 "$work/out")"; }

# ---- what counts ----
script tests/cli/test_good.sh 'echo ok 1 - one' 'echo "ok 2 - two # SKIP no such machine"' 'echo 1..2'
is "what passes and what is skipped" "$(counted cli)" "0-5 passed, 0 failed, 1 skipped"
has "the CPU time of each" "$(cat "$work/out")" "# test_good.sh: 0.0 s of CPU"
has "and of all" "$(cat "$work/out")" "# the dearest, of "
script tests/cli/test_bad.sh 'echo ok 1 - one' 'echo not ok 2 - two' 'exit 1'
is "what fails" "$(counted cli)" "1-6 passed, 1 failed, 1 skipped"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'kill -KILL $$'
is "what is killed" "$(counted cli)" "1-6 passed, 1 failed, 1 skipped"
has "is told" "$(cat build/test.log)" "not ok - test_bad.sh ended with status 137"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'exit 0' 'echo 1..2'
is "what ends before its plan" "$(counted cli)" "1-6 passed, 1 failed, 1 skipped"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'echo 1..2'
is "what has fewer tests than it planned" "$(counted cli)" "1-6 passed, 1 failed, 1 skipped"
script tests/cli/test_bad.sh 'exit 0'
is "what says nothing" "$(counted cli)" "1-5 passed, 1 failed, 1 skipped"
chmod -x tests/cli/test_bad.sh
is "what may not be run" "$(counted cli)" "1-5 passed, 1 failed, 1 skipped"
rm tests/cli/test_bad.sh
touch tests/unit/test_x.c
is "a unit test without a program" "$(counted unit)" "1-2 passed, 1 failed, 0 skipped"
# shellcheck disable=SC2016 # for the script
script build/obj/unit/tests '[ "$1" != test_x ] || printf "1..1\nok 1 - x\n"' '[ "$1" = test_x ] || exit 2'
is "and with one" "$(counted unit)" "0-3 passed, 0 failed, 0 skipped"
touch tests/unit/test_y.c
is "one that the program does not know" "$(counted unit)" "1-3 passed, 1 failed, 0 skipped"
printf 'all:\n\tfalse\nunit-build simulated-build:\n' >Makefile
is "what cannot be built, twice" "$(counted cli)" "1-3 passed, 2 failed, 1 skipped"
is "a part that is none" "$(counted clii)" "2-tests/run.sh: found 'clii', expected unit, check, cli, peers or asan"

# ---- CPU time: of what the test started, too ----
printf 'all unit-build simulated-build:\n' >Makefile
# shellcheck disable=SC2016 # for the script
script tests/cli/test_dear.sh 'sh -c "ulimit -t 1; while :; do :; done"' 'echo ok 1'
counted cli >"$work/said"
is "a second of CPU, or nearly" "$(awk '/^# test_dear.sh: / { print ($3 > 0.5); exit }' "$work/out")" 1
has "the dearest first" "$(sed -n '/^# the dearest/,$p' "$work/out" | sed -n 2p)" "# test_dear.sh: "

# ---- two runs in one folder would build over each other ----
flock build/tests.lock sh -c "tests/run.sh cli >'$work/out' 2>&1; echo \$?" >"$work/said"
has "the second one refuses" "$(cat "$work/said")-$(cat "$work/out")" "2-tests/run.sh: found another run"
is "and leaves the log as it was" "$(grep -c '^# test_dear.sh' build/test.log)" 1
finish
