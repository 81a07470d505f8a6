#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab plan --budget: what each question takes of it, for people and for programs, in the order
# in which a run does them.
. "$(dirname "$0")/lib.sh"
question() { # question NAME SEEDS N: a file, with looks
    cat >"$work/$1.yaml" <<T
question: $1?
kind: quality
metric: loss
margin: 0.01
baseline: dot
factors: {n: $3, seed: 1-$2}
looks: [4, $2]
arms: {dot: , neural: {score: neural}}
T
}
question first 8 40
question second 12 41
cat >"$work/timed.yaml" <<'T'
question: timed?
rounds: 2
arms: {dot: , neural: {score: neural}}
T
names() { tail -n +2 | cut -d, -f1 | tr '\n' ' '; }
budget() { "$attnlab" plan "$@" 2>/dev/null; }

# The names of the two files would sort the other way round.
is "questions that train stand in the order of the command line, those that time before them" \
    "$(budget "$work/second.yaml" "$work/timed.yaml" "$work/first.yaml" --budget 60h --format csv | names)" \
    "timed second first "
table=$(budget "$work/first.yaml" "$work/second.yaml" --budget 60h)
has "what there is in wall time" "$table" "The budget of 60 core-hours is "
is "all fits in much" "$(echo "$table" | grep -c 'does not fit')" 0
has "not all in little" "$(budget "$work/first.yaml" "$work/second.yaml" --budget 1e-6s)" \
    "does not fit: would need "
is "rows at least and at most" "$(budget "$work/second.yaml" --budget 60h --format csv | tail -1 | cut -d, -f2,4)" 8,24
is "JSON has a question a line" "$(budget "$work/first.yaml" "$work/second.yaml" --budget 60h --format json |
    grep -c '^{"question":"[a-z]*","fits":true,.*"rows_most":\(16\|24\)[.]0,')" 2
"$attnlab" plan "$work/first.yaml" --budget much >/dev/null 2>"$work/stderr"
is "a budget that is no time" "$?-$(cat "$work/stderr")" \
    "2-attnlab: --budget: found 'much', expected a time above 0, such as 60h, 90m or 30s (a number alone: seconds)"
finish
