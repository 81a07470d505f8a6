#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests how attnlab reproduce chooses the question and run to repeat. test_compare.sh tests bitwise agreement.
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
mkdir reference
run e.yaml -o 'reference/of a friend' >/dev/null
# reproduce ARGUMENTS...: prints the exit status and the output, without the name of the new folder.
reproduce() {
    rm -rf again
    "$attnlab" reproduce "$@" -q -o again >stdout 2>stderr
    echo "$?"
    grep -v '^attnlab reproduce: running' stderr
}
is "a run is found whatever its folder is called" "$(reproduce reference --question e)" 0
is "the reproduction runs the same cells" "$(keys again)" "$(keys 'reference/of a friend')"

# ---- a question with a `name` key ----
(echo 'name: foo' && cat e.yaml) >bar.yaml
(echo "name: two" && sed "s, m: 8\,,," e.yaml && echo "use: [here, there]") >both.yaml
mkdir setups && for name in here there; do printf 'title: %s\nfixed: {m: 8}\n' $name >setups/$name.yaml; done
run bar.yaml -o reference/foo >/dev/null
run both.yaml -o reference/both >/dev/null
is "a question is found by its name in the tables" "$(reproduce reference --question foo)" 0
is "the question keeps its name" "$(column again/cells.csv ablation | sort -u)" foo
is "a question with a setup is found by its name" "$(reproduce reference --question two-there)" 0
mv again rerun
is "a question is found in a rerun" "$(reproduce rerun --question two-there)" 0

# ---- invalid arguments ----
is "an extra argument is rejected" "$(reproduce reference --question e extra)" \
    "2
attnlab reproduce: unexpected argument 'extra'; \`attnlab reproduce --help\` shows the usage"
is "without a question the available questions are listed" "$(reproduce reference)" "2
attnlab reproduce: missing --question NAME; reference has the questions two-here, two-there, foo, e"
is "without a question the questions of a single run are listed" "$(reproduce reference/foo)" "2
attnlab reproduce: missing --question NAME; reference/foo has the questions foo"
is "a folder without a run is an error" "$(reproduce nowhere)" "2
attnlab reproduce: nowhere: no such folder (expected a folder of runs, such as results/reference)"
is "an unknown arm is rejected" "$(reproduce reference --question e --filter arm=nural)" \
    "2
--filter: 'arm=nural': unknown arm 'nural'; the arms are dot, neural; did you mean neural?"
finish
