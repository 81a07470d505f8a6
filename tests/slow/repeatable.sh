#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a training row depends only on its cell. Every setup runs for a few steps: once as planned, and
# once in a different order on a busy core. `attnlab cell` then repeats single rows.
. "$(dirname "$0")/../cli/lib.sh"
unset ATTNLAB_WORKER
cd "$here/../.." || exit
setups=$(for file in ablations/setups/*.yaml; do basename "$file" .yaml; done | paste -sd, | sed 's/,/, /g')
cat >"$work/rows.yaml" <<T
question: what does each setup's model learn in a few steps?
kind: quality
use: [$setups]
fixed: {lr: 0.003}
tune: none
arms: {negative_control: none, gated: {gate: sigmoid, label: "output gate"}}
tiers: {smoke: {seeds: [1]}}
T

# learned DIR: prints the training result and learning curve of each row, without times.
learned() {
    head -n 1 "$1/cells.csv" | tr , '\n' | grep -nE '^(key|steps_done|selected_step|tokens|flop_per_token|gradient_norm_max|cut_records|tokenizer_hash|(valid|test)_.*)$' |
        cut -d: -f2 >"$work/names"
    while read -r name; do column "$1/cells.csv" "$name" >"$work/c-$name"; done <"$work/names"
    (cd "$work" && paste $(sed 's/^/c-/' names) | sort)
    for name in key step lr train_loss gradient_norm valid_loss; do column "$1/curves.csv" $name >"$work/c-$name"; done
    (cd "$work" && paste c-key c-step c-lr c-train_loss c-gradient_norm c-valid_loss | sort)
}
first=$(first_cpu)
last=$(last_cpu)

run "$work/rows.yaml" --tier smoke --cpus "$first" --seed 1 -o "$work/one" >/dev/null
is "the run succeeds" $? 0
is "every setup has two arms" "$(column "$work/one/cells.csv" key | grep -c '^kind=quality')" \
    $((2 * $(echo "$setups" | wc -w)))
is "all rows have a result" "$(column "$work/one/cells.csv" status | sort -u)" ok
learned "$work/one" >"$work/learned"
tasks=$(column "$work/one/cells.csv" key | grep -o 'task=[a-z_]*' | sort -u | wc -l)
is "the rows have at least seven tasks" "$([ "$tasks" -ge 7 ] && echo yes || echo "$tasks")" yes

# A low-priority program takes less than half of the core's time, but interrupts the core often.
nice -n 5 sh -c 'while :; do :; done' &
busy=$!
taskset -p -c "$last" $busy >/dev/null
run "$work/rows.yaml" --tier smoke --cpus "$last" --seed 2 -o "$work/two" >/dev/null
kill $busy
order() { sed -n 's/.*"cell":"\([^"]*\)".*/\1/p' "$1/journal.jsonl"; }
is "the second run has another order" "$([ "$(order "$work/one")" != "$(order "$work/two")" ] && echo yes)" yes
is "the bits are equal on another core with a load" "$(learned "$work/two" | cmp - "$work/learned" 2>&1)" ""

for name in key valid_loss; do column "$work/one/cells.csv" $name >"$work/c-$name"; done
paste "$work/c-key" "$work/c-valid_loss" | grep '^kind=quality' >"$work/rows"
cut -f 1 "$work/rows" | sed 's/,round=1$//' >"$work/keys"
cut -f 2 "$work/rows" | awk '{ printf "%.17g\n", $1 }' >"$work/losses"
while read -r key; do
    "$attnlab" cell "$key" --cpus "$first" --format json 2>/dev/null | awk '/"valid": / { valid = 1 }
        valid && /"loss": / { printf "%.17g\n", $2; exit }'
done <"$work/keys" >"$work/by-cell"
is "attnlab cell gives the same result" "$(cmp "$work/losses" "$work/by-cell" 2>&1)" ""
finish
