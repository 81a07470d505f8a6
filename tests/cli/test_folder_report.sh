#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests attnlab report on a folder of runs. The page has the findings, a table of changes by task, and one
# line per question.
# suite: slow
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
all=$work/all
report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
# part FILE HEADING: prints the lines under a heading.
part() { sed -n "/^## $2/,/^## [^$(printf %.1s "$2")]/p" "$1"; }

. "$here/trained_runs.sh"
mkdir "$all"
trained "$all/helps" 0.05
trained "$all/harms" -0.05 2 "claims: [{arm: mlp, expects: worse, published: less, source: a talk}]"
spec "$work/times.yaml" "score: [dot, neural]" "n: [16, 32]"
printf '%s\n' "baseline: {score: dot}" >>"$work/times.yaml"
run "$work/times.yaml" -o "$all/times" >/dev/null
"$ATTNLAB_WORKER" describe >"$all/times/describe.json"
mkdir "$all/figures" "$all/no-run" # folders that are not runs
for name in helps times; do "$attnlab" report "$all/$name" >/dev/null 2>&1; done

report "$all/"
code=$?
if command -v gnuplot >/dev/null; then
    is "the report of a folder of runs succeeds" $code 0
    is "the page needs no other file" "$(grep 'src=' "$all/report.html" | grep -vc 'src="data:')" 0
else
    echo "ok $((tests += 1)) - figure # SKIP gnuplot is not installed"
fi
has "a run without a report is named" "$(cat "$work/stderr")" "harms/report.md, which is missing"
mkdir "$work/spaced" && cp -r "$all/harms" "$work/spaced/two words"
report "$work/spaced"
has "the command to make the report works in a shell" "$(cat "$work/stderr")" "attnlab report '$work/spaced/two words'"

# ---- findings, limits, tables ----
page=$(cat "$all/report.md")
mkdir "$work/two" && cp -r "$all/helps" "$all/harms" "$work/two"
report "$work/two"
has "the page answers what helps, and for which task" "$(cat "$work/two/report.md")" "**Does it help? Not reliably.** Of 1 comparison of 1 proposal with the baseline, none is better and 1 is worse."
has "the page names the scale" "$page" "Models have at most 1000 parameters. 2 of 2 trained questions with a baseline pass the validity checks"
has "a change is listed by task with its costs" "$(cat "$all/report.md")" "| an MLP, wide | [▼ 0.0498 worse [0.0495, 0.0500]](harms/report.md) |  | 1.50 |"
is "each question has one line, timed questions last" "$(part "$all/report.md" Questions | sed -n 's/^| \[\([A-Za-z]*\)\].*/\1/p' | tr '\n' ' ')" "Harms Helps Times "
has "the line has the answer and the effect" "$(part "$all/report.md" Questions)" "| [Helps](helps/report.md) | \"an MLP, wide\" is better than dot: accuracy 0.0503 higher [0.0500, 0.0505]. It has 1.50 times the parameters. No control of the same size was run | better |"
has "the page says when and where the runs were made" "$page" "3 runs started between "
has "links end in .html in the HTML page" "$(cat "$all/report.html")" 'href="helps/report.html"'
has "links for the README are relative to the current folder" "$(cat "$all/front.md")" "[report]($all/report.md)"
has "answers are written for programs" "$(cat "$all/answers.csv")" "helps,Helps,arXiv 2310.11398,"

# ---- claims ----
report "$all/harms"
harms=$(cat "$all/harms/report.md")
has "a claim is listed next to the result" "$harms" "| a talk | less | an MLP, wide: worse | -0.0498 [-0.0500, -0.0495] | same direction |"
has "the answer names the claim" "$harms" ". Verdict on the claim of arXiv 2310.11398: same direction.**"
is "an unpublished expectation is not listed as a claim" "$(grep -c 'Claims\|the claim of' "$all/helps/report.md")" 0

# ---- a run that did not learn the task ----
trained "$work/stuck" 0.05
sed -i '/q=mlp.*seed=4/s/0\.590400/0.330000/' "$work/stuck/cells.csv"
"$attnlab" report "$work/stuck" >/dev/null 2>&1
has "seeds without learning are listed" "$(cat "$work/stuck/report.md")" \
    "1 of 4 runs of \"an MLP, wide\" did not learn the task: accuracy 0.33 with seed 4. This run is at most one margin better than the negative control. "
is "no seeds are listed if all runs learned the task" "$(grep -c 'did not learn' "$all/helps/report.md")" 0

# ---- nothing can be judged ----
mkdir "$work/blind" && cp -r "$all/helps" "$work/blind"
rm -r "$work/blind/helps/simple_baselines"
report "$work/blind" && report "$work/blind/helps"
has "the front page says that nothing was judged" "$(cat "$work/blind/report.md")" "**Does it help?** These runs cannot tell"
has "the question says why it was not judged" "$(grep '^\*\*' "$work/blind/helps/report.md")" "**Not judged: no simple baseline was measured.**"
is "no verdict is shown" "$(grep -c '^|.*\(▲\|▼\)' "$work/blind/report.md")" 0

# ---- no baseline, or times only ----
mkdir "$work/plain" && cp -r "$all/helps" "$work/plain"
sed -i '/^baseline: /d; /^negative_control: /d' "$work/plain/helps/plan.yaml"
report "$work/plain/helps"
has "without a baseline nothing is compared" "$(grep '^\*\*' "$work/plain/helps/report.md")" "No baseline is named, so nothing is compared"
mkdir "$work/timed" && cp -r "$all/times" "$work/timed"
report "$work/timed"
is "timed questions do not claim to help" "$(grep -c 'Does it help' "$work/timed/report.md")" 0

# ---- order of arms; a control of the same size ----
trained "$work/many" 0.03 3 "controls: {two: mlp}"
report "$work/many"
is "rows are sorted by gain, controls last" "$(sed -n 's/^| \([^|]*\) | [+0-9-].*/\1/p' "$work/many/report.md" | grep -v -e --- | tr '\n' ';')" \
    "dot;two;an MLP, wide (control);off (negative control);"
has "a comparison at equal parameters names its control" "$(cat "$work/many/report.md")" "| arm, at equal parameters | control | change | verdict |"

finish
