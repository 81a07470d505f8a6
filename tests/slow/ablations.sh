#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a short version of every question in ablations/. Training runs have one seed, one learning rate and a
# few steps. Questions in known/ run at tier smoke if their data exist. (cli/test_plans.sh plans the questions
# without running them.)
. "$(dirname "$0")/../cli/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
ablations=$here/../../ablations

# bad DIR: prints the failed rows with their reasons. A missing data set is not an error.
bad() {
    column "$1/cells.csv" status >"$work/status"
    column "$1/cells.csv" reason >"$work/reason"
    paste "$work/status" "$work/reason" | grep -vE '^ok|^not_needed.*(is best for this arm|not needed to choose)' |
        grep -v 'fetch it with' | sort | uniq -c | head -n 5
}
# passes NAME DIR OPTIONS...: checks that a run succeeds.
passes() {
    name=$1 dir=$2
    shift 2
    run "$@" -o "$dir" >/dev/null
    is "$name: the run succeeds" "$? $(cat "$work/stderr")" "0 "
    is "$name: no row fails" "$(bad "$dir")" ""
}
# shorten FILE INTO: copies a training question with a single round, one tuning seed, few steps and records,
# and fast simple baselines.
shorten() {
    sed -E -e 's/^(kind: quality|use: .*)/&\nsimple_baselines: [majority, unigram]/' -e 's/(steps: [0-9])[0-9]+/\1/g' -e ':a' -e 's/(steps: \[([0-9], )*[0-9])[0-9]+/\1/' -e 'ta' \
        -e 's/(steps=[0-9])[0-9]+/\1/g' -e 's/rounds: [0-9]+/rounds: 1/' -e 's/^(.*tune: \{.*seeds: \[)[^]]*/\11/' -e 's/([:,] )shapes([],}]|$)/\1"shapes:train=400,valid=40,test=40"\2/' \
        -e 's/"shapes:size=[^"]*/&,train=400,valid=40,test=40/' -e '/^simple_baselines?: /d' "$1" >"$2/$(basename "$1")"
}
mkdir -p "$work/short/setups"
timed=""
for file in "$ablations"/*.yaml; do
    if grep -qE '^(kind: quality|use: )' "$file"; then shorten "$file" "$work/short"; else timed="$timed $file"; fi
done
for file in "$ablations"/setups/*.yaml; do shorten "$file" "$work/short/setups"; done
short="--set lr=0.005 --set seed=1 --set valid_limit=40"
# shellcheck disable=SC2086 # word splitting is intended
passes "tier smoke of the timed questions" "$work/timed" $timed --tier smoke --set d_model=64 --set samples=1 --set min_sample_ms=0
# shellcheck disable=SC2086
passes "tier smoke of the training questions" "$work/smoke" "$work/short"/*.yaml --tier smoke $short
# shellcheck disable=SC2086
passes "setups" "$work/setups" "$work/short"/setups/*.yaml --tier smoke $short
# shellcheck disable=SC2086
passes "tier quick" "$work/quick" "$work/short"/*.yaml --tier quick $short
"$attnlab" plan "$ablations"/calibration/*.yaml --tier smoke >/dev/null 2>"$work/stderr"
is "tier smoke of the calibration questions is planned" "$? $(cat "$work/stderr")" "0 "
# If a question is excluded at a tier, the report shows the answer of the reference.
"$attnlab" report "$work/quick" >/dev/null 2>&1
title=$(column "$ablations/../results/reference/answers.csv" title | head -n 1)
has "tier quick: left-out questions have the answer of the reference" \
    "$(sed -n '/^## Not run at this tier/,$p' "$work/quick/report.md")" "[$title]("
if [ -d "${ATTNLAB_TEST_DATA-}" ]; then
    export ATTNLAB_DATA="$ATTNLAB_TEST_DATA"
    # shellcheck disable=SC2086
    passes "tier full" "$work/full" "$work/short"/*.yaml --tier full --skip-missing-data $short --set evaluate_limit=1
    passes "known results" "$work/known" "$ablations"/known/*.yaml --tier smoke --skip-missing-data
else
    echo "ok $((tests += 1)) - tier full # SKIP ATTNLAB_TEST_DATA is not set"
fi
finish
