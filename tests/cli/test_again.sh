#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that --resume repeats training runs that ran out of memory, and all rows that depend on them. The
# resumed run must equal a run without failures. Training results are simulated (tests/simulated/).
# make: simulated-build
. "$(dirname "$0")/lib.sh"
simulated=${SIMULATED_WORKER:-$here/../../build/obj/tests/simulated/worker}
if [ ! -x "$simulated" ]; then
    echo "$simulated is missing; run make simulated-build"
    exit 77
fi
cat >"$work/worker" <<W
#!/bin/sh
for cell; do :; done
case \$cell in
    \$(cat "$work/victim")) kill -KILL \$\$ ;;
esac
exec "$simulated" "\$@"
W
chmod +x "$work/worker"
ATTNLAB_WORKER=$work/worker
: >"$work/victim"

# question FILE SEEDS TUNING [FROM TO]: writes the question, with FROM replaced by TO.
question() {
    sed "s/${4-^}/${5-}/" <<Y >"$1"
question: does it help?
kind: quality
metric: loss
margin: 0.005
split: held_out
baseline: base
fixed: {world: 5, held_out: yes}
factors: {lr: 0.00141-0.0113*sqrt2, seed: $2}
tune: {axis: lr, $3}
arms: {base: {twin: 0}, negative_control: {score: static, twin: 1}, one: {twin: 2, gain: 0.05}}
Y
}
# judged DIR: prints the comparisons that the report contains.
judged() {
    "$attnlab" report "$1" >/dev/null 2>&1
    cat "$1/effects.csv"
}
# as_if_whole NAME QUESTION VICTIM: runs the question twice and compares the results. In the second run, the
# VICTIM cells run out of memory at first.
as_if_whole() {
    run "$2" -o "$work/whole" >/dev/null
    echo "$3" >"$work/victim"
    run "$2" -o "$work/cut" >/dev/null
    is "$1: the run without memory fails" "$? $(grep -c '"oom"' "$work/cut/journal.jsonl")" "1 1"
    is "$1: the failure alone would change a verdict" "$(judged "$work/cut" | cmp -s - "$work/whole/effects.csv" && echo no)" ""
    : >"$work/victim"
    run "$2" -o "$work/cut" --resume >/dev/null
    is "$1: --resume succeeds" "$? $(grep -v '^note: ' "$work/stderr")" "0 "
    judged "$work/whole" >"$work/expected"
    is "$1: the result equals that of an undisturbed run" "$(judged "$work/cut" | cmp - "$work/expected" 2>&1)" ""
    rm -r "$work/whole" "$work/cut"
}
question "$work/seed.yaml" 1-5 'seeds: [1]'
as_if_whole "tuning trials without memory" "$work/seed.yaml" '*twin=2,*lr=0.00282,*seed=1'
question "$work/apart.yaml" 1-8 'seeds: [101, 102, 103]'
as_if_whole "tuning trials with separate seeds without memory" "$work/apart.yaml" '*twin=2,*lr=0.00199,*seed=102'

# ---- a run keeps its original rules ----
run "$work/apart.yaml" -o "$work/begun" --max-time 0.001s >/dev/null
other() { # NAME FROM TO: checks that a run does not resume under a changed rule
    question "$work/other.yaml" 1-8 'seeds: [101, 102, 103]' "$2" "$3"
    cp "$work/other.yaml" "$work/rules/apart.yaml"
    run "$work/rules/apart.yaml" -o "$work/begun" --resume >/dev/null
    has "$1" "$?-$(cat "$work/stderr")" "2-attnlab run: $work/begun contains rows of another plan: "
}
mkdir "$work/rules"
other "another baseline" "baseline: base" "baseline: one"
other "an arm of another name" "one:" "two:"
other "another margin" "margin: 0.005" "margin: 0.01"
other "another judging split" "split: held_out" "split: valid"
other "another tuning" ", 103" ", 104"
question "$work/rules/apart.yaml" 1-8 'seeds: [101, 102, 103]' "does it help" "does it help much"
run "$work/rules/apart.yaml" -o "$work/begun" --resume >/dev/null
is "changed texts do not make another plan" "$? $(grep -v '^note: ' "$work/stderr")" "0 "
finish
