#!/bin/sh
# SPDX-License-Identifier: MIT
# `scaling`: small models of several sizes, trained, fitted and drawn; and refusals of a plan.
# suite: slow
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
unset ATTNLAB_WORKER

# question LINE...: of three sizes that train and a first one that does not beat counting
question() {
    cat >"$work/sizes.yaml" <<'Y'
kind: quality
baseline: linear
metric: loss
simple_baseline: unigram
fixed: {layers: 1, data: tinyshakespeare, tokenizer: chars, valid_limit: 300, n: 32, batch: 8, evaluate_limit: 16, lr: 0.01}
zip:
  - d_model: [8, 16, 24, 32]
    heads: [1, 2, 2, 2]
    steps: [5, 80, 140, 240]
seeds: 1-3
arms:
  linear: {}
  bottleneck: {q: residual_bottleneck, label: bottleneck query}
Y
    printf '%s\n' "$@" >>"$work/sizes.yaml"
}

# ---- from a question to its figures ----
question "scaling: {over: d_model, carry_to: [1e5, 1e7]}" \
    "figures: [{kind: loss_compute}, {kind: compute_multiplier, cost: time}]"
run "$work/sizes.yaml" -o "$work/run" >/dev/null
is "a question of sizes runs" "$? $(cat "$work/stderr")" "0 "
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "and reports" "$? $(cat "$work/stderr")" "0 "
csv=$work/run/scaling.csv
is "a line for each arm, cost and size, and those that are carried to" \
    "$(column "$csv" arm | sort | uniq -c | tr -s ' \n' ' ')" " 12 bottleneck 8 linear "
is "what is carried is told apart" "$(column "$csv" beyond | grep -c 1)" 4
fits=$work/run/scaling_fits.csv
is "the first size has no part in the fits" "$(column "$fits" sizes | sort -u)" 3
is "for FLOP and time" "$(column "$fits" cost | tr '\n' ' ')" "flop flop time time "
is "each size that lost to counting says so" "$(grep -c 'not below unigram\|does not beat' "$csv")" 4
md=$(page "$work/run/report.md")
has "a section in plain words" "$md" "## How much compute is saved?"
has "and what was left out" "$md" "left out of the fit"
has "its answer is what is saved" "$md" "for its loss"
# verdicts VERDICT P: lines that say saves or wastes though their corrected p does not stand
verdicts() {
    awk -F, -v said="$1" -v p="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at[said] ~ /^(saves|wastes)$/ && $at[p] > 0.05' "$csv" | wc -l | tr -d ' '
}
is "no word without its corrected p" "$(verdicts verdict p_corrected) $(verdicts verdict_largest p_largest)" "0 0"
is "one size of an arm is its largest, by each cost; without a negative control it is not judged" \
    "$(column "$csv" verdict_largest | grep . | sort | uniq -c | tr -s ' ')" " 2 not judged"
if command -v gnuplot >/dev/null; then
    for kind in loss_compute compute_multiplier; do
        is "$kind is drawn" "$(grep -c '</svg>' "$work/run/figures/sizes-$kind.svg")" 1
    done
    is "with a line a law" "$(column "$work/run/figures/sizes-loss_compute.csv" mark | grep -c law)" 50
fi

# ---- times of several machines ----
cp -r "$work/run" "$work/machines"
type=$(column "$work/run/cells.csv" core_type | sort -u)
sed -i "/q=residual_bottleneck.*,seed=3,/s/,$type,/,another type,/" "$work/machines/cells.csv"
"$attnlab" report "$work/machines" >/dev/null 2>"$work/stderr"
csv=$work/machines/scaling.csv
seeds_of() { # of each size; the first did not train
    awk -F, -v arm="$1" -v cost="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["arm"] == arm && $at["cost"] == cost && !$at["beyond"] { print $at["n"] }' "$csv" | sort -u | tr '\n' ' '
}
is "a law of seconds is of one machine" "$(seeds_of bottleneck time)-$(seeds_of bottleneck flop)-$(seeds_of linear time)" "0 2 -0 3 -0 3 "
has "and where another had a part, the report says so" "$(page "$work/machines/report.md")" \
    "Times are compared only where these are equal, as they differ: type of core."

# ---- what is refused ----
# refused NAME MESSAGE LINE
refused() {
    question "$3"
    "$attnlab" plan "$work/sizes.yaml" >/dev/null 2>"$work/stderr"
    is "$1: exit 2" $? 2
    has "$1: place and way out" "$(cat "$work/stderr")" "sizes.yaml:14:$2"
}
refused "no axis" "10: key scaling: found a map, expected a map with the axis of sizes" \
    "scaling: {carry_to: [1e7]}"
refused "a typo" "17: key scaling: over: found 'd_modl', expected the name of an axis (\`attnlab list \
axes\`); did you mean d_model?" "scaling: {over: d_modl}"
refused "a variant" "17: key scaling: found an axis of arms, expected \
an axis of size such as d_model" "scaling: {over: q}"
refused "one size" "17: key scaling: found batch, which has fewer than two levels" "scaling: {over: batch}"
refused "an unknown key" "26: key scaling: found the key 'carry', expected over, carry_to" \
    "scaling: {over: d_model, carry: [1e7]}"
refused "sizes that fall" "42: key carry_to: found '1e6', expected a number from 10000000" \
    "scaling: {over: d_model, carry_to: [1e7, 1e6]}"
finish
