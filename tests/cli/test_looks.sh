#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# Looks: a comparison that is resolved or equivalent stops, with the same trainings in whatever order
# they end, killed and resumed at any moment, in shards, reused, after races.
. "$(dirname "$0")/lib.sh"
ATTNLAB_FAKE_LOSSES=1 ATTNLAB_FAKE_LOG="$work/log"
export ATTNLAB_FAKE_LOSSES ATTNLAB_FAKE_LOG
spec="$work/looks.yaml"
# In the fake worker neural is far worse than dot, with d_prime=1 as good, and tanh scatters.
cat >"$spec" <<'T'
question: which, and after how many seeds?
kind: quality
metric: loss
margin: 0.01
baseline: dot
factors: {n: 40, m: [8, 9], seed: 1-12}
looks: [4, 8, 12]
arms: {dot: , neural: {score: neural}, same: {score: neural, d_prime: 1}, tanh: {normalizer: tanh}}
T
# rows DIR: status, key and reason of all rows, in the order of keys
rows() {
    for name in status key reason; do column "$1/cells.csv" $name >"$1/$name"; done
    paste -d' ' "$1/status" "$1/key" "$1/reason" | sort -k 2
}
# counts: of the status words of rows
counts() { cut -d' ' -f1 | sort | uniq -c | tr -s ' \n' ' '; }

has "plan says what it takes at least, as expected and at most" "$("$attnlab" plan "$spec")" \
    "  32 trainings at least, if every comparison stops at the first of 3 looks (after 4 of 12 seeds); "
"$attnlab" run "$spec" -o "$work/run" >/dev/null 2>"$work/stderr"
is "it runs" $? 0
has "and says what each look found" "$(cat "$work/stderr")" \
    "looks: look 1 of 3, after 4 of 12 seeds: 32 rows are not needed any more
looks: look 2 of 3, after 8 of 12 seeds: 0 rows are not needed any more"
has "how far it is does not promise all rows" "$(grep -m 1 'left' "$work/stderr")" "rows 0 of at most 96, "
rows "$work/run" >"$work/expected"
is "what is answered stops, what is not goes on with its baseline" \
    "$(for arm in "neural,d_prime=16," "neural,d_prime=1," dot,normalizer=softmax dot,normalizer=tanh; do
        grep "score=$arm" "$work/expected" | counts; done)" \
    " 16 not_needed 8 ok  16 not_needed 8 ok  24 ok  24 ok "
is "a worker is started for those alone" "$(grep -c '^score=' "$work/log")" 64
has "what was resolved says so" "$(cat "$work/expected")" \
    "seed=5,round=1 after 4 of 12 seeds neural (m = 8) was resolved as worse than dot"
has "and what was equivalent" "$(cat "$work/expected")" "after 4 of 12 seeds same (m = 9) was equivalent to dot"
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "the report is made" "$?-$(cat "$work/stderr")" 0-
is "effects say at which look they were judged, and of how many pairs" \
    "$(for name in arm n look looks n_planned; do column "$work/run/statistics.csv" $name | head -n 3 | tr '\n' ' '; done)" \
    "neural same tanh 4 4 12 1 1 3 3 3 3 12 12 12 "
page=$(cat "$work/run/report.md")
has "the report says it" "$page" "n = 4, after 4 of 12 seeds; p = "
is "and nothing that is no number" "$(echo "$page" | grep -cw nan)" 0
has "so does its table" "$page" "| 4 of 12 |"
has "and how many trainings the looks left out" "$page" "which left out 32;"
has "and they are no failures" "$page" "None among the rows that were run."

# Where nothing is open any more, the baseline stops too.
run "$spec" --filter arm=neural,same -o "$work/closed" >/dev/null
rows "$work/closed" >"$work/all"
is "a baseline stops with its last arm" "$(counts <"$work/all")" " 48 not_needed 24 ok "
has "and says so" "$(cat "$work/all")" "after 4 of 12 seeds all that is compared with dot (m = 8) was resolved"

# ---- the same in any order, and in parts ----
run "$spec" --seed 5 -o "$work/other" >/dev/null
is "another order: the same trainings" "$(rows "$work/other" | cmp - "$work/expected" 2>&1)" ""
run "$spec" --cpus 0 -o "$work/one" >/dev/null
is "one at a time: the same" "$(rows "$work/one" | cmp - "$work/expected" 2>&1)" ""
: >"$work/log"
run "$spec" --reuse "$work/run" -o "$work/again" >/dev/null
is "reused: the same, and none of them is run" \
    "$(rows "$work/again" | cmp - "$work/expected" 2>&1)$(grep -c '^score=.*n=40,' "$work/log")" 0
for i in 1 2; do run "$spec" --shard $i/2 -o "$work/part$i" >/dev/null; done
is "a shard has a condition whole" "$(column "$work/part1/cells.csv" m | sort | uniq -c | tr -s ' ')" " 48 8"
"$attnlab" merge "$work/part1" "$work/part2" -o "$work/merged" >/dev/null 2>&1
is "merged: the same" "$(rows "$work/merged" | cmp - "$work/expected" 2>&1)" ""

# Resumed between looks: the journal of the first look, with and without one row of it; and with what
# the first look left out put down in part.
resumed() { # LINES-OF-JOURNAL: that go on
    rm -rf "$work/cut"
    mkdir "$work/cut"
    cp "$work/run/plan.json" "$work/run/describe.json" "$work/run/manifest.json" "$work/cut"
    cat >"$work/cut/journal.jsonl"
    run "$spec" -o "$work/cut" --resume >/dev/null
    rows "$work/cut" | cmp - "$work/expected" 2>&1
}
first="$work/first.jsonl"
grep -E '"key":"[^"]*seed=[1-4],' "$work/run/journal.jsonl" >"$first"
is "resumed at a look: the same" "$(resumed <"$first")" ""
is "resumed before it: the same" "$(sed 1d "$first" | resumed)" ""
is "resumed within it: the same" "$({ cat "$first"; grep not_needed "$work/run/journal.jsonl" | sed -n 5,9p; } | resumed)" ""
run "$spec" -o "$work/cut" --set looks=6,12 --resume >/dev/null
has "other looks are another plan" "$?-$(cat "$work/stderr")" "2-attnlab run: $work/cut holds rows of another plan"

# ---- after races ----
race="$work/race.yaml"
sed -e 's/n: 40, m: .8, 9., seed/n: 10-120+10, m: 8, seed/' -e 's/^looks.*/&\ntune: {axis: n, seeds: [101, 102, 103], race: yes}/' "$spec" >"$race"
has "races and looks are counted together" "$("$attnlab" plan "$race")" "; of these 52, 60 and 108 choose n by races."
run "$race" -o "$work/raced" >/dev/null
rows "$work/raced" >"$work/expected"
is "winners alone are judged, and stop" \
    "$(grep -E '^ok .*seed=[0-9]{1,2},' "$work/expected" | sed 's/.*\(score=[a-z]*\),\(d_prime=[0-9]*,\)*norm[a-z]*=\([a-z]*\),.*,\(n=[0-9]*\),.*/\1 \2\3 \4/' | sort | uniq -c | tr -s ' ')" \
    "$(printf ' 12 score=dot softmax n=40\n 12 score=dot tanh n=40\n 4 score=neural d_prime=1,softmax n=40\n 4 score=neural d_prime=16,softmax n=120')"
has "what lost its tuning says that" "$(grep 'd_prime=16,.*n=40,.*seed=12,' "$work/expected")" "n=120 won the tuning of this arm"

is "6 kills, resumed: the same" "$(killed "$race" 6 23 rows)" 0

# ---- what cannot be judged ----
cp -r "$work/cut" "$work/lost"
cp "$first" "$work/lost/journal.jsonl"
rm "$work/lost/plan.json" "$work/lost"/*.csv
run "$spec" -o "$work/lost" --resume >/dev/null
has "a look that cannot be judged ends the run" "$?-$(cat "$work/stderr")" "1-attnlab run: $work/lost/plan.json: No such file or directory. Finished rows are safe in"
finish
