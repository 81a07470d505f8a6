#!/bin/sh
# SPDX-License-Identifier: MIT
# A question that uses a setup can be resumed, reported and reproduced even if the setup's file is missing or
# changed. Two questions share their training runs.
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
is "two questions of one setup" "$? $(wc -l <"$work/run/journal.jsonl")" "0 6"
is "what both have is trained once" "$(grep -c '^score=' "$work/log")" 4
is "plan.yaml shows it behind each" \
    "$(grep -c '^# As used by attnlab: .*setups/small.yaml$' "$work/run/plan.yaml")" 2

head -n 3 "$work/run/journal.jsonl" >"$work/journal"
mv "$work/journal" "$work/run/journal.jsonl"
run "$work/one.yaml" "$work/two.yaml" -o "$work/run" --resume >/dev/null
is "resumed" "$? $(wc -l <"$work/run/journal.jsonl")" "0 6"
sed 's/16/32/' "$work/setups/small.yaml" >"$work/other" && mv "$work/other" "$work/setups/small.yaml"
run "$work/one.yaml" "$work/two.yaml" -o "$work/run" --resume >/dev/null
is "another setup is another plan" "$?" 2
has "and its line is named" "$(cat "$work/stderr")" "was 'factors: {n: [8, 16]}', now it is 'factors: {n: [8, 32]}'"

# A question that was run in several setups is reproduced in the named one.
sed 's/16/24/' "$work/setups/small.yaml" >"$work/setups/other.yaml"
printf 'use: [small, other]\nquestion: both?\narms: {neural: {score: neural}}\n' >"$work/both.yaml"
run "$work/both.yaml" -o "$work/both" >/dev/null
is "asked in two setups" "$? $(column "$work/both/cells.csv" ablation | sort -u | tr '\n' ' ')" "0 both-other both-small "
"$attnlab" report "$work/both" >/dev/null 2>"$work/stderr"
has "the page's command names the file that was typed" "$(cat "$work/both/report-both-small.md")" "./attnlab run $work/both.yaml --tier quick"
"$attnlab" reproduce "$work/both" --question both-other -o "$work/other-again" >/dev/null 2>"$work/stderr"
is "one of them is reproduced" "$(column "$work/other-again/cells.csv" ablation | sort -u | tr '\n' ' ')" "both-other "

rm -r "$work/setups"
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "reported without its file" "$?" 0
cd "$work" || exit 1
"$attnlab" reproduce run --question two -o "$work/again" >/dev/null 2>"$work/stderr"
is "reproduced without its file" "$(column "$work/again/cells.csv" n | sort -u | tr '\n' ' ')" "16 "
run "$work/one.yaml" -o "$work/none"
is "a setup that is not there" "$?" 2
has "and which there are" "$(cat "$work/stderr")" "one.yaml:1:6: key use: found 'small', expected the name of a setup or a list of names, one of ba"

has "list setups" "$(ATTNLAB_WORKER=$here/../../attnlab-worker "$attnlab" list setups)" "setups/characters.yaml"
finish
