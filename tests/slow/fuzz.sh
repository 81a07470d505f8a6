#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs each reader under AFL++ for a few thousand executions. tests/fuzz/run.sh runs longer.
. "$(dirname "$0")/../cli/lib.sh"
skip_without afl-fuzz
"$here/../fuzz/run.sh" --executions 5000 --minutes 2 -o "$work/fuzz" >"$work/said" 2>&1
is "no reader crashes or hangs" $? 0
sed 's/^/# /' "$work/said"
finish
