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

# Files that a training was to go on from are damaged: it goes on from what is left, and says from where.
complete=$("$attnlab" cell --print-complete "kind=quality,data=tinyshakespeare,valid_limit=20,n=8,batch=2,layers=1,\
heads=1,d_model=8,schedule=wsd,warmup=5,evaluate_every=20,evaluate_limit=2,steps=60")
# trained DAMAGED...: status, reason and trunk_steps of a row that finds these files so, and the others whole
trained() {
    for file in own trunk; do [ ! -f "$work/$file-whole" ] || cp "$work/$file-whole" "$work/$file"; done
    for file; do echo garbage >"$work/$file"; done
    "$ATTNLAB_WORKER" run --record-fd 3 --checkpoint "$work/own" --trunk "$work/trunk" "$complete" \
        3>"$work/record" >/dev/null 2>&1
    tail -n 1 "$work/record" | grep -oE '"(status|reason)":"[^"]*"|"trunk_steps":[0-9]*' | cut -d: -f2- | tr '\n' ' '
    tail -n 1 "$work/record" | grep -oE '"valid":{[^}]*}' >>"$work/valid"
}
is "a row that leaves a checkpoint and a trunk" "$(trained)" '"ok" "" '
cp "$work/own" "$work/own-whole"
cp "$work/trunk" "$work/trunk-whole"
garbage="truncated: 8 bytes, shorter than its header says"
is "its checkpoint damaged: from the trunk" "$(trained own)" \
    "\"ok\" \"went on from step 48 of a shorter training, since its own checkpoint cannot be used: $work/own: $garbage\" 48 "
is "the trunk damaged: from its checkpoint, and the trunk is none of its business" "$(trained trunk)" '"ok" "" '
is "both damaged: from its first step" "$(trained own trunk)" \
    "\"ok\" \"trained from its first step, since its checkpoint cannot be used: $work/own: $garbage; $work/trunk: $garbage\" "
is "each to the same bits" "$(sort -u "$work/valid" | wc -l)-$(wc -l <"$work/valid")" 1-4

finish
