#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests rows with a swap and rows with less data, using the real worker. Tables must contain the results
# before and after the swap. Invalid cells are refused.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker

spec "$work/swap.yaml" "kind: quality" "steps: 6" "swap_steps: 4" "evaluate_every: 2" "batch: 2" "n: 16" \
    "d_model: 16" "heads: 2" "layers: 1" "q: [linear, mlp]" "evaluate_limit: 4"
run "$work/swap.yaml" --set rounds=1 -o "$work/swap" >/dev/null
is "a run with a swap succeeds" $? 0
is "the learning curve has both parts and the point between them" \
    "$(column "$work/swap/curves.csv" part | head -n 6 | tr '\n' ' ')" "1 1 2 2 2 2 "
is "the number of steps continues after the swap" \
    "$(column "$work/swap/curves.csv" step | head -n 6 | tr '\n' ' ')" "2 4 4 6 8 10 "
is "right after the swap there is no training loss" \
    "$(column "$work/swap/curves.csv" train_loss | sed -n 3p)" ""
is "steps of both parts are counted" "$(column "$work/swap/cells.csv" steps_done | sort -u)" 10
is "tokens of both parts are counted" "$(column "$work/swap/cells.csv" tokens | sort -u)" 320
is "tokens before the swap are recorded" "$(column "$work/swap/cells.csv" swap_tokens | sort -u)" 128
is "before the swap all arms do the same work" \
    "$(column "$work/swap/cells.csv" swap_flop | sort -u | wc -l)" 1
is "after the swap the work differs" "$(column "$work/swap/cells.csv" flop_per_token | sort -u | wc -l)" 2
is "before the swap all arms learn the same" "$(column "$work/swap/curves.csv" valid_loss |
    sed -n '2p;8p' | sort -u | wc -l)" 1

cell="kind=quality,steps=2,batch=2,n=16,d_model=16,heads=2,layers=1,evaluate_limit=4"
refused() { "$attnlab" cell "$cell,$1" 2>&1 | sed -n 's/^status *//p'; }
has "a swap that no MLP can match is refused" "$(refused swap_steps=2,q=mlp,q_act=tanh,swap_init=reproduce)" \
    "unsupported: two units with this activation cannot form a linear map"
has "an unknown slot is named" "$(refused swap_steps=2,swap_slots=q+w)" \
    "unsupported: swap_slots=q+w: expected variant, or slots such as q+k+v (the slots are q, k, v, score"
has "an empty slot name is refused" "$(refused swap_steps=2,swap_slots=q+)" "unsupported: swap_slots=q+:"
"$attnlab" cell "$cell,swap_steps=2,swap_slots=" >"$work/stdout" 2>&1
has "a swap without slots is refused before anything runs" "$?-$(cat "$work/stdout")" \
    "found '', expected a text: more slots to initialise again"
printf 'question: which?\nkind: quality\nfactors:\n  swap_steps: [2]\n  swap_slots: [variant, ""]\n' >"$work/none.yaml"
has "an error in a plan has its location" "$("$attnlab" plan "$work/none.yaml" 2>&1)" \
    "none.yaml:5:25: key swap_slots: found '', expected a text: more slots to initialise again"
has "swap options without a swap are refused" "$(refused swap_init=reproduce)" \
    "unsupported: swap_init and swap_slots need swap_steps above 0"

"$attnlab" cell "$cell,train_records=20" --format json >"$work/few" 2>/dev/null
has "a limit on records is noted" "$(cat "$work/few")" "20 of "
has "the note says which records are used" "$(cat "$work/few")" "records of train are used, the first."
finish
