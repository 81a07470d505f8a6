#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that attnlab reproduce can replan each committed run of results/reference. The filter excludes all
# rows, so nothing is run.
. "$(dirname "$0")/../cli/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
ATTNLAB_HOME=$(cd "$here/../.." && pwd)
export ATTNLAB_HOME
for plan in "$ATTNLAB_HOME"/results/reference/*/plan.json; do
    question=$(sed -n '/"questions"/{n;s/^{"name":"\([^"]*\)".*/\1/p}' "$plan")
    "$attnlab" reproduce "$ATTNLAB_HOME/results/reference" --question "$question" --filter 'seed == 987654' -o "$work/again" \
        >/dev/null 2>"$work/stderr"
    has "$question" "$(tail -n 1 "$work/stderr")" "cells pass"
done
finish
