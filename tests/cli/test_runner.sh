#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tests/run.sh with tests that pass, fail, are missing or cannot run. All of them must be counted.
# Changes to the sources must be detected.
# suite: slow
. "$(dirname "$0")/lib.sh"
tree=$work/tree
mkdir -p "$tree/tests/cli" "$tree/tests/slow" "$tree/tests/unit" "$tree/build/obj/unit"
cp "$here/../run.sh" "$here/../one.sh" "$tree/tests"
cd "$tree" || exit 1
printf 'all unit-build:\n' >Makefile
script() { # FILE LINES...
    file=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}
counted() { tests/run.sh "$@" >"$work/out" 2>&1; echo "$?-$(tail -n 1 "$work/out")"; }

# ---- counting; two builds, without git ----
script tests/cli/test_good.sh '# make: unit-build' 'echo ok 1 - one' 'echo "ok 2 - two # SKIP no such machine"' 'echo 1..2'
is "passed and skipped tests are counted" "$(counted cli)" "0-3 passed, 0 failed, 2 skipped"
has "the CPU time of each test is printed" "$(cat "$work/out")" "# test_good: 0.0 s of CPU"
has "the total CPU time is printed" "$(cat "$work/out")" "# the ten slowest tests, of "
has "without git, changes to the sources cannot be checked" "$(cat build/test.log)" "# SKIP this is not a git checkout"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'echo not ok 2 - two' 'exit 1'
is "a failing test is counted" "$(counted cli)" "1-4 passed, 1 failed, 2 skipped"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'kill -KILL $$'
is "a killed test is counted as failed" "$(counted cli)" "1-4 passed, 1 failed, 2 skipped"
has "the killed test's status is printed" "$(cat build/test.log)" "not ok - test_bad ended with status 137"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'exit 0' 'echo 1..2'
is "a test that ends before its plan fails" "$(counted cli)" "1-4 passed, 1 failed, 2 skipped"
script tests/cli/test_bad.sh 'echo ok 1 - one' 'echo 1..2'
is "a test with fewer results than its plan fails" "$(counted cli)" "1-4 passed, 1 failed, 2 skipped"
script tests/cli/test_bad.sh 'exit 0'
is "a test without output fails" "$(counted cli)" "1-3 passed, 1 failed, 2 skipped"
chmod -x tests/cli/test_bad.sh
is "a script that is not executable fails" "$(counted cli)" "1-3 passed, 1 failed, 2 skipped"
rm tests/cli/test_bad.sh
touch tests/unit/test_x.c
is "a unit test whose program is missing fails" "$(counted unit)" "1-2 passed, 1 failed, 1 skipped"
# shellcheck disable=SC2016 # expanded by the script
script build/obj/unit/tests '[ "$1" != test_x ] || printf "1..1\nok 1 - x\n"' '[ "$1" = test_x ] || exit 2'
is "a unit test with its program passes" "$(counted unit)" "0-3 passed, 0 failed, 1 skipped"
touch tests/unit/test_y.c
is "a unit test missing from the program fails" "$(counted unit)" "1-3 passed, 1 failed, 1 skipped"
printf 'all:\n\tfalse\nunit-build:\n' >Makefile
is "a failed build is counted" "$(counted cli)" "1-2 passed, 1 failed, 2 skipped"
printf 'all unit-build:\n' >Makefile

# ---- parts ----
script tests/slow/long.sh 'echo ok 1 - long' 'echo 1..1'
is "each script of tests/slow is a part" "$(counted long)" "0-2 passed, 0 failed, 1 skipped"
is "the parts of both suites are listed" "$(counted long cli cli)" "0-4 passed, 0 failed, 2 skipped"
is "slow parts are not in the default suite" "$(counted >"$work/said"; grep -c '^# long:' "$work/out")" 0
has "an unknown part is rejected" "$(counted clii)-$(cat "$work/out")" "2-tests/run.sh: unknown part 'clii' (expected default, slow, unit, "

# ---- CPU time, including child processes ----
# shellcheck disable=SC2016 # for the script
script tests/cli/test_busy.sh 'sh -c "ulimit -t 1; while :; do :; done"' 'echo ok 1'
counted cli >"$work/said"
is "the CPU time of a busy test is about a second" "$(awk '/^# test_busy: / { print ($3 > 0.5); exit }' "$work/out")" 1
has "the slowest test is listed first" "$(sed -n '/^# the ten slowest/,$p' "$work/out" | sed -n 2p)" "# test_busy: "

# ---- only one run per folder ----
flock build/tests.lock sh -c "tests/run.sh cli >'$work/out' 2>&1; echo \$?" >"$work/said"
has "a second run in the same folder is refused" "$(cat "$work/said")-$(cat "$work/out")" "2-tests/run.sh: other tests run in this folder"
is "the refused run does not change the log" "$(grep -c '^# test_busy' build/test.log)" 1
rm tests/cli/test_busy.sh

# ---- git ----
printf 'build/\n' >.gitignore
git init -q . && git add . && git -c user.name=t -c user.email=t@t commit -qm t
echo "# edited" >>Makefile
is "a checkout with edited files passes" "$(counted cli)" "0-4 passed, 0 failed, 1 skipped"
script tests/cli/test_stray.sh 'mkdir -p "$nothing$(pwd)/a folder" && touch "a folder/stray"' 'echo ok 1 - one' 'echo 1..1'
is "a test that leaves a file fails" "$(counted cli)" "1-4 passed, 1 failed, 1 skipped"
has "the file left behind is named" "$(cat "$work/out")" '"a folder/stray"'
is "a second run with the file passes" "$(counted cli)" "0-5 passed, 0 failed, 1 skipped"
script tests/cli/test_stray.sh 'echo >>Makefile' 'echo ok 1 - one' 'echo 1..1'
is "a test that changes a file fails" "$(counted cli)" "1-4 passed, 1 failed, 1 skipped"
finish
