#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a cell shared by several questions is trained only once, even after kills. Also tests --reuse,
# which copies a training result from an earlier run with the same program, data and vector path.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_CACHE

# question NAME FACTORS...: writes a specification with trained models.
question() {
    name=$1
    shift
    printf 'name: %s\nquestion: which?\nkind: quality\nfactors:\n' "$name" >"$work/$name.yaml"
    for factor in "$@"; do printf '  %s\n' "$factor" >>"$work/$name.yaml"; done
}
# trained: prints how many rows the fake worker has run since the log was last emptied.
trained() { grep -c '^score=' "$work/log"; }
export ATTNLAB_FAKE_LOG="$work/log"

# ---- one driver, the fake worker ----
question one "n: [8, 16]" "score: [dot, neural]"
question two "n: [32, 16]" "score: [dot, neural]"
both="$work/one.yaml $work/two.yaml"
text=$("$attnlab" plan $both)
has "the plan says how many training runs are shared" "$(echo "$text" | sed 's/about [0-9]* s/T/g')" \
    "all: 8 rows, T; 2 trained in an earlier question"
is "the plan names the question that trains the shared cells" "$(echo "$text" | grep -c 'trained in an earlier')" 2
run $both -o "$work/run" >/dev/null
is "two questions with two common cells run" "$?-$(column "$work/run/cells.csv" status | sort | uniq -c | tr -s ' ')" "0- 8 ok"
is "six models are trained" "$(trained)" 6
is "shared rows name the question that trained them" \
    "$(column "$work/run/cells.csv" trained_in | grep . | sort | uniq -c | tr -s ' ')" \
    "$(column "$work/run/cells.csv" trained_in | grep . | sort -u | head -n 1 | sed 's/^/ 2 /')"
is "shared rows name their row in the journal" "$(grep -c '"same_as":{"ablation":"[a-z]*","key":"score=[^"]*n=16,[^"]*,round=1"}' "$work/run/journal.jsonl")" 2
cut -d, -f2 "$work/run/cells.csv" | sort | uniq -c | tr -s ' ' >"$work/rows"
is "each question has all of its rows" "$(cat "$work/rows")" "$(printf ' 1 ablation\n 4 one\n 4 two')"
: >"$work/log"
run $both -o "$work/rounds" --set rounds=2 >/dev/null
is "each round is a separate training run" "$(trained) $(wc -l <"$work/rounds/journal.jsonl")" "12 16"

# Questions share results, but not failures: the second question runs a failed cell again.
question bad "n: [8]" "behave: [ok, crash]"
question worse "n: [8]" "behave: [crash, ok]"
: >"$work/log"
run "$work/bad.yaml" "$work/worse.yaml" -o "$work/failed" >/dev/null 2>&1
is "a run with a failed training run fails" $? 1
is "both questions try the crashing cell; the other cell runs once" "$(trained)-$(grep -c behave=crash "$work/log")" 3-2
is "all rows are present" "$(column "$work/failed/cells.csv" status | sort | tr '\n' ' ')" "crashed crashed ok ok "

# Runs are killed at random moments. Every row must occur once, and shared results must refer to existing
# rows.
keys "$work/run" >"$work/expected"
wrong=0 seed=7 kills=0
while [ $kills -lt 10 ]; do
    rm -rf "$work/killed"
    for attempt in 1 2; do
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        # shellcheck disable=SC2046 # one option or none
        ATTNLAB_FAKE_SLEEP=0.05 "$attnlab" run $both -o "$work/killed" $(again "$work/killed") -q >/dev/null 2>&1 &
        sleep "0.$(printf %03d $((seed / 65536 % 400)))"
        kill -KILL $!
        wait $!
        [ $? -ne 137 ] || kills=$((kills + 1))
    done
    : >"$work/log"
    before=$(wc -l <"$work/killed/journal.jsonl" 2>/dev/null || echo 0)
    # shellcheck disable=SC2046
    run $both -o "$work/killed" $(again "$work/killed") >/dev/null || wrong=$((wrong + 1))
    keys "$work/killed" | cmp -s - "$work/expected" || wrong=$((wrong + 1))
    [ "$(grep -c '"same_as"' "$work/killed/journal.jsonl")" = 2 ] || wrong=$((wrong + 1))
    [ "$(trained)" -le $((8 - before)) ] || wrong=$((wrong + 1))
done 2>/dev/null
is "after 10 kills and --resume every row occurs once, two of them shared" $wrong 0

# ---- shards share no training runs ----
for i in 1 2; do
    : >"$work/log"
    run $both --shard $i/2 -o "$work/part$i" >/dev/null
    trained >"$work/trained$i"
done
is "equal cells in one shard are trained once" "$(cat "$work/trained1") $(cat "$work/trained2")" "4 2"
"$attnlab" merge "$work/part1" "$work/part2" -o "$work/merged" >/dev/null 2>"$work/stderr"
is "shards with shared rows are merged" "$? $(cat "$work/stderr")" "0 merged 8 rows of 2 shards"
is "merged rows keep the names of their sources" "$(column "$work/merged/cells.csv" trained_in | grep -c .)" 2
run $both -o "$work/merged" --resume >/dev/null
is "the merged run is finished" "$? $(keys "$work/merged" | cmp - "$work/expected" 2>&1)" "0 "
question two "n: [16, 32]" "score: [dot, neural]"
for i in 1 2; do
    : >"$work/log"
    run $both --shard $i/2 -o "$work/apart$i" >/dev/null
    trained >"$work/trained$i"
done
is "equal cells in two shards are trained in both shards" "$(cat "$work/trained1") $(cat "$work/trained2")" "4 4"

# ---- real models: the bits equal those of separate runs ----
unset ATTNLAB_WORKER ATTNLAB_FAKE_LOG
tiny='{data: "text:builtin", n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, evaluate_limit: 4, steps: 200}'
cat >"$work/tuned.yaml" <<T
question: which learns better, each at its own rate?
kind: quality
simple_baselines: none
fixed: $tiny
factors: {lr: [0.001, 0.003], seed: 1-2}
tune: {axis: lr, seeds: [1]}
arms: {dot: , neural: {score: neural}}
T
cat >"$work/plain.yaml" <<T
question: which learns better at every rate?
kind: quality
simple_baselines: none
fixed: $tiny
factors: {lr: [0.001, 0.003], seed: 1-2}
arms: {same: , gat: {score: gat}}
T
# results DIR: prints the training results of all rows, without times.
results() {
    for name in ablation key status valid_loss valid_accuracy gradient_norm_max tokens flop_per_token; do
        column "$1/cells.csv" $name >"$work/column-$name"
    done
    paste -d ' ' "$work"/column-* | sort
}
for name in tuned plain; do run "$work/$name.yaml" -o "$work/$name" >/dev/null; done
run "$work/tuned.yaml" "$work/plain.yaml" -o "$work/together" >/dev/null
is "a tuning question runs next to one without tuning" $?-"$(cat "$work/stderr")" 0-
{ results "$work/tuned"; results "$work/plain"; } | sort >"$work/alone"
is "every row has the exact result of a separate run" "$(results "$work/together" | cmp - "$work/alone" 2>&1)" ""
is "three cells are trained once: both rates of seed 1, the winner of seed 2" \
    "$(column "$work/together/cells.csv" trained_in | grep -c .)" 3
is "cells that tuning leaves out are trained for the question that needs them" \
    "$(column "$work/together/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" " 2 not_needed 14 ok "
is "shared rows have learning curves" \
    "$(column "$work/together/curves.csv" ablation | grep -c tuned)" \
    "$(column "$work/tuned/curves.csv" ablation | grep -c tuned)"

# ---- --reuse ----
run "$work/tuned.yaml" --reuse "$work/plain" --reuse "$work/tuned" -o "$work/again" >/dev/null
is "--reuse takes an earlier run" $?-"$(cat "$work/stderr")" 0-
is "reused rows name the earlier run" \
    "$(column "$work/again/cells.csv" trained_in | sort | uniq -c | tr -s ' ')" \
    "$(printf ' 2 \n 3 %s\n 3 %s' "$work/plain" "$work/tuned")"
results "$work/again" >"$work/taken"
is "reused rows have the same results" "$(results "$work/tuned" | cmp - "$work/taken" 2>&1)" ""
is "no worker was started, and the times come from the earlier run" \
    "$(column "$work/again/cells.csv" started_utc | sort -u | grep . | head -n 1)" \
    "$(cat "$work"/plain/journal.jsonl "$work"/tuned/journal.jsonl | sed 's/.*"started_utc":"\([^"]*\)".*/\1/' | sort | head -n 1)"
"$attnlab" plan "$work/tuned.yaml" --reuse "$work/tuned" >"$work/stdout" 2>"$work/stderr"
has "the plan says how many rows are reused" $?-"$(cat "$work/stdout" "$work/stderr")" "0-"
has "the number of reused rows is a note" "$(cat "$work/stderr")" "note: 6 training runs of this plan are already finished in 1 earlier run"
has "nothing remains to be trained" "$(cat "$work/stdout")" \
    "8 rows, about 0 s (0 expected to run); 6 taken from earlier runs"
"$attnlab" plan "$work/tuned.yaml" --set seed=1-3 --reuse "$work/tuned" >"$work/stdout" 2>/dev/null
has "the plan counts reused and remaining rows" "$(cat "$work/stdout")" "(2 expected to run); 6 taken from earlier runs"
"$attnlab" plan "$work/tuned.yaml" --reuse "$work/nowhere" >"$work/stdout" 2>"$work/stderr"
is "a plan with a missing earlier run is an error" "$?-$(cat "$work/stdout" "$work/stderr")" "2-attnlab plan: $work/nowhere: No such file or directory"
"$attnlab" run "$work/tuned.yaml" --set seed=1-3 --reuse "$work/tuned" -o "$work/more" >/dev/null 2>"$work/stderr"
has "the number of reused rows is printed" "$(cat "$work/stderr")" "note: 6 training runs of this plan are already finished in 1 earlier run"
is "the other rows are trained" "$(column "$work/more/cells.csv" trained_in | grep -c .)-$(column "$work/more/cells.csv" status | grep -c ok)" 6-8
run "$work/tuned.yaml" --reuse "$work/tuned" -o "$work/more" --resume --set seed=1-3 >/dev/null
is "a run with reused rows can be resumed" $?-"$(cat "$work/stderr")" 0-

# refused NAME PART OPTIONS...: checks that --reuse is refused with PART in the reason.
refused() {
    name=$1 part=$2
    shift 2
    run "$work/tuned.yaml" -o "$work/refused" "$@" >/dev/null
    has "$name" "$?-$(cat "$work/stderr")" "2-attnlab run: "
    has "$name: the message says why" "$(cat "$work/stderr")" "$part"
    is "$name: nothing is written" "$(ls "$work/refused" 2>/dev/null)" ""
}
cp -r "$work/tuned" "$work/other"
sed -i 's/"worker_hash": "[0-9a-f]*"/"worker_hash": "00ff"/' "$work/other/manifest.json"
refused "a run of another program" "with another hash of attnlab-worker:" --reuse "$work/other"
has "both hashes are printed" "$(cat "$work/stderr")" " here, 00ff there"
cp -r "$work/tuned" "$work/bare"
rm "$work/bare/journal.jsonl"
refused "a run without its journal" "bare has no journal.jsonl" --reuse "$work/bare"
refused "a folder that is not a run" "nowhere: No such file" --reuse "$work/nowhere"
cp -r "$work/tuned" "$work/path"
sed -i 's/"isa":"[a-z0-9]*"/"isa":"nonesuch"/' "$work/path/journal.jsonl" && checksummed "$work/path/journal.jsonl"
refused "another vector path" "with another vector path:" --reuse "$work/path"
cp -r "$work/tuned" "$work/core"
sed -i 's/"blas_core":"[A-Za-z0-9]*"/"blas_core":"Nonesuch"/' "$work/core/journal.jsonl" && checksummed "$work/core/journal.jsonl"
refused "another OpenBLAS core" "there, so its training runs cannot be reused" --reuse "$work/core"

cp -r "$work/tuned" "$work/part" # like a merged run with two rows from another machine
sed -i '1,2s/"isa":"[a-z0-9]*"/"isa":"nonesuch"/' "$work/part/journal.jsonl" && checksummed "$work/part/journal.jsonl"
run "$work/tuned.yaml" --reuse "$work/part" -o "$work/of-part" >/dev/null
has "two rows of another vector path are left out with a note" $?-"$(cat "$work/stderr")" \
    "0-note: 2 of 6 training runs of this plan cannot be reused: $work/part was trained with another vector path:"
is "the other rows are reused" "$(column "$work/of-part/cells.csv" trained_in | grep -c "^$work/part$")" 4
is "reused rows have the same results" "$(results "$work/of-part" | cmp - "$work/taken" 2>&1)" ""

sed 's/seeds: \[1\]/seeds: [3, 4, 5]/' "$work/tuned.yaml" >"$work/raced.yaml"
run "$work/raced.yaml" -o "$work/raced" >/dev/null
results "$work/raced" >"$work/learned"
sed -i 's/"isa":"[a-z0-9]*"/"isa":"nonesuch"/' "$work/raced/journal.jsonl" && checksummed "$work/raced/journal.jsonl"
run "$work/raced.yaml" --reuse "$work/raced" -o "$work/of-race" >/dev/null
has "tuning trials of another vector path are reused, judging trials are not" $?-"$(cat "$work/stderr")" \
    "0-note: 4 of 16 training runs of this plan cannot be reused: $work/raced was trained with another vector path:"
is "judging trials are trained in this run, at the chosen rates" \
    "$(column "$work/of-race/cells.csv" trained_in | grep -c .)-$(results "$work/of-race" | cmp - "$work/learned" 2>&1)" 12-

mkdir "$work/folder"
for name in other bare plain tuned; do cp -r "$work/$name" "$work/folder/$name"; done
run "$work/tuned.yaml" --reuse "$work/folder" -o "$work/of-folder" >/dev/null
is "a folder of runs is reused" $? 0
is "runs that do not match are named" "$(grep -c '^note: --reuse skips a run: ' "$work/stderr")" 2
is "the matching runs are reused" "$(column "$work/of-folder/cells.csv" trained_in | sort | uniq -c | tr -s ' ')" \
    "$(printf ' 2 \n 3 %s\n 3 %s' "$work/folder/plain" "$work/folder/tuned")"
finish
