#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab report on a folder of runs: the verdicts of all of them on one screen, the points of the
# joint figure, and what is said when a run is broken.
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
all=$work/all
report() { "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }

# A folder of runs without describe.json takes that of the folder above.
mkdir "$all"
cat >"$work/describe.json" <<'J'
{"schema": 1, "slots": [], "events": [], "datasets": [], "builds": ["plain"], "axes": [
{"name": "kind", "doc": "", "type": "choice", "choices": ["overhead", "quality"],
 "default": "overhead", "role": "measure", "quiet": true},
{"name": "q", "doc": "", "type": "choice", "choices": ["dot", "mlp", "two", "off"], "default": "dot",
 "role": "variant", "quiet": false},
{"name": "lr", "doc": "", "type": "real", "min": 0, "max": 1, "default": "0.1", "role": "variant",
 "quiet": false},
{"name": "data", "doc": "", "type": "text", "default": "", "role": "measure", "quiet": false},
{"name": "seed", "doc": "", "type": "int", "min": 0, "max": 1000000, "default": "1",
 "role": "measure", "quiet": false}]}
J

# trained DIR GAIN [3]: a question of quality that may speak (counting is right in 0.4, an arm damaged
# on purpose in 0.3), its arm by so much more accurate than 0.5 in four seeds
# and half as fast; a third arm gains twice that in three quarters of its time
trained() {
    mkdir -p "$1"
    cp "$work/describe.json" "$1"
    third=
    [ "${3:-2}" = 2 ] || third='  two: {q: two, label: two}'
    mkdir -p "$1/yardsticks"
    printf '%s\n' kind,yardstick,counted,status,reason,floor,seed,valid_loss,valid_accuracy \
        yardstick,majority,seen,ok,,true,1,0.9,0.4 >"$1/yardsticks/cells.csv"
    cat >"$1/plan.yaml" <<Y
# As run by attnlab: x.yaml, tier full
name: $(basename "$1")
question: "Does it, or | not?"
source: "arXiv 2310.11398, at length; and 2502.17206"
claim: it does
kind: quality
baseline: dot
metric: accuracy
margin: 0.01
tune: {axis: lr, seeds: [1]}
factors: {lr: [0.1], seed: 1-4}
fixed: {data: cifar10}
arms:
  dot: {q: dot, label: dot}
  mlp: {q: mlp, label: "an MLP, wide"}
$third
  off: {q: off, label: off}
damaged: off
${4:-}
Y
    awk -v name="$(basename "$1")" -v gain="$2" -v arms="${3:-2}" 'BEGIN {
        split("dot mlp two", arm_names)
        split("1 2 1.5", time) # of a token, over that of the first arm
        print "schema_version,ablation,key,status,reason,valid_loss,valid_accuracy,time_ns_median,parameters,flop_per_token,tokens_per_s,peak_rss_bytes,metric,host,commit,input_notes"
        for (seed = 1; seed <= 4; seed++) for (arm = 0; arm < arms; arm++)
            printf "1,%s,\"kind=quality,q=%s,lr=0.1,data=cifar10,seed=%d,round=1\",ok,,0.7,%.6f,,%d,10,%d,100,accuracy,host,commit,a.first4000.bin is not the complete set. b.bin is not the complete set. So.\n",
                name, arm_names[arm + 1], seed,
                0.5 + seed * 0.01 + arm * (gain + seed * 0.0001), 1000 + 500 * arm, 1000 / (time[arm + 1] + seed * 0.001 * arm)
        for (seed = 1; seed <= 4; seed++)
            printf "1,%s,\"kind=quality,q=off,lr=0.1,seed=%d,round=1\",ok,,0.8,%.6f,,1000,10,1000,100,accuracy,host,commit\n",
                name, seed, 0.3 + seed * 0.01
    }' >"$1/cells.csv"
    echo '{"program": {"commit": "abc"}, "plan": {"tier": "full"}}' >"$1/manifest.json"
}
trained "$all/helps" 0.05
trained "$all/harms" -0.05 2 "expectations: [{arm: mlp, expects: worse, because: it is wide}]"
spec "$work/times.yaml" "score: [dot, neural]" "n: [16, 32]"
printf '%s\n' "baseline: {score: dot}" >>"$work/times.yaml"
run "$work/times.yaml" -o "$all/times" >/dev/null
"$ATTNLAB_WORKER" describe >"$all/times/describe.json"
mkdir "$all/figures" "$all/no-run" # neither is a run
for name in helps times; do "$attnlab" report "$all/$name" >/dev/null 2>&1; done

report "$all/"
code=$?
if command -v gnuplot >/dev/null; then
    is "a folder of runs: exit 0" $code 0
    has "the figure is drawn" "$(cat "$all/figures/pareto.svg")" "</svg>"
    is "also as PNG" "$(head -c 4 "$all/figures/pareto.png" | tail -c 3)" PNG
    has "and stands in the report, with its caption" "$(cat "$all/report.md")" \
        "Gains are in percent of the baseline's own metric"
    is "the page needs no other file for it" "$(grep -c 'src="[^d]' "$all/report.html")" 0
else
    echo "ok $((tests += 1)) - figure # SKIP gnuplot is not installed"
fi
has "what has no report yet is told" "$(cat "$work/stderr")" "harms/report.md is linked and not there"
is "and nothing else" "$(wc -l <"$work/stderr")" 1

table=$(cat "$all/verdicts.md")
is "a row for each question under the head" "$(wc -l <"$all/verdicts.md")" 5
has "question and link, from where the command was given" "$table" \
    "| [Does it, or \\| not?]($all/helps/report.md) | arXiv 2310.11398, 2502.17206 | 1 better | an MLP, wide: "
has "effect, pairs, cost" "$table" "accuracy higher by 0.05"
has "cost" "$table" "parameters 1.500"
has "the data, with what there is of it" "$table" ", on cifar10 (of it a.first4000.bin, b.bin) | 4 |"
has "and in every claim" "$(cat "$all/report.md")" \
    "| an MLP, wide | cifar10 (of it a.first4000.bin, b.bin) | better |"
has "what nobody published is scored apart" "$(sed -n '/^## Our own/,$p' "$all/report.md")" \
    "(of it a.first4000.bin, b.bin) | expected worse: supported |"
has "what is worse" "$table" "| 1 worse | an MLP, wide: accuracy lower by 0.0498"
has "times" "$table" "against score=dot | score=neural d\\_prime=16: time 1.000"
has "in the report links are its own" "$(cat "$all/report.md")" "(helps/report.md)"
has "and end in .html where it does" "$(cat "$all/report.html")" 'href="helps/report.html"'
has "a table of runs" "$(cat "$all/report.md")" "| [harms](harms/report.md) | abc | full |"

# points DIR COLUMN: name and a column of each point of the figure but the baseline's, by name
points() {
    for name in name "$2"; do column "$1/figures/pareto.csv" "$name" >"$work/$name"; done
    paste -d: "$work/name" "$work/$2" | grep -v '^:' | sort | tr '\n' ';'
}
is "a point for each arm, which names its question" "$(points "$all" label)" \
    "an MLP, wide (harms):worse;an MLP, wide (helps):better;"
is "its gain is in percent of the baseline" \
    "$(points "$all" y | sed 's/\(\.[0-9]\)[0-9]*/\1/g')" \
    "an MLP, wide (harms):-9.4;an MLP, wide (helps):9.5;"
is "its time a ratio" "$(points "$all" x | sed 's/\(\.[0-9]\)[0-9]*/\1/g')" \
    "an MLP, wide (harms):2.0;an MLP, wide (helps):2.0;"
is "what is better is on the front" "$(points "$all" mark)" \
    "an MLP, wide (harms):;an MLP, wide (helps):numbered;"

# ---- which is beaten: by what gains more in less time, of the same question alone ----
mkdir "$work/fronts" && cp -r "$all/helps" "$work/fronts"
trained "$work/fronts/three" 0.08 3
report "$work/fronts"
is "another question's arm beats none" \
    "$(points "$work/fronts" mark)" \
    "an MLP, wide (helps):numbered;an MLP, wide (three):;two (three):numbered;"
# An arm that ran by formula has no time of its own: it beats none and is not numbered.
mkdir "$work/formula" && cp -r "$work/fronts/three" "$work/formula"
awk -F, 'NR == 1 { print $0 ",path"; next } { print $0 (/q=two/ ? ",formula: normalizer" : ",fast") }' \
    "$work/fronts/three/cells.csv" >"$work/formula/three/cells.csv"
report "$work/formula"
is "a time by formula is on no front, and beats none" "$(points "$work/formula" mark)" \
    "an MLP, wide (three):numbered;two (by formula) (three):;"
has "and the caption says so" "$(cat "$work/formula/report.md")" "is that of a formula has no number"
report "$work/fronts"
if command -v gnuplot >/dev/null; then
    has "what no other beats is named" "$(cat "$work/fronts/figures/pareto.svg")" "1  an MLP, wide (helps)"
    has "each with its question" "$(cat "$work/fronts/figures/pareto.svg")" "2  two (three)"
else
    echo "ok $((tests += 1)) - names # SKIP gnuplot is not installed"
fi

# ---- only times; nothing; broken ----
mkdir "$work/timed" && cp -r "$all/times" "$work/timed"
report "$work/timed"
is "without training: exit 0, and no figure" "$? $(ls "$work/timed" | grep -c figures)" "0 0"
mkdir "$work/none"
report "$work/none"
has "a folder without runs" "$?-$(cat "$work/stderr")" "2-attnlab report: $work/none holds no run: no cells.csv stands in it"
mkdir "$work/torn" && cp -r "$all/helps" "$all/times" "$work/torn"
truncate -s -5 "$work/torn/helps/cells.csv"
report "$work/torn"
has "a broken run is named" "$?-$(cat "$work/stderr")" "2-attnlab report: $work/torn/helps/cells.csv:13: "
is "and nothing is written" "$(ls "$work/torn" | tr '\n' ' ')" "helps times "
finish
