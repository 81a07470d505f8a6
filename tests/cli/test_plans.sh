#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that every question in ablations/ can be planned. slow/ablations.sh runs these questions.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
ablations=$here/../../ablations

"$attnlab" plan "$ablations"/*.yaml --tier smoke >/dev/null 2>"$work/stderr"
is "every question is planned at tier smoke" "$? $(cat "$work/stderr")" "0 "
"$attnlab" plan "$ablations"/long/*.yaml --tier smoke >/dev/null 2>"$work/stderr"
is "the long questions are planned at tier smoke" "$? $(cat "$work/stderr")" "0 "

# Tier quick contains the questions that take minutes.
"$attnlab" plan "$ablations"/*.yaml --tier quick >"$work/plan" 2>"$work/stderr"
is "tier quick is planned" "$? $(grep -vc '^note: questions skipped at this tier (use --tier full to run them): ' "$work/stderr")" "0 0"
"$attnlab" plan "$ablations"/score-scale.yaml >"$work/plan" 2>"$work/stderr"
is "a question that is not run at tier quick is an error when planned alone" "$? $(cat "$work/stderr")" \
    "2 $ablations/score-scale.yaml: the question is not run at tier quick; run it with --tier full"

# Setups can be planned without data.
for setup in "$ablations"/setups/*.yaml "$ablations"/setups/large/*.yaml; do
    "$attnlab" plan "$setup" --tier full --skip-missing-data >/dev/null 2>"$work/stderr"
    is "setup $(basename "$setup") is planned at tier full" \
        "$? $(grep -vE '^attnlab plan: .*data that cannot be opened|^  [0-9]+ rows: ' "$work/stderr")" "0 "
done

for tier in smoke quick full; do
    # stderr must have one line per missing data set.
    run_plan=$("$attnlab" plan "$ablations"/known/*.yaml --tier $tier 2>&1 >/dev/null)
    is "published results are planned at tier $tier with a list of missing data" \
        "$? $(echo "$run_plan" | grep -vc '^  .*fetch it with')" "2 2"
done

# unnamed NAMES...: prints the names that do not occur in any specification.
unnamed() {
    for name; do
        grep -qhE "^[^#]*[][\" ,]$name([][\":,} ]|\$)" "$ablations"/*.yaml "$ablations"/known/*.yaml "$ablations"/setups/*.yaml ||
            echo "$name"
    done
}
published=$("$attnlab" list datasets | awk '/^[a-z]/ { name = $1 } /^  from/ && !/^  from yours/ { print name }')
# shellcheck disable=SC2086 # word splitting is intended
is "every public data set has a specification" "$(unnamed $published)" ""
# shellcheck disable=SC2046
is "every task has a specification" \
    "$(unnamed $("$attnlab" list axes | sed -n 's/^task .*choice \([^ ]*\) .*/\1/p' | tr '|' ' '))" ""
finish
