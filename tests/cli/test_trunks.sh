#!/bin/sh
# SPDX-License-Identifier: MIT
# Trainings of several lengths share their first steps (schedule: wsd): the same bits as without, one
# file while they run and none after.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker

cat >"$work/lengths.yaml" <<'YAML'
question: how long?
kind: quality
baseline: dot
yardsticks: none
fixed: {data: tinyshakespeare, valid_limit: 20, n: 8, batch: 2, layers: 1, heads: 1, d_model: 8,
  schedule: wsd, warmup: 4, evaluate_every: 10, evaluate_limit: 2}
factors: {steps: [80, 20, 40], decay_share: [0.25, 0.5]}
arms: {dot: , static: {score: static}}
YAML

# told DIR: rows that took steps over, "steps share trunk_steps"
told() {
    sed -n 's/.*"key":"[^"]*,steps=\([0-9]*\),[^"]*round=1".*"trunk_steps":\([0-9]*\).*/\1 \2/p' \
        "$1/journal.jsonl" | sort -n
}
# curves DIR: what every point of every row says, but for times
curves() {
    for name in key step lr train_loss gradient_norm valid_loss; do
        column "$1/curves.csv" $name >"$work/$name"
    done
    paste "$work/key" "$work/step" "$work/lr" "$work/train_loss" "$work/gradient_norm" "$work/valid_loss" | sort
}

run "$work/lengths.yaml" -o "$work/all" >/dev/null
is "all lengths in one run" "$? $(column "$work/all/cells.csv" status | sort | uniq -c | tr -s ' ')" "0  12 ok"
is "all but the shortest begin with a shorter one" "$(told "$work/all" | wc -l)" 10
is "no file stays" "$(ls -d "$work/all/trunks" 2>&1 | grep -c 'No such')" 1
for steps in 20 40 80; do
    for share in 0.25 0.5; do
        run "$work/lengths.yaml" -o "$work/$steps-$share" --filter steps=$steps --filter decay_share=$share >/dev/null
        curves "$work/$steps-$share"
        told "$work/$steps-$share" >>"$work/told"
    done
done >"$work/alone"
sort "$work/alone" -o "$work/alone"
curves "$work/all" >"$work/together"
is "alone none takes anything over" "$(cat "$work/told")" ""
is "each alone, from the start: the same bits" "$(cmp "$work/together" "$work/alone" 2>&1)" ""
is "and there is something to compare" "$(wc -l <"$work/alone")" "$(wc -l <"$work/together")"

finish
