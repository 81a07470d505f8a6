#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `match: flops` with the real worker. The arm trains for fewer steps than its baseline, and effects.csv
# contains the comparison.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
spec=$work/matched.yaml
cat >"$spec" <<'Y'
question: does it help at equal FLOPs?
kind: quality
baseline: linear
metric: loss
fixed: {data: "text:builtin", steps: 40, d_model: 16, heads: 2, layers: 1, n: 16, batch: 2, evaluate_limit: 2}
seeds: 1-2
arms:
  linear:
  mlp: {q: mlp}
  mlp-flops: {q: mlp, match: flops}
simple_baselines: none
Y
run "$spec" -o "$work/run" >/dev/null
is "the run succeeds" "$?-$(cat "$work/stderr")" 0-
# of ARM COLUMN: prints the distinct values of COLUMN in the rows of ARM (in cells.csv).
of() {
    column "$work/run/cells.csv" arm >"$work/arms"
    column "$work/run/cells.csv" "$2" | paste -d' ' "$work/arms" - | sed -n "s/^$1 //p" | sort -u
}
steps=$(of mlp-flops steps)
is "the arm with match: flops trains for fewer steps" "$([ "$steps" -lt 40 ] && [ "$steps" -gt 20 ] && echo yes) $(of mlp steps)" "yes 40"
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "the report loads the saved plan" "$?-$(cat "$work/stderr")" 0-
column "$work/run/effects.csv" arm >"$work/arms"
is "the arm is compared with its baseline at equal FLOPs" \
    "$(column "$work/run/effects.csv" comparison | paste -d' ' "$work/arms" - | tr '\n' ',')" "mlp steps,mlp-flops flops,"
is "the comparison is paired by seed" "$(column "$work/run/effects.csv" n | tr '\n' ' ')" "2 2 "
finish
