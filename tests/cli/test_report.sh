#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests how the CSV files of a run become figures and a report. Also tests the messages for missing or damaged
# files.
# make: write-plan
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_PEAKS # the fake worker returns peaks immediately
ATTNLAB_HOME=$here/../.. # every build uses plots/ of the source tree
export ATTNLAB_HOME
kinds="scaling ratio roofline phases costs"

spec "$work/small.yaml" "score: [dot, neural]" "n: [16, 32]" "behave: [ok, crash]"
cat >>"$work/small.yaml" <<'T'
baseline: {score: dot}
figures:
  - {kind: scaling, x: n}
  - {kind: ratio}
  - {kind: roofline}
  - {kind: phases}
  - {kind: costs}
T
"$ATTNLAB_WORKER" describe >"$work/describe.json" # for the runs that this test writes
run "$work/small.yaml" -o "$work/small" >/dev/null
is "a run in which half of the rows crash exits with 1" $? 1
cp -r "$work/small" "$work/plain"

# report DIR: runs attnlab report and returns its exit status. The output is in $work/stdout and $work/stderr.
report() { "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
# broken NAME BYTES: copies the run, truncates cells.csv to BYTES bytes, and reports on the copy.
broken() {
    mkdir "$work/$1"
    cp "$work/small/plan.json" "$work/$1"
    head -c "$2" "$work/small/cells.csv" >"$work/$1/cells.csv"
    report "$work/$1"
}
files() { (cd "$1" && ls figures 2>/dev/null); }

# ---- too few rounds for a significant result ----
spec "$work/few.yaml" "score: [dot, neural]" "n: [16, 32, 64, 128]"
echo "baseline: {score: dot}" >>"$work/few.yaml"
# doubled ROUNDS: measures a variant in this many rounds and doubles its times. Prints what the page states
# about the variant.
doubled() {
    run "$work/few.yaml" --set "rounds=$1" -o "$work/few$1" >/dev/null
    sed -i '/score=neural/s/,2000,/,4000,/' "$work/few$1/cells.csv"
    report "$work/few$1"
    grep '^\*\*' "$work/few$1/report.md"
}
has "a suggestive ratio is shown with its interval" "$(doubled 6)" \
    '**Forward pass, n = 128: "score=neural d\_prime=16" takes 2.00 times as long as "score=dot" [2.00, 2.00] (suggestive).**'
has "the page says that so few rounds cannot be significant after correction" "$(page "$work/few6/report.md")" "- 6 rounds are too few for a verdict after correction for 4 comparisons. 8 rounds are needed: \`--set rounds=8\`"
has "the ratio is significant with more rounds" "$(doubled 8)" 'times as long as "score=dot" [2.00, 2.00].**'
"$attnlab" report "$work" >/dev/null 2>&1
has "a folder's list of questions marks the ratio as suggestive" "$(grep -m 1 'few6/report.md' "$work/report.md")" " [2.00, 2.00] (suggestive) |  |"

# ---- parts of the specification missing in the run ----
cat >"$work/part.yaml" <<'T'
baseline: dot
arms: {dot: {score: dot}, neural: {score: neural}, wide: {score: neural, d_prime: 32}}
rounds: 2
factors: {n: [16, 32]}
rules:
  - {exclude: n > 16 and arm == neural, because: it takes too long}
  - {require: arm != wide}
T
run "$work/part.yaml" -o "$work/part" >/dev/null
report "$work/part"
has "the page has a rule with its reason" "$(page "$work/part/report.md")" \
    "- Excluded: rows where \`n > 16 and arm == neural\`, because it takes too long"
has "the page has a requirement" "$(page "$work/part/report.md")" "- Included: only rows where \`arm != wide\`"
has "an arm without cells is named" "$(page "$work/part/report.md")" "- Arms in the question's file that are missing from this run: wide"
has "the plan names arms without cells" "$("$attnlab" plan "$work/part.yaml")" "  arms without cells: wide"
is "an arm with some cells is not named" "$("$attnlab" plan "$work/part.yaml" | grep -c 'arms of the file.*neural')" 0
is "the page of a complete question has no notes on arms" "$(grep -c 'Excluded:\|does not have' "$work/few6/report.md")" 0

# ---- without gnuplot ----
mkdir "$work/nothing"
(PATH=$work/nothing report "$work/plain")
is "without gnuplot the report exits with 1" $? 1
has "without gnuplot the message says that gnuplot is missing" "$(cat "$work/stderr")" "no figures: gnuplot is not installed"
has "without gnuplot the page says that gnuplot is missing" "$(cat "$work/plain/report.md")" "No figures: gnuplot"
has "without cmark-gfm the message names the missing page" "$(cat "$work/stderr")" "no report.html: cmark-gfm is not installed"
is "without cmark-gfm report.html is missing" "$([ -e "$work/plain/report.html" ] || echo missing)" missing
for file in effects.csv summary.csv report.md; do
    is "without gnuplot $file is written" "$(test -s "$work/plain/$file" && echo yes)" yes
done
is "without gnuplot there are no figures" "$(files "$work/plain")" ""

# ---- with gnuplot ----
if command -v gnuplot >/dev/null; then
    report "$work/small"
    is "a complete report exits with 0" "$? $(cat "$work/stderr")" "0 "
    is "the paths of the reports go to stdout" "$(cat "$work/stdout")" "$work/small/report.md
$work/small/report.html"
    for kind in $kinds; do
        figure=figures/small-$kind
        has "$kind: the figure is an SVG" "$(cat "$work/small/$figure.svg")" "</svg>"
        has "$kind: report.md links the figure" "$(cat "$work/small/report.md")" "($figure.svg)"
    done
    is "each figure has a table, and there are no other files" "$(files "$work/small" | wc -l)" 10
    is "report.html contains the figures" "$(grep -c '<img .*src="data:image/svg+xml,' "$work/small/report.html")" 5
    is "report.html needs no other file" "$(grep 'src=' "$work/small/report.html" | grep -vc 'src="data:')" 0
    cp -r "$work/small" "$work/unknown"
    echo '  - {kind: sculpture}' >>"$work/unknown/plan.yaml"
    planned "$work/unknown"
    report "$work/unknown"
    is "an unknown kind of figure exits with 1" $? 1
    has "an unknown kind of figure is named" "$(cat "$work/stderr")" 'unknown kind of figure "sculpture"'
    is "an unknown kind of figure: the other figures are drawn" "$(files "$work/unknown" | wc -l)" 10
    spec "$work/eleven.yaml" "score: [dot, neural]" "n: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"
    printf '%s\n' "baseline: {score: dot}" "figures: [{kind: ratio}]" >>"$work/eleven.yaml"
    run "$work/eleven.yaml" -o "$work/eleven" >/dev/null
    report "$work/eleven"
    is "ratio: the figure has one panel per shape" \
        "$(cut -d, -f1 "$work/eleven/figures/eleven-ratio.csv" | sort -u | grep -c '^n = ')" 11
else
    echo "ok $((tests += 1)) - figures # SKIP gnuplot is not installed"
fi

# ---- content ----
# The fake worker's samples are 1, 2, 3 us in every row, so every ratio is 1.
is "summary.csv has one line per cell" "$(wc -l <"$work/plain/summary.csv")" 9
is "summary.csv has medians, empty where nothing was measured" \
    "$(column "$work/plain/summary.csv" median | sort | uniq -c | tr -s ' \n' ' ')" \
    " 4 4 2000 "
is "summary.csv has failed rounds" \
    "$(column "$work/plain/summary.csv" failed | sort | uniq -c | tr -s ' \n' ' ')" " 4 0 4 2 "
is "effects.csv has ratios for all arms but baselines" \
    "$(column "$work/plain/effects.csv" time_ratio | grep -c '^1$')" 2
# Two rounds give a confidence level of only 50 %, so the page must state the level.
has "too few rounds: the page prints the level after the interval" \
    "$(grep '^| score=neural' "$work/plain/report.md")" '1.000 [1.000, 1.000] of 50 % | inconclusive'
is "too few rounds: every interval has its level" \
    "$(grep '\[1.000, 1.000\]' "$work/plain/report.md" | grep -vc 'of 50 %')" 0
has "too few rounds: the page has a note" "$(cat "$work/plain/report.md")" \
    "2 ratios have too few rounds for a 95 % interval"
is "too few rounds: effects.csv has the bounds with their level" \
    "$(for name in low high level; do column "$work/plain/effects.csv" $name | sort -u; done | xargs)" "0 0 0.5"
cp -r "$work/plain" "$work/once"
sed -i 's/^rounds: .*/rounds: 1/' "$work/once/plan.yaml"
planned "$work/once"
sed -i '/,round=2/d' "$work/once"/*.csv
rm -f "$work/once/journal.jsonl"
report "$work/once"
is "one round has no interval" \
    "$(for name in n gain_low gain_high time_ratio_low time_ratio_high; do column "$work/once/statistics.csv" $name | sort -u; done | xargs)" "0 1"
if command -v gnuplot >/dev/null; then
    is "too few rounds: the figure has no error bar" "$(grep -v margin "$work/small/figures/small-ratio.csv" | cut -d, -f5,6 | sort -u | tr '\n' ' ')" ", low,high "
fi
has "report.md counts rows that were not measured" "$(cat "$work/plain/report.md")" "- 8 rows were not measured (see Failures)."
has "report.md says why rows failed" "$(cat "$work/plain/report.md")" "2 crashed of 2 | SIGSEGV"
column "$work/small/cells.csv" cell | grep behave=crash | sort -u >"$work/crashed"
is "four cells crashed" "$(wc -l <"$work/crashed")" 4
# failed FILE: prints the commands in the section about failures.
failed() { sed -n '/^## Failures/,$p' "$1" | grep 'attnlab cell '; }
has "failures with one reason share a line with the first command" "$(failed "$work/plain/report.md")" \
    "| small | 4 | 2 crashed of 2 | SIGSEGV: Segmentation fault (stderr: about to fall) | \`./attnlab cell $(head -n 1 "$work/crashed")\` |"
"$attnlab" cell "$(head -n 1 "$work/crashed")" >"$work/stdout" 2>&1
is "the command on the page exits with 1 again" $? 1
has "the command on the page crashes again" "$(cat "$work/stdout")" "crashed: SIGSEGV"

# ---- a single arm ----
spec "$work/single.yaml" "score: [dot]"
run "$work/single.yaml" --set rounds=1 -o "$work/single" >/dev/null
report "$work/single"
has "without a baseline the page has times only" "$(cat "$work/single/report.md")" "**Only times are reported, because no baseline is named.**"

# ---- passes ----
# Different phases are never compared. Each phase has its own panel, answer and table.
spec "$work/passes.yaml" "score: [dot, neural]" "n: [16, 32]" "phase: [forward, backward, both]"
printf '%s\n' "baseline: {score: dot}" "figures:" "  - {kind: scaling, x: n}" \
    "  - {kind: ratio, where: {phase: backward}}" "  - {kind: phases}" "  - {kind: memory, x: n}" \
    "  - {kind: roofline}" "  - {kind: costs}" >>"$work/passes.yaml"
run "$work/passes.yaml" -o "$work/passes" >/dev/null
report "$work/passes"
if command -v gnuplot >/dev/null; then
    is "passes: the report succeeds" "$? $(cat "$work/stderr")" "0 "
    is "passes: one figure of each kind is drawn" "$(files "$work/passes" | grep -c 'svg$')" 6
    has "passes: the subtitle names a single pass" "$(cat "$work/passes/figures/passes-ratio.csv")" \
        "Time of a backward pass relative to"
    is "passes: each panel has a title" "$(grep -o '>forward and backward pass<\|^forward and backward pass<' \
        "$work/passes/figures/passes-scaling.svg" | wc -l)" 1
fi
is "passes: cells of one pass are adjacent" \
    "$(column "$work/passes/summary.csv" pass | uniq | tr '\n' ' ')" "forward backward both "
is "passes: ratios are within a pass" "$(column "$work/passes/effects.csv" time_ratio | grep -c '^1$')" 6
is "passes: a pass is not part of the shape" "$(column "$work/passes/summary.csv" condition | sort -u | tr '\n' ' ')" \
    "n = 16 n = 32 "
has "passes: each pass and shape has a column" "$(cat "$work/passes/report.md")" \
    "| forward pass, n = 16 | forward pass, n = 32 | backward pass, n = 16 |"

# ---- factors of arms, pooled over the other factors ----
cat >"$work/pooled.yaml" <<'T'
baseline: dot
arms: {dot: {score: dot}, neural: {score: neural}}
rounds: 6
factors: {d_prime: [8, 16], normalizer: [softmax, tanh]}
T
run "$work/pooled.yaml" -o "$work/pooled" >/dev/null
sed -i '/d_prime=16/s/,2000,/,4000,/' "$work/pooled/cells.csv"
report "$work/pooled"
is "factors: one factor doubles the time, the other does not change it" \
    "$(for name in effect gain; do column "$work/pooled/factors.csv" $name | cut -c1-8 | tr '\n' ' '; done)" \
    "d_prime normaliz -0.69314 0 "
has "factors: the answer is about the factors" "$(grep '^\*\*' "$work/pooled/report.md")" "×2.00 [2.00, 2.00]. Equivalent: "
has "factors: the page has a table of factors" "$(cat "$work/pooled/report.md")" "| pass | change | time | FLOPs | memory | pairs of arms |"

is "roofs: equal peaks are not reported" "$(grep -c 'speed of the machine varied' "$work/passes/report.md")" 0
awk '{ if (sub(/"sgemm_gflops": 10.0/, "\"sgemm_gflops\": " (met ? "1.0" : "1.5"))) met = 1; print }' \
    "$work/passes/manifest.json" >"$work/manifest"
mv "$work/manifest" "$work/passes/manifest.json"
report "$work/passes"
has "roofs: different peaks are reported" "$(cat "$work/passes/report.md")" \
    "The speed of the machine varied: with 1 thread, its peak rate ranged from 1.0 to 1.5 GFLOP/s."

# ---- invalid inputs ----
size=$(wc -c <"$work/small/cells.csv")
lines=$(wc -l <"$work/small/cells.csv")
broken empty 0
is "an empty cells.csv exits with 2" $? 2
has "an empty cells.csv: the message says what was expected" "$(cat "$work/stderr")" \
    "empty/cells.csv:1: is empty (expected a header"
broken header 40
is "a cells.csv truncated in its header exits with 2" $? 2
has "a cells.csv truncated in its header: the message has the location" "$(cat "$work/stderr")" \
    "header/cells.csv:1: the last line has no line end"
broken torn $((size - 100))
is "a cells.csv truncated in its last line exits with 2" $? 2
has "a cells.csv truncated in its last line: the message has the location" "$(cat "$work/stderr")" "torn/cells.csv:$lines:"
broken field $((size - 1))
is "a cells.csv truncated in its last field exits with 2" $? 2
has "a cells.csv truncated in its last field: the message has the location" "$(cat "$work/stderr")" \
    "field/cells.csv:$lines: the last line has no line end: the file is truncated"
is "no report is written from a truncated table" "$(ls "$work/torn")" "cells.csv
plan.json"
mkdir "$work/missing"
report "$work/missing"
is "a missing cells.csv exits with 2" $? 2
has "a missing cells.csv is named" "$(cat "$work/stderr")" "missing contains no run: there is no cells.csv in this folder"
report "$work/absent"
has "a missing run exits with 2 and a message" "$?-$(cat "$work/stderr")" \
    "2-attnlab report: $work/absent: No such file or directory"
report
is "without a run the command exits with 2" $? 2
has "without a run the message names the missing argument" "$(cat "$work/stderr")" "missing DIR; example:"

# ---- errors that the user can fix ----
cp -r "$work/small" "$work/mended"
truncate -s $((size - 100)) "$work/mended/cells.csv"
"$attnlab" report "$work/mended" >/dev/null 2>"$work/stderr"
has "with a journal, the message says how to rebuild a truncated table" "$?-$(cat "$work/stderr")" \
    "The journal has the rows; this rebuilds the tables:
  attnlab run "
(cd "$work" && eval "\"$attnlab\" $(sed -n 's/^  attnlab //p' "$work/stderr")" >/dev/null 2>&1)
is "the command rebuilds the table" "$(cmp "$work/mended/cells.csv" "$work/small/cells.csv" 2>&1)" ""
cp -r "$work/small" "$work/room"
(ulimit -f 1; trap '' XFSZ; exec "$attnlab" report "$work/room" >/dev/null 2>"$work/stderr")
is "a full disk makes the report fail" $? 1
has "the message on a full disk says what to do" "$(cat "$work/stderr")" "The measured rows are safe; fix this, then repeat the command"
finish
