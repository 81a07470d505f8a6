#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the choice of a tuned value. The choice must not depend on the order of rows, on kills, on shards or
# on --reuse. The analysis must choose the same value as the run.
# suite: slow
# make: write-plan
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_CACHE
ATTNLAB_FAKE_LOSSES=1 ATTNLAB_FAKE_LOG="$work/log"
export ATTNLAB_FAKE_LOSSES ATTNLAB_FAKE_LOG
spec="$work/tuned.yaml"
cat >"$spec" <<T
question: which, each at its own n?
kind: quality
metric: loss
baseline: dot
fixed: {m: 8}
factors: {n: 10-120+10, seed: 1-4}
tune: {axis: n, seeds: [101, 102, 103]}
arms: {dot: , neural: {score: neural}}
T
# rows DIR: prints status and key of all rows, sorted by key.
rows() { paste -d' ' "$1/statuses" "$1/keys" | sort -k 2; }
take() {
    column "$1/cells.csv" status >"$1/statuses"
    column "$1/cells.csv" key >"$1/keys"
    rows "$1"
}
# reason KEY: prints the reason of the row with a matching key.
reason() { column "$work/run/cells.csv" reason | paste -d' ' "$work/run/keys" - | grep "$1" | cut -d' ' -f2-; }

has "the plan says how many training runs are expected" "$("$attnlab" plan "$spec")" \
    "  56 training runs are expected: 48 to choose n (at most 72), and 8 with the chosen value"
run "$spec" -o "$work/run" >/dev/null
is "the run succeeds" "$?-$(cat "$work/stderr")" 0-
take "$work/run" >"$work/expected"
# Each arm first tries 10, 30, ..., 110 with all tuning seeds, then the neighbours of the best value. Only the
# best value is run with the 4 evaluation seeds.
is "each arm tries some values and judges its winner" "$(cut -d' ' -f1 "$work/expected" | sort | uniq -c | tr -s ' \n' ' ')" \
    " 1 diverged 112 not_needed 55 ok "
is "a worker is started only for the tried values" "$(grep -c '^score=' "$work/log")" 56
is "only the winning value is judged" "$(grep -E '^ok .*seed=[1-4],' "$work/expected" | sed 's/.*\(score=[a-z]*\).*\(n=[0-9]*\),.*/\1 \2/' | sort | uniq -c | tr -s ' ')" \
    "$(printf ' 4 score=dot n=40\n 4 score=neural n=100')"
is "losing values name the winner" "$(reason 'dot,.*n=30,.*seed=2,')" \
    "n=40 is best for this arm, with a validation loss of 2.007"
is "rows of untried values give the reason" "$(reason 'dot,.*n=100,.*seed=101,')" \
    "not needed to choose n, because 40 is best and its neighbours were tried"
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "the report is written" "$?-$(cat "$work/stderr")" 0-
is "the analysis has the winners of the run and marks winners at an edge" \
    "$(for name in tune_value at_edge n; do column "$work/run/summary.csv" $name | tr '\n' ' '; done)" "40 100 0 0 4 4 "
has "the report says how the values were chosen" "$(page "$work/run/report.md")" "with seeds 101, 102, 103 (not used for verdicts)"
has "the report says that the validation split was used twice" "$(page "$work/run/report.md")" "The validation split was used for tuning and for verdicts"

# ---- the figure of the tried values includes diverged runs ----
cp -r "$work/run" "$work/drawn"
echo 'figures: [{kind: lr_curves}]' >>"$work/drawn/plan.yaml"
planned "$work/drawn"
if command -v gnuplot >/dev/null; then
    "$attnlab" report "$work/drawn" >/dev/null 2>&1
    is "diverged training runs are drawn as crosses" "$(grep ',diverged,' "$work/drawn/figures/tuned-lr_curves.csv" | cut -d, -f3)" 110
else
    echo "ok $((tests += 1)) - diverged training runs are drawn as crosses # SKIP gnuplot is not installed"
fi

run "$spec" --seed 5 -o "$work/other" >/dev/null
is "another order gives the same training runs" "$(take "$work/other" | cmp - "$work/expected" 2>&1)" ""
run "$spec" --cpus 0 -o "$work/one" >/dev/null
is "one run at a time gives the same training runs" "$(take "$work/one" | cmp - "$work/expected" 2>&1)" ""
: >"$work/log"
run "$spec" --reuse "$work/run" -o "$work/again" >/dev/null
is "--reuse gives the same rows without training" "$(take "$work/again" | cmp - "$work/expected" 2>&1)$(grep -c '^score=.*n=[0-9]*0,' "$work/log")" 0

for i in 1 2; do run "$spec" --shard $i/2 -o "$work/part$i" >/dev/null; done
is "a shard has all cells of an arm" "$(column "$work/part1/cells.csv" key | cut -d, -f1 | sort | uniq -c | tr -s ' ')" " 84 score=dot"
"$attnlab" merge "$work/part1" "$work/part2" -o "$work/merged" >/dev/null 2>&1
is "merged shards give the same rows" "$(take "$work/merged" | cmp - "$work/expected" 2>&1)" ""

is "after 8 kills and --resume the training runs are the same, each once" "$(killed "$spec" 8 11 take)" 0

run "$spec" --filter 'not (n == 10 and seed > 100)' -o "$work/gap" >/dev/null
"$attnlab" report "$work/gap" >/dev/null 2>&1
column "$work/gap/statistics.csv" pairs >"$work/pairs"
is "a value whose trials are filtered out can still be judged" "$(sed -n 1p "$work/pairs")" 4
run "$spec" --filter n=40 -o "$work/alone" >/dev/null
is "a single value is judged without tuning trials" "$(column "$work/alone/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" " 6 not_needed 8 ok "

sed 's/\[101, 102, 103\]/[101, 102, 4]/' "$spec" >"$work/common.yaml"
"$attnlab" plan "$work/common.yaml" >/dev/null 2>"$work/stderr"
is "a seed that both tunes and judges is refused" "$? $(cat "$work/stderr")" \
    "2 $work/common.yaml:7:1: key tune: found 1 of 3 tuning seeds among the seeds of the results, expected none or all"
"$attnlab" plan "$spec" --set seed=100-102 >/dev/null 2>"$work/stderr"
has "--set refuses a seed that both tunes and judges" "$? $(cat "$work/stderr")" "2 $spec:7:1: key tune: found 2 of 3 tuning seeds"
finish
