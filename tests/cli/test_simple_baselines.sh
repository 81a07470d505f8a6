#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests simple baselines as rows of a training question. They run first, are kept by --resume, shards and
# --reuse, and can be added to an existing run.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE OPENBLAS_CORETYPE

cat >"$work/few.yaml" <<'Y'
question: which one learns better?
kind: quality
baseline: dot
simple_baselines: [unigram, bigram]
fixed: {data: "text:builtin", n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, evaluate_limit: 4}
factors: {steps: [20, 40], seed: 1-2}
arms:
  dot: {label: dot product}
  static: {score: static, label: static}
Y
# counted DIR: prints the results of the simple baselines with all digits, one per line.
counted() {
    for name in key status tokens valid_loss; do
        column "$1/cells.csv" $name >"$work/column-$name"
    done
    paste -d ' ' "$work"/column-* | grep kind=simple_baseline | sort
}

has "the plan counts the simple baselines" "$("$attnlab" plan "$work/few.yaml")" "8 cells x 1 round: 8 rows"
has "simple baselines are counted separately from arms" "$("$attnlab" plan "$work/few.yaml")" "  8 simple baselines"
is "simple baselines run first" "$("$attnlab" plan "$work/few.yaml" --rows 2>/dev/null | sed -n '1,8s/.* kind=\([a-z_]*\).*/\1/p' | sort | uniq -c | tr -s ' ')" " 8 simple_baseline"
run "$work/few.yaml" -o "$work/run" >/dev/null
is "a run with simple baselines succeeds" $?-"$(cat "$work/stderr")" 0-
is "each simple baseline is a row with its own name" "$(column "$work/run/cells.csv" arm | sort | uniq -c | tr -s ' \n' ' ')" \
    " 4 bigram 4 dot 4 static 4 unigram "
is "simple baselines are in no group and no legend" "$(grep kind=simple_baseline "$work/run/cells.csv" | cut -d, -f1-9 | sort -u)" \
    "$(printf '1,few,bigram,,,,,1,\n1,few,unigram,,,,,1,')"
counted "$work/run" >"$work/expected"
is "each simple baseline has a loss" "$(grep -Ec 'ok [0-9]+ [0-9]\.[0-9]{9,}$' "$work/expected" || cat "$work/expected")" 8
is "with twice the steps, the simple baselines see more tokens" "$(grep 'unigram,counted=seen' "$work/expected" | awk '{ print $3 }' | sort -u | wc -l)" 2
is "simple baselines on all tokens do not depend on the steps" "$(grep 'unigram,counted=all' "$work/expected" | awk '{ print $3, $4 }' | sort -u | wc -l)" 1
is "other rows do not change" "$("$attnlab" plan "$work/few.yaml" --rows 2>/dev/null | grep -v simple_baseline)" \
    "$(sed 's/^simple_baselines.*/simple_baselines: none/' "$work/few.yaml" >"$work/none.yaml"
       sed -i '1i name: few' "$work/none.yaml"; "$attnlab" plan "$work/none.yaml" --rows 2>/dev/null)"
# missing FILE: prints what a plan lacks for a verdict.
missing() { "$attnlab" plan "$work/$1" | sed -n 's/.*gives no verdict, because the plan has no //p'; }
sed '/^simple_baselines/a negative_control: static' "$work/few.yaml" >"$work/control.yaml"
is "the plan says which checks lack their cells" "$(missing few.yaml)/$(missing none.yaml)/$(missing control.yaml)" \
    "negative control/simple baseline and no negative control/"

# ---- resuming, shards, earlier runs ----
run "$work/few.yaml" -o "$work/part" --max-time 0.000001 >/dev/null
run "$work/few.yaml" -o "$work/part" --resume >/dev/null
is "the resumed run has the same simple baselines" "$(counted "$work/part" | cmp - "$work/expected" 2>&1)" ""
for shard in 1 2 3; do run "$work/few.yaml" -o "$work/shard$shard" --shard $shard/3 >/dev/null; done
"$attnlab" merge "$work/shard1" "$work/shard2" "$work/shard3" -o "$work/merged" >/dev/null 2>"$work/stderr"
is "each simple baseline is in one shard" "$?-$(counted "$work/merged" | cmp - "$work/expected" 2>&1)" 0-
run "$work/few.yaml" -o "$work/reused" --reuse "$work/run" >/dev/null
is "--reuse takes simple baselines of an earlier run" "$(column "$work/reused/cells.csv" trained_in | grep -c "^$work/run$")" 16
run "$work/few.yaml" -o "$work/alone" --filter kind=simple_baseline >/dev/null
is "simple baselines can be selected by a filter" "$(wc -l <"$work/alone/journal.jsonl")-$(counted "$work/alone" | cmp - "$work/expected" 2>&1)" 8-
"$attnlab" compare "$work/run" "$work/part" >"$work/stdout" 2>&1
is "a repeated run with simple baselines agrees" $? 0

# ---- added to a finished run ----
cp -r "$work/run" "$work/old"
rm "$work/old/journal.jsonl"
grep -v kind=simple_baseline "$work/run/cells.csv" >"$work/old/cells.csv"
sed 's/"simple_baselines": \[.*\], "builds"/"builds"/' "$work/run/describe.json" >"$work/old/describe.json"
cp "$work/old/cells.csv" "$work/before"
"$attnlab" compare "$work/old" "$work/run" >"$work/stdout" 2>&1
is "runs with and without simple baselines agree" $? 0
run "$work/few.yaml" --filter kind=simple_baseline -o "$work/old/simple_baselines" >/dev/null
is "the simple baselines of a finished run are measured" $?-"$(cat "$work/stderr")" 0-
is "the added simple baselines equal those of the plan" "$(counted "$work/old/simple_baselines" | cmp - "$work/expected" 2>&1)" ""
is "the added simple baselines are in a separate folder" "$(wc -l <"$work/old/simple_baselines/journal.jsonl")-$(cmp "$work/before" "$work/old/cells.csv")" 8-
# validity_rows DIR: prints the validity checks of the report, without their numbers.
validity_rows() {
    "$attnlab" report "$1" >/dev/null 2>&1
    for name in condition check state; do column "$1/validity.csv" $name >"$work/check-$name"; done
    paste -d ' ' "$work/check-condition" "$work/check-check" "$work/check-state"
}
is "each condition has five checks; two fail, because so few steps learn nothing" \
    "$(validity_rows "$work/run")" "$(for steps in 20 40; do
        printf '%d steps simple_baseline failed\n%d steps negative_control failed\n%d steps sweep passed\n' $steps $steps $steps
        printf '%d steps records passed\n%d steps learned_task not measured\n' $steps $steps; done)"
has "the page prints the numbers of the failed check" "$(column "$work/run/validity.csv" figure | head -n 1)" ", not below the loss of unigram "
has "a training run that learned nothing is not called diverged" "$(page "$work/run/report.md")" " learned nothing"
is "simple baselines have no effects" "$(column "$work/run/summary.csv" arm | sort -u | tr '\n' ' ')" "dot static "
is "simple baselines added later give the same checks" "$(validity_rows "$work/old")" "$(validity_rows "$work/run")"
rm -r "$work/old/simple_baselines/cells.csv"
has "without simple baselines the check is not measured" "$(validity_rows "$work/old")" "20 steps simple_baseline not measured"
finish
