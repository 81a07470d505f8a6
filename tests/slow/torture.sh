#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries each fault of tests/torture once. The random seed comes from the date and is printed. ./run.sh torture
# runs for an hour.
. "$(dirname "$0")/../cli/lib.sh"
unset ATTNLAB_WORKER
"$here/../torture/run.sh" --rounds 1 --once --keep "$work/kept" --seed "$(date +%Y%m%d)" >"$work/said" 2>&1
is "nothing is lost, doubled or changed, and no message is wrong" $? 0
sed 's/^/# /' "$work/said"
is "every fault was tried or has a reason for being skipped" \
    "$(grep -c '^| [A-Za-z]' "$work/said")" $(($(ls "$here/../torture/faults" | wc -l) + 1))
"$here/../torture/run.sh" --rounds 1 meteor >"$work/said" 2>&1
has "an unknown fault is rejected" $?-"$(cat "$work/said")" "2-torture: unknown fault 'meteor' (expected one of "

# The test removes a row from cells.csv. The torture test must report this row as lost.
sed 's/^settle() {/settle() { (begin; ended); sed -i 2d "$dir\/cells.csv"; count; return/' "$here/../torture/one.sh" >"$work/one.sh"
mkdir "$work/torture" && cp "$work/one.sh" "$work/torture" && ln -s "$here/../torture/faults" "$work/torture/faults" && ln -s "$here" "$work/cli"
ATTNLAB=$attnlab ATTNLAB_HOME=$here/../.. sh "$work/torture/one.sh" kill-driver 1 "$work/kept" once >"$work/said" 2>&1
is "a lost row is counted" "$(grep '^=' "$work/said" | cut -f 3-7 | tr '\t' ' ')" "12 1 0 0 0"
finish
