#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that `check` rejects deliberately broken kernels, and that `run` does not time them.
# make: BROKEN=1
# suite: slow
set -u
cd "$(dirname "$0")/../.." || exit 1
worker=${BROKEN_WORKER:-build/broken/attnlab-worker}
driver=${ATTNLAB:-./attnlab}
number=0
failures=0

report() { # ok|not-ok name [detail]
    number=$((number + 1))
    if [ "$1" = ok ]; then echo "ok $number - $2"; return; fi
    failures=$((failures + 1))
    echo "not ok $number - $2"
    echo "# $3"
}
outcome() { # exit-code output
    case $1 in
        0) printf '%s' "$2" | sed -n 's/.*"status":"\([a-z]*\)".*/\1/p' ;;
        152) echo timeout ;; # SIGXCPU
        129 | 13? | 14? | 15?) echo crashed ;;
        *) echo "exit $1" ;;
    esac
}
# limited COMMAND...: limits CPU time rather than elapsed time, so that a busy machine does not cause a
# timeout.
limited() { # command...
    (ulimit -S -t 5 && exec "$@")
}
# complete CELL: prints the complete form of a cell, because the worker accepts no other form.
complete() { # cell
    ATTNLAB_WORKER=$worker "$driver" cell --print-complete "$1"
}
# expect OUTCOME CELL: tests that `check` and `run` give this outcome. `run` must not time an incorrect cell.
expect() { # outcome cell
    out=$(complete "$2" | limited "$worker" check 2>/dev/null)
    found=$(outcome $? "$out")
    if [ "$found" = "$1" ]; then report ok "check: $2 is $1"
    else report not-ok "check: $2 is $1" "found $found: $out"; fi
    ran run "$1" "$2" samples "$(complete "$2,samples=1,min_sample_ms=0,counters=none")"
}
# ran NAME OUTCOME WHAT FIELD COMPLETE-CELL: tests that a worker gives this outcome. Only a successful run has
# FIELD in its record.
ran() { # name outcome what FIELD complete-cell
    out=$(limited "$worker" run "$5" 2>/dev/null)
    found=$(outcome $? "$out")
    case $2:$out in
        ok:*) ;;
        *"\"$4\""*) found="$found, but with $4" ;;
    esac
    if [ "$found" = "$2" ]; then report ok "$1: $3 is $2"
    else report not-ok "$1: $3 is $2" "found $found: $out"; fi
}

shape=batch=2,heads=2,n=67,d_model=32,d_head=16
[ -x "$worker" ] || { echo "Bail out! $worker is missing; build it with: make BROKEN=1"; exit 1; }

expect ok "score=dot,$shape"
expect incorrect "o=writes_past,$shape"
# The array k is stored after q and written later. Without a gap between the arrays, k would hide writes past
# the end of q.
expect incorrect "q=writes_past,batch=2,heads=2,n=67,d_model=34,d_head=17"
expect incorrect "o=skips_tail,$shape"
expect incorrect "v=skips_tail,$shape"
expect incorrect "q=mutates_input,$shape"
expect incorrect "o=changes_its_mind,$shape"
expect crashed "q=crashes,$shape"
expect timeout "q=hangs,$shape"
expect mistrusted "v=all_zero,$shape"
expect mistrusted "o=all_zero,$shape"
expect incorrect "score=wrong_scale,$shape"
expect incorrect "score=loses_columns,$shape"
expect ok "score=loses_columns,batch=2,heads=2,n=64,d_model=32,d_head=16"
# These errors occur only in some cells, so each `ok` cell is followed by an `incorrect` cell.
expect ok "normalizer=sees_one_more,$shape,mask=none"
expect incorrect "normalizer=sees_one_more,$shape,mask=causal"
expect ok "normalizer=nan_when_masked,$shape,mask=padding,input=text"
expect incorrect "normalizer=nan_when_masked,$shape,mask=padding,input=normal"
expect ok "normalizer=overflows,$shape,input=normal"
expect incorrect "normalizer=overflows,$shape,input=large"
# If only the derivative is wrong, the forward check passes but the backward check fails. The message names
# the tensor.
expect ok "q=flipped_derivative,$shape,phase=forward"
expect incorrect "q=flipped_derivative,$shape,phase=backward"
expect incorrect "o=flipped_derivative,$shape,phase=both"
expect ok "v=loses_row,$shape,phase=forward"
expect incorrect "v=loses_row,$shape,phase=both"
# A bias of k adds the same number to all scores of a query. Softmax ignores this number, so a wrong bias of k
# has no effect.
for slot in q v o; do expect incorrect "$slot=forgets_bias,$shape,phase=both"; done
expect ok "q=linear,$shape,phase=both"
# The materialised method uses the fast forward function and its derivative.
expect ok "score=loses_columns,batch=2,heads=2,n=64,d_model=32,d_head=16,method=materialised,phase=both"
expect incorrect "score=loses_columns,$shape,method=materialised,phase=both"
expect ok "normalizer=sees_one_more,$shape,mask=none,method=materialised,phase=both"
expect incorrect "normalizer=sees_one_more,$shape,mask=causal,method=materialised,phase=both"
expect incorrect "v=loses_row,$shape,method=materialised,phase=backward"
out=$(complete "q=flipped_derivative,$shape,phase=both" | "$worker" check 2>/dev/null)
case $out in
*'"reason":"dx['*) report ok "a wrong derivative names the tensor and the place" ;;
*) report not-ok "a wrong derivative names the tensor and the place" "found $out" ;;
esac

# ---- training ----

# trains OUTCOME CELL: checks the outcome of a training run and of timed training steps. Incorrect cells are
# neither trained nor timed.
trains() {
    of=data=tinyshakespeare,task=next_token,tokenizer=chars,layers=2,heads=2,d_model=32,d_head=16,n=24,batch=2,steps=2
    of=$of,evaluate_every=2,evaluate_limit=1,$2
    ran quality "$1" "$2" quality "$(complete "kind=quality,$of")"
    ran step "$1" "$2" samples "$(complete "kind=step,$of")"
}
trains ok q=linear
trains incorrect q=flipped_derivative
trains incorrect q=flipped_derivative,variant_layers=1
trains ok q=flipped_derivative,variant_layers=none
trains incorrect v=loses_row
trains incorrect score=wrong_scale
trains mistrusted v=all_zero

# ---- checks of single choices, independent of their layers ----

# check_of CELL: prints the exit status and the output of `attnlab check`.
check_of() {
    out=$(ATTNLAB_WORKER=$worker "$driver" check --jobs 1 --cell "$1,$shape" 2>&1)
    echo "exit $?"
    echo "$out"
}
# says STATUS CELL TEXT...: checks that the check of a cell prints each text and exits with the status.
says() { # status cell text...
    status=$1 cell=$2
    shift 2
    out=$(check_of "$cell")
    missing=
    for text in "exit $status" "$@"; do
        case $out in *"$text"*) ;; *) missing="$missing '$text'" ;; esac
    done
    if [ -z "$missing" ]; then report ok "check of $cell says $1"
    else report not-ok "check of $cell says $1" "missing:$missing in: $(echo "$out" | tr '\n' '|')"; fi
}
says 0 score=dot "1 composition passed, 0 failed" "choices passed when checked alone, 0 failed"
says 1 normalizer=wrong_derivative,phase=both "incorrect: normalizer wrong_derivative: your derivative with respect to s[" \
    "finite differences of your formula give" "1 composition passed, 0 failed" "choices without worked examples: normalizer wrong_derivative"
says 1 normalizer=squares_overflow "incorrect: normalizer squares_overflow: your fold gives a[0] = nan" \
    "for equal scores of size 1e+36" "1 composition passed, 0 failed" \
    "choices without a fast function (only the formula was checked): normalizer squares_overflow (backward)"
says 1 normalizer=formula_overflows,input=normal "incorrect: normalizer formula_overflows: the formula gives " \
    "scores of size 10000" "1 composition passed, 0 failed" \
    "choices without a fast function (only the formula was checked): normalizer formula_overflows"
says 1 score=counts_one_more "incorrect: score counts_one_more: " \
    "tensors() returns 2, but tensor 2 has no name: fill out[0] to out[1], or return a smaller number"
says 1 normalizer=nan_when_equal,input=normal "incorrect: normalizer nan_when_equal: " "for equal scores of size " \
    "1 composition passed, 0 failed"
says 1 normalizer=nan_when_equal,input=equal "values of y are not finite" "0 compositions passed, 1 failed"
says 1 score=wrong_formula,phase=both "incorrect: score wrong_formula: by_hand[0] (1*3 + 2*4): the formula gives s[0] = 3, but the worked example has 11" \
    "1 composition passed, 0 failed"
says 0 score=wrong_unseen,phase=both "choices without a fast function (only the formula was checked): score wrong_unseen" \
    "choices without worked examples: score wrong_unseen"
says 1 q=flipped_derivative "incorrect: projection flipped_derivative: your derivative with respect to x["
# The check of a single choice detects errors in fast functions. The message contains the inputs.
says 1 score=wrong_scale "your tile gives s[0][0] = " ", for q = [" "], k = ["
says 1 v=loses_row,phase=forward "your backward gives d" "row 0: x = ["
# This normalizer computes exp(scale * s - max). The compiler fuses the multiplication and subtraction, so
# 0.3e18 is rounded.
says 1 normalizer=sees_one_more,mask=none "your fold gives a[0] = nan, but your formula gives 0.00763" \
    "for equal scores of size 1e+18, scale 0.3, 131 of 131 keys visible" "1 composition passed, 0 failed"
out=$(echo score=nonesuch | "$worker" choices 2>&1)
case $?:$out in
2:*"invalid line 'score=nonesuch' (expected slot=choice"*) report ok "an unknown choice is refused" ;;
*) report not-ok "an unknown choice is refused" "found $out" ;;
esac
expect incorrect "normalizer=overflows,$shape,input=huge"
expect ok "normalizer=softmax,$shape,input=huge"
expect ok "normalizer=relu,$shape,input=vanishing"
expect ok "score=neural,$shape,input=equal"
echo "1..$number"
[ "$failures" -eq 0 ]
