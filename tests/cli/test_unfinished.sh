#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the report of an unfinished run. The report reads the journal and lists the missing parts.
. "$(dirname "$0")/lib.sh"
ATTNLAB_FAKE_LOSSES=1
export ATTNLAB_FAKE_LOSSES
spec "$work/timed.yaml" "score: [dot, neural]" "n: [16, 32]"
echo "baseline: {score: dot}" >>"$work/timed.yaml"
cat >"$work/trained.yaml" <<'T'
question: which is better?
kind: quality
metric: loss
baseline: dot
factors: {n: [30, 40], m: 8, seed: 1-3}
tune: {axis: n, seeds: [1]}
arms: {dot: , neural: {score: neural}}
T
report() { "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
tables="effects.csv summary.csv validity.csv"
# same DIR DIR: compares the tables of two reports.
same() { for t in $tables; do cmp "$1/$t" "$2/$t"; done 2>&1; }

# ---- the journal has the same data as the tables ----
run "$work/timed.yaml" "$work/trained.yaml" -o "$work/whole" >/dev/null
report "$work/whole"
is "a finished run has no command to resume" "$?-$(grep -c "has not ended" "$work/whole/report.md")" 0-0
cp -r "$work/whole" "$work/bare"
rm "$work/bare"/*.csv "$work/bare"/report.*
report "$work/bare"
is "without tables the report is made from the journal" "$?-$(cat "$work/stderr")" 0-
is "a report from the journal has the same numbers" "$(same "$work/whole" "$work/bare")" ""
has "the page says that tables are missing" "$(cat "$work/bare/report.md")" "20 rows are finished. The tables are not written yet."
is "the report does not write the missing tables" "$(ls "$work/bare"/cells.csv "$work/bare"/curves.csv 2>/dev/null)" ""

# ---- a part of a run ----
cp -r "$work/bare" "$work/part"
rm "$work/part"/*.csv
sed -n 1,12p "$work/whole/journal.jsonl" >"$work/part/journal.jsonl"
sed -n 13p "$work/whole/journal.jsonl" | head -c 200 >>"$work/part/journal.jsonl"
cp "$work/part/journal.jsonl" "$work/before"
report "$work/part"
is "a half-written last line is left out" "$?-$(cat "$work/stderr")" 0-
page=$(cat "$work/part/report.md")
has "the head of the page says how much is done" "$page" "The run has not ended: 12 of at most 20 rows are finished."
has "the page has the command to resume" "$page" "No process is working on this run. Resume with:

    attnlab run $work/timed.yaml $work/trained.yaml -q -o $work/part --resume"
has "an unfinished question says that it is unfinished" "$(cat "$work/part/report-trained.md")" "The run has not ended: 4 of at most 12 rows are finished."
is "a finished question does not say that it is unfinished" "$(grep -c "^The run has not ended" "$work/part/report.md")" 1
is "the journal is not changed" "$(cmp "$work/before" "$work/part/journal.jsonl" 2>&1)" ""
# timed DIR: prints the results of the finished question, without empty columns.
timed() {
    for name in question condition effect low high n verdict; do
        column "$1/effects.csv" $name >"$work/$name"
    done
    (cd "$work" && paste -d' ' question condition effect low high n verdict) | grep "^timed"
}
is "known effects are the same as in the whole run" "$(timed "$work/part")" "$(timed "$work/whole")"
"$attnlab" run "$work/timed.yaml" "$work/trained.yaml" -q -o "$work/part" --resume >/dev/null 2>&1
report "$work/part"
is "the resumed run equals the whole run" "$?-$(same "$work/whole" "$work/part")$(grep -c "ot ended" "$work/part/report.md")" 0-0

cp -r "$work/whole" "$work/stale"
head -n 13 "$work/whole/cells.csv" >"$work/stale/cells.csv"
report "$work/stale"
is "journal rows that are missing from the tables count" "$?-$(same "$work/whole" "$work/stale")" 0-
sed -i '5s/"key"/key/' "$work/bare/journal.jsonl"
report "$work/bare"
has "a broken line in the middle is reported and does not count" "$?-$(cat "$work/stderr")" \
    "0-note: $work/bare/journal.jsonl:5: this line has a checksum mismatch"

# ---- a run that was interrupted while it tuned, and before its last question began ----
first_rows() { # ROWS: reports the first rows of the run in $work/early
    rm -rf "$work/early"
    cp -r "$work/bare" "$work/early"
    sed -n "1,$1p" "$work/whole/journal.jsonl" >"$work/early/journal.jsonl"
    report "$work/early"
}
first_rows 9
has "a sweep that has not ended is not measured" "$(cat "$work/early/report-trained.md")" \
    "| no best value is at an end of the sweep | not measured | not all values were tried yet |"
is "rows that have not run do not count as failed" \
    "$(for name in not_run failed; do column "$work/early/summary.csv" $name | sort | tr '\n' ' '; done)" "0 0 0 0 2 3 0 0 0 0 0 0 "
is "only values that have run count as tried" "$(column "$work/early/summary.csv" values_tried | sort | tr '\n' ' ')" "0 1 1 1 1 1 "
has "one training run is counted" "$(cat "$work/early/report-trained.md")" "Training runs: 1. "
has "runs omitted by tuning are not counted" "$(cat "$work/whole/report-trained.md")" "Training runs: 8. "
first_rows 8
has "a question that has not begun has no result yet" "$(cat "$work/early/report.md")" "| [Trained](report-trained.md) | No result yet |  |"

# ---- a run in progress ----
touch "$work/hold"
ATTNLAB_FAKE_HOLD=$work/hold "$attnlab" run "$work/timed.yaml" -o "$work/live" -q >/dev/null 2>&1 &
driver=$!
await journaled "$work/live" 4
report "$work/live"
is "a run in progress has a report" $? 0
has "the page says that the run is in progress" "$(cat "$work/live/report.md")" "The run has not ended: 4 of 8 rows are finished."
has "the page says how to update it" "$(cat "$work/live/report.md")" "A process is working on this run: \`attnlab report $work/live\` updates this page."
is "the report does not write into the run" "$(ls "$work/live/cells.csv" 2>/dev/null)" ""
"$attnlab" compare "$work/whole" "$work/live" >/dev/null 2>"$work/stderr"
has "an unfinished run cannot be compared" "$?-$(cat "$work/stderr")" "2-attnlab compare: $work/live is a run in progress: 4 of 8 rows are finished"
rm "$work/hold"
wait $driver
is "a report does not disturb the run" $? 0
report "$work/live"
is "a later report has all rows" "$(grep -c "has not ended" "$work/live/report.md")$(column "$work/live/effects.csv" n | sort -u)" 02
finish
