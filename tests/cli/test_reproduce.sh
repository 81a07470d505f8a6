#!/bin/sh
# SPDX-License-Identifier: MIT
# Which question of which run attnlab reproduce makes again; that it agrees to the bit is asked of the
# real worker (test_compare.sh).
. "$(dirname "$0")/lib.sh"
ATTNLAB_FAKE_LOSSES=1
export ATTNLAB_FAKE_LOSSES
attnlab=$(cd "$(dirname "$attnlab")" && pwd)/$(basename "$attnlab")
cd "$work" || exit 1
cat >e.yaml <<'Y'
question: which learns better?
kind: quality
metric: loss
baseline: dot
factors: {n: 40, m: 8, seed: 1-2}
arms: {dot: , neural: {score: neural}}
Y
mkdir ablations reference
run e.yaml -o 'reference/of a friend' >/dev/null
# reproduce ARGUMENTS...: its exit code, and what it says but for the run that it made
reproduce() {
    rm -rf again
    "$attnlab" reproduce "$@" -q -o again >stdout 2>stderr
    echo "$?"
    grep -v '^attnlab reproduce: rerunning\|^note: ablations/' stderr
}
is "a run is found whatever its folder is called" "$(reproduce reference --question e)" 0
is "and of it the same cells are made" "$(keys again)" "$(keys 'reference/of a friend')"
finish
