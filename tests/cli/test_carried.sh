#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# Values carried from small sizes to large ones: what is trained, killed and resumed, in shards; and
# the analysis and the page name the values that the run chose.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_CACHE
ATTNLAB_FAKE_LOSSES=1 ATTNLAB_FAKE_POWER=1 ATTNLAB_FAKE_LOG="$work/log"
export ATTNLAB_FAKE_LOSSES ATTNLAB_FAKE_POWER ATTNLAB_FAKE_LOG
spec="$work/carry.yaml"
cat >"$spec" <<T
question: which, each at its own n?
kind: quality
metric: loss
baseline: dot
factors: {n: [10, 20, 40, 80, 160], m: [8, 16, 32, 64, 128, 256], seed: 1-2}
tune: {axis: n, seeds: [101, 102, 103], race: yes, carry: {along: m, from: [8, 16, 32], neighbours: [64]}}
arms: {dot: , neural: {score: neural}}
T
# take DIR: status and key of all rows, in the order of keys
take() {
    column "$1/cells.csv" status >"$1/statuses"
    column "$1/cells.csv" key >"$1/keys"
    paste -d' ' "$1/statuses" "$1/keys" | sort -k 2
}
run "$spec" -o "$work/run" >/dev/null
is "it runs" "$?-$(cat "$work/stderr")" 0-
take "$work/run" >"$work/expected"
judged() { grep -E "^ok score=$1,.*seed=[12]," "$work/expected" | sed 's/.*,\(n=[0-9]*\),\(m=[0-9]*\),.*/\2 \1/' | sort -u | tr '\n' ' '; }
is "the power 1280 / m is carried, and at 256 the end of the grid" "$(judged dot)" \
    "m=128 n=10 m=16 n=80 m=256 n=10 m=32 n=40 m=64 n=20 m=8 n=160 "
is "a neighbour may be better" "$(judged neural)" \
    "m=128 n=10 m=16 n=80 m=256 n=10 m=32 n=40 m=64 n=40 m=8 n=160 "
is "without neighbours nothing is tried, with them three values" \
    "$(grep -E '^ok .*seed=10[123],' "$work/expected" | sed 's/.*,\(m=[0-9]*\),.*/\1/' | grep -E 'm=(64|128|256)' | sort | uniq -c | tr -s ' ')" " 18 m=64"
ran=$(grep -c '^ok' "$work/expected")
is "a worker is started for those alone" "$(grep -c 'score=.*seed=' "$work/log")" "$ran"
plan=$("$attnlab" plan "$spec")
has "plan counts the neighbours, and nothing at sizes without" "$plan" "and 24 to judge the winners"
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "the report is made" "$?-$(cat "$work/stderr")" 0-
is "the analysis has the run's values" "$(for name in tune_value at_edge; do column "$work/run/summary.csv" $name | tr '\n' ' '; done)" \
    "160 160 80 80 40 40 20 40 10 10 10 10 1 1 0 0 0 0 0 0 0 0 1 1 "
text=$(page "$work/run/report.md")
has "the report says what was carried, and by which power" "$text" "are carried from races at 8, 16, 32 by a power of"
has "with the exponent of each arm" "$text" "exponent -1 of dot"
has "and where the rule was off" "$text" "off by a step for neural"
has "a gate says that values were carried" "$text" "carried from other sizes: 2 of the arms here"
has "and which are outside of the grid" "$text" "5 was foretold by carrying"

for i in 1 2; do run "$spec" --shard $i/2 -o "$work/part$i" >/dev/null; done
"$attnlab" merge "$work/part1" "$work/part2" -o "$work/merged" >/dev/null 2>&1
is "in shards, merged: the same" "$(take "$work/merged" | cmp - "$work/expected" 2>&1)" ""
is "5 kills, resumed: the same trainings, each once" "$(killed "$spec" 5 11 take)" 0
finish
