#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that rows run by formula are marked, and that times by formula get no verdict.
# make: BROKEN=1
# suite: slow
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=${BROKEN_WORKER:-$here/../../build/broken/attnlab-worker}
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
unset ATTNLAB_DATA ATTNLAB_CACHE
[ -x "$ATTNLAB_WORKER" ] || { echo "Bail out! $ATTNLAB_WORKER is missing; build it with: make BROKEN=1"; exit 1; }

layer=batch=1,heads=2,d_model=16,d_head=8,samples=1,min_sample_ms=0,counters=none
model=kind=quality,data=text:builtin,n=16,batch=4,d_model=16,heads=2,layers=2,evaluate_limit=2,steps=2
# path CELL EXPECTED: checks whether a cell's row reports the expected path (fast or formula).
path() {
    is "$1" "$("$attnlab" cell "$1" 2>&1 | sed -n 's/^path *//p')" "$2"
}

# ---- one layer: the path depends only on the timed pass ----
for phase in forward backward both; do
    path "normalizer=formula_alone,n=32,phase=$phase,$layer" "formula: normalizer"
    path "score=neural,gate=sigmoid,n=32,phase=$phase,method=materialised,$layer" fast
done
path "normalizer=formula_backward,n=32,phase=forward,$layer" fast
path "normalizer=formula_backward,n=32,phase=backward,$layer" "formula: normalizer"
path "normalizer=formula_backward,n=32,phase=both,method=materialised,$layer" "formula: normalizer"
path "k=formula_rows,o=formula_rows,score=formula_distance,gate=formula_half,n=32,$layer" \
    "formula: k+score+gate+o"
path "score=formula_distance,n=32,method=materialised,$layer" "formula: score"
path "score=loses_columns,n=64,phase=forward,$layer" fast
path "score=loses_columns,n=64,phase=both,$layer" "formula: score"

# ---- a model: the path depends on both passes of every attention layer with the variant ----
path "normalizer=formula_backward,$model" "formula: normalizer"
path "normalizer=formula_backward,variant_layers=last,$model" "formula: normalizer"
path "normalizer=formula_backward,variant_layers=none,$model" fast
path "$model" fast

# ---- timed: a ratio without a verdict ----
cat >"$work/timed.yaml" <<'Y'
question: what does it cost?
rounds: 6
baseline: base
arms:
  base: {normalizer: softmax, label: softmax}
  alone: {normalizer: formula_alone, label: equal weights}
factors: {n: [32], batch: [1], heads: [2], d_model: [16], d_head: [8], samples: [1], min_sample_ms: [0], counters: [none]}
figures: [{kind: scaling}]
Y
run "$work/timed.yaml" -o "$work/timed" >/dev/null
is "timed: the run succeeds" "$?-$(cat "$work/stderr")" 0-
is "timed: a column has the path of each row" "$(column "$work/timed/cells.csv" path | sort | uniq -c | tr -s ' \n' ' ')" \
    " 6 fast 6 formula: normalizer "
report() { "$attnlab" report "$1" >"$work/stdout" 2>"$work/stderr"; }
report "$work/timed"
effects=$work/timed/effects.csv
is "timed: rows by formula get no verdict" "$(column "$effects" verdict)" "by formula"
is "timed: rows by formula have no test and do not count in corrections" "$(column "$effects" p)$(column "$work/timed/statistics.csv" p_corrected)" ""
is "timed: the ratio is a number" "$(column "$effects" time_ratio | grep -c '^[0-9.]*$')" 1
page=$(page "$work/timed/report.md")
has "timed: rows by formula are counted separately" "$page" "**All compared arms ran by formula.**"
has "timed: the table marks rows by formula" "$page" '] | by formula |'
has "timed: the page names the reason and the slot" "$page" "so their times have no verdict: \"equal weights (by formula)\" (normalizer)."
case $page in *"| faster"* | *"| slower"*) found=said ;; *) found=no ;; esac
is "timed: nothing is called faster or slower" $found no
if command -v gnuplot >/dev/null; then
    is "timed: the figure shows rows by formula as not judged" \
        "$(grep 'equal weights' "$work/timed/figures/timed-scaling.csv" | cut -d, -f8 | sort -u)" "not judged"
fi
mkdir "$work/all" && cp -r "$work/timed" "$work/all"
"$attnlab" report "$work/all" >/dev/null 2>&1
has "timed: the report of all runs marks rows by formula" "$(cat "$work/all/report.md")" "| All compared arms ran by formula |  |"
has "timed: rows by formula have no verdict when the run is compared with itself" "$("$attnlab" compare "$work/timed" "$work/timed")" "not compared: timed by formula"

mkdir "$work/old"
cp "$work/timed/plan.json" "$work/timed/describe.json" "$work/timed/manifest.json" "$work/old"
sed -E '1s/,path(,|$)/,of_old\1/' "$work/timed/cells.csv" >"$work/old/cells.csv"
report "$work/old"
is "without the column of paths, verdicts are given" "$(column "$work/old/effects.csv" verdict | grep -c formula)" 0
is "without the column of paths, tests are made" "$(column "$work/old/effects.csv" p | grep -c '^[0-9.]*$')" 1
is "without the column of paths, nothing is marked" "$(grep -c 'by formula' "$work/old/report.md")" 0

# ---- trained: a verdict on the metric, none on the time ----
cat >"$work/trained.yaml" <<'Y'
question: does it learn?
kind: quality
baseline: base
metric: loss
arms:
  base: {normalizer: softmax, label: softmax}
  alone: {normalizer: formula_alone, label: equal weights}
fixed: {data: "text:builtin", n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, evaluate_limit: 4, evaluate_every: 2}
factors: {steps: [200], seed: 1-3}
simple_baselines: none # 200 steps learn too little to pass this check
figures: [{kind: pareto}]
Y
run "$work/trained.yaml" -o "$work/trained" >/dev/null
is "trained: the run succeeds" "$?-$(cat "$work/stderr")" 0-
is "trained: a column has the path of each row" \
    "$(column "$work/trained/cells.csv" path | sort | uniq -c | tr -s ' \n' ' ')" " 3 fast 3 formula: normalizer "
report "$work/trained"
effects=$work/trained/statistics.csv
for name in comparison verdict_unchecked p; do column "$effects" $name >"$work/$name"; done
is "trained: the effect is tested" "$(paste -d: "$work/comparison" "$work/p" | grep -c ':[0-9]')" 1
is "trained: the verdict is given" "$(grep -c 'formula' "$work/verdict_unchecked")" 0
page=$(page "$work/trained/report.md")
# On a busy machine, the page also reports that the interval of the cost is too wide, so only the mark is
# compared.
has "trained: the cost is marked" "$page" " (by formula) | "
finish
