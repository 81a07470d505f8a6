#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# attnlab report on a folder of runs: which columns and rows its table of variants by tasks has, in which order and
# by which names, and what the first page says of questions that claim nothing.
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
. "$here/trained_runs.sh"
helps=$work/one/helps
trained "$helps" 0.05

# ---- columns of one data set stand beside each other, though another has as many results ----
# heads FILE: the columns of the table, by data, task and metric
heads() { sed -n 's/^| part | variant | \(.*\) | training time .*/\1/p' "$1" | sed 's/ ([^)]*)//g; s/;[^|]* |/ |/g; s/;[^|]*$//'; }
trained "$work/sets/one" 0.05
trained "$work/sets/loss" 0.05 3
sed -i 's/^metric: accuracy/metric: loss/' "$work/sets/loss/plan.yaml"
trained "$work/sets/other" 0.05
sed -i 's/cifar10/aset/' "$work/sets/other/cells.csv" "$work/sets/other/plan.yaml"
report "$work/sets"
is "the set that has most comes first, with all of it" "$(heads "$work/sets/report.md")" "cifar10: loss | cifar10: accuracy | aset: accuracy"

# ---- a task is named where a set is asked more than one; of pictures and the like it follows ----
cp -r "$work/sets" "$work/kinds"
sed -i 's/"datasets": \[\]/"datasets": [{"name": "cifar10", "kind": "images"}, {"name": "aset", "kind": "language"}]/
s/^{"name": "lr"/{"name": "task", "doc": "", "type": "text", "default": "some_task", "role": "measure", "quiet": false},\
&/' "$work/kinds"/*/describe.json
sed -i 's/^fixed: {/&task: some_task, /' "$work/kinds"/*/plan.yaml
sed -i 's/,lr=0.1,/,task=some_task&/' "$work/kinds"/*/cells.csv
report "$work/kinds"
is "of a text alone" "$(heads "$work/kinds/report.md")" "cifar10: loss | cifar10: accuracy | aset, some task: accuracy"

# ---- where nothing is claimed all comparisons answer: the largest of many is large by chance too ----
trained "$work/many" 0 3
report "$work/many"
is "none is named where none stands" "$(page "$work/many/report.md" | grep '^> ')" \
    "> Of 2 comparisons with dot none is better and none is worse: 2 equivalent."
is "and their counts stand once" "$(page "$work/many/report.md" | grep -c 'All comparisons with')" 0
trained "$work/clear" 0.05 3
report "$work/clear"
has "the largest that stands is" "$(page "$work/clear/report.md" | grep '^> ')" \
    "> Of 2 comparisons with dot 2 are better and none is worse; the largest that stands: two is better by 0.10"
sed -i '/^damaged: off/d; /^  off:/d' "$work/many/plan.yaml"
sed -i '/q=off/d' "$work/many/cells.csv"
report "$work/many"
has "a set-up that cannot tell says that of all" "$(page "$work/many/report.md" | grep '^> ')" \
    "> Of 2 comparisons with dot nothing can be said: 2 not assessable. Nothing more is said, since no control"

# ---- cells of a column stand beside each other where one run has most of them ----
mkdir "$work/homes" && cp -r "$helps" "$work/homes"
trained "$work/homes/many" 0.03 3
report "$work/homes"
has "a variant is shown from the run that has most of the others, too" \
    "$(sed -n '/^## Variants/,/^## Q/p' "$work/homes/report.md")" "| Controls and sizes | an MLP, wide | ▲ [+0.0302"
has "times of whole trainings are marked" "$(cat "$work/homes/report.md")" "~: rough, from whole trainings beside which others ran"

# ---- what is clearest is told in margins: shares and points of BLEU are other units ----
trained "$work/units/share" 0.3
trained "$work/units/points" 0.5
sed -i 's/accuracy/bleu/; s/^margin: .*/margin: 0.1/' "$work/units/points/plan.yaml"
sed -i 's/accuracy/bleu/' "$work/units/points/cells.csv" "$work/units/points/yardsticks/cells.csv"
report "$work/units"
has "of two it says both" "$(cat "$work/units/report.md")" "both better ones stand."
has "both are better" "$(cat "$work/units/report.md")" "2 are better than the plain layer"
has "30 margins are more than 5" "$(cat "$work/units/report.md")" ": an MLP, wide is better by 0.3003"

# ---- where only the loss was counted, it is named beside a metric that is another ----
trained "$work/losses/helps" 0.05
sed -i 's/,0.4$/,/' "$work/losses/helps/yardsticks/cells.csv"
report "$work/losses"
has "in the head of a column" "$(cat "$work/losses/report.md")" ": accuracy (0 to 1); plain layer 0.525 (loss 0.7), majority: loss 0.9 |"
has "and in the table of verdicts" "$(cat "$work/losses/report.md")" "| 0.525 (loss 0.7) | loss 0.9 (majority) |"

# ---- of more tasks than fit, the sentence counts what the picture shows ----
for task in 1 2 3 4 5 6 7 8 9; do
    trained "$work/tasks/t$task" 0.05
    sed -i "s/cifar10/set$task/" "$work/tasks/t$task/plan.yaml" "$work/tasks/t$task/cells.csv"
done
report "$work/tasks"
has "results of the first sentence" "$(cat "$work/tasks/report.md")" "Of 7 results in the picture"
has "as the table has" "$(cat "$work/tasks/report.md")" "2 tasks"

# ---- what grows with the width is named by how many times the plain one it is, other numbers as they are ----
mkdir "$work/sizes" && trained "$work/sizes/helps" 0.05 3
sed -i -e 's/mlp: {q: mlp,/mlp: {ffn: 68,/' -e 's/two: {q: two,/two: {kv_heads: 1,/' -e 's/^fixed: {/&d_model: 8, heads: 4, /' \
    "$work/sizes/helps/plan.yaml"
sed -i -e 's/q=dot,/&d_model=8,ffn=32,heads=4,/' -e 's/q=mlp,/q=dot,d_model=8,ffn=68,heads=4,/' \
    -e 's/q=two,/q=dot,d_model=8,ffn=32,heads=4,kv_heads=1,/' -e 's/q=off,/&d_model=8,ffn=32,heads=4,/' "$work/sizes/helps/cells.csv"
sed -i 's/^{"name": "lr"/{"name": "d_model", "doc": "", "type": "int", "min": 1, "max": 99, "default": "8", "role": "shape", "quiet": false},\
{"name": "ffn", "doc": "", "type": "int", "min": 1, "max": 999, "said": ["feed-forward width {}"], "default": "4 * d_model", "role": "variant", "quiet": false},\
{"name": "heads", "doc": "", "type": "int", "min": 1, "max": 99, "default": "4", "role": "shape", "quiet": false},\
{"name": "kv_heads", "doc": "", "type": "int", "min": 1, "max": 99, "said": ["{} heads of keys", "1: 1 head of keys"], "default": "heads", "role": "variant", "quiet": true},\
&/' "$work/sizes/helps/describe.json"
sed -i '/^damaged: off/d' "$work/sizes/helps/plan.yaml" # where nothing is told settings name a row, not a question
report "$work/sizes"
has "fewer heads" "$(cat "$work/sizes/report.md")" "| Controls and sizes | 1 head of keys |"
has "and a wider net" "$(cat "$work/sizes/report.md")" "| feed-forward width times 2.1 |"

# ---- what ran by formula costs nothing that is a variant's: marked, in no range, and last to be taken ----
# timed DIR WIDTH TWO: layers of a width, one of which takes twice as long, two TWO times by formula
timed() {
    mkdir -p "$1"
    sed -e 's/^{"name": "lr"/{"name": "d_model", "doc": "", "type": "int", "min": 1, "max": 99, "default": "8", "role": "shape", "quiet": false},\
&/' -e 's/"slots": \[\]/"slots": ["q"], "slot_groups": ["Projections"]/' "$work/describe.json" >"$1/describe.json"
    cat >"$1/plan.yaml" <<Y
# As run by attnlab: x.yaml, tier full
name: $(basename "$1")
question: "What does it cost?"
rounds: 6
baseline: dot
factors: {d_model: [$2]}
arms: {dot: {q: dot}, mlp: {q: mlp}, two: {q: two}, off: {q: off}}
Y
    awk -v name="$(basename "$1")" -v width="$2" -v two="$3" 'BEGIN {
        print "schema_version,ablation,key,status,reason,time_ns_median,host,commit,path"
        split("dot mlp two off", arms)
        split("1 2 " (two ? two : 3) " 50", times)
        for (arm = 1; arm <= 4; arm++) for (n = 1; n <= 6; n++)
            printf "1,%s,\"q=%s,d_model=%d,lr=0.1,data=,seed=1,round=%d\",ok,,%d,host,commit,%s\n", name, arms[arm],
                width, n, (1000 + n) * times[arm], arm == 4 || (two && arm == 3) ? "formula: score" : "fast"
    }' >"$1/cells.csv"
    echo '{"program": {"commit": "abc"}, "plan": {"tier": "full"}}' >"$1/manifest.json"
}
timed "$work/slow/large" 64 70
timed "$work/slow/small" 8 ""
report "$work/slow"
found=$(sed -n '/^## What variants/,/^## Q/p' "$work/slow/report.md")
has "a time by formula has its mark" "$found" "| [50.0 (by formula)]("
has "one that is the variant's comes before it" "$found" "| [3.00](small"
has "none is a cost" "$(cat "$work/slow/report.md")" "one layer takes from 2.00 times (q = mlp for Q) to 3.00 times (q = two for Q)"
trained "$work/slow/model" 0.05
sed -i -e '1s/$/,path/' -e '2,$s/$/,fast/' -e '/q=mlp/s/fast$/formula: score/' "$work/slow/model/cells.csv"
rm -r "$work/slow/large" "$work/slow/small"
report "$work/slow"
has "of whole trainings too" "$(cat "$work/slow/report.md")" "~2.00 (by formula) |"
finish
