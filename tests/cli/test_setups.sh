#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a question with a setup can be resumed, reported and reproduced even if the setup file is missing
# or has changed.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_CACHE
export ATTNLAB_FAKE_LOG="$work/log"
mkdir "$work/setups"
cat >"$work/setups/small.yaml" <<'YAML'
question: not this one
kind: quality
baseline: dot
factors: {n: [8, 16]}
arms: {dot: }
YAML
printf 'use: small\nquestion: one?\narms: {neural: {score: neural}}\n' >"$work/one.yaml"
printf 'use: small\nquestion: two?\nfixed: {n: 16}\narms: {neural: {score: neural}}\n' >"$work/two.yaml"

run "$work/one.yaml" "$work/two.yaml" -o "$work/run" >/dev/null
is "two questions of one setup run" "$? $(wc -l <"$work/run/journal.jsonl")" "0 6"
is "common cells are trained once" "$(grep -c '^score=' "$work/log")" 4
is "plan.yaml has the setup after each question" \
    "$(grep -c '^# As used by attnlab: .*setups/small.yaml$' "$work/run/plan.yaml")" 2

head -n 3 "$work/run/journal.jsonl" >"$work/journal"
mv "$work/journal" "$work/run/journal.jsonl"
run "$work/one.yaml" "$work/two.yaml" -o "$work/run" --resume >/dev/null
is "the run resumes without the setup's file" "$? $(wc -l <"$work/run/journal.jsonl")" "0 6"
sed 's/16/32/' "$work/setups/small.yaml" >"$work/other" && mv "$work/other" "$work/setups/small.yaml"
run "$work/one.yaml" "$work/two.yaml" -o "$work/run" --resume >/dev/null
is "a changed setup changes the plan" "$?" 2
has "the changed line of the setup is named" "$(cat "$work/stderr")" "was 'factors: {n: [8, 16]}' and is now 'factors: {n: [8, 32]}'"

sed 's/16/24/' "$work/setups/small.yaml" >"$work/setups/other.yaml"
printf 'use: [small, other]\nquestion: both?\narms: {neural: {score: neural}}\n' >"$work/both.yaml"
run "$work/both.yaml" -o "$work/both" >/dev/null
is "a question runs in two setups" "$? $(column "$work/both/cells.csv" ablation | sort -u | tr '\n' ' ')" "0 both-other both-small "
"$attnlab" report "$work/both" >/dev/null 2>"$work/stderr"
has "the page's command names the file as typed" "$(cat "$work/both/report-both-small.md")" "./attnlab run $work/both.yaml --tier quick"
"$attnlab" reproduce "$work/both" --question both-other -o "$work/other-again" >/dev/null 2>"$work/stderr"
is "the question is reproduced in the named setup" "$(column "$work/other-again/cells.csv" ablation | sort -u | tr '\n' ' ')" "both-other "

rm -r "$work/setups"
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "the run is reported without the setup's file" "$?" 0
cd "$work" || exit 1
"$attnlab" reproduce run --question two -o "$work/again" >/dev/null 2>"$work/stderr"
is "the run is reproduced without the setup's file" "$(column "$work/again/cells.csv" n | sort -u | tr '\n' ' ')" "16 "
run "$work/one.yaml" -o "$work/none"
is "a missing setup is an error" "$?" 2
has "the available setups are listed" "$(cat "$work/stderr")" "one.yaml:1:6: key use: found 'small', expected the name of a setup or a list of names, one of ba"

has "list setups prints the setups" "$(ATTNLAB_WORKER=$here/../../attnlab-worker "$attnlab" list setups)" "setups/characters.yaml"
finish
