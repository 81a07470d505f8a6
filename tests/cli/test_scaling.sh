#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the key `scaling`. Small models of several sizes are trained, a curve is fitted, and figures are
# drawn. Invalid plans are refused.
# suite: slow
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
unset ATTNLAB_WORKER

# question LINE...: writes a question with several model sizes. The smallest model is worse than the simple
# baseline.
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
question "scaling: {over: d_model}" \
    "figures: [{kind: loss_compute}, {kind: compute_multiplier}]"
run "$work/sizes.yaml" -o "$work/run" >/dev/null
is "a question of several sizes runs" "$? $(cat "$work/stderr")" "0 "
"$attnlab" report "$work/run" >/dev/null 2>"$work/stderr"
is "a question of several sizes is reported" "$? $(cat "$work/stderr")" "0 "
csv=$work/run/scaling.csv
is "scaling.csv has one line per arm and size" \
    "$(column "$csv" arm | sort | uniq -c | tr -s ' \n' ' ')" " 4 bottleneck 4 linear "
is "the reference's multiplier is 1" "$(grep -c 'linear,linear.*,1,1,1,$' "$csv")" 3
fits=$work/run/scaling_fits.csv
is "without a negative control no arm is judged, and all trained sizes are in the fits" \
    "$(column "$fits" sizes | sort -u) $(column "$fits" verdict | sort -u | tr '\n' ' ')" "3  not judged "
has "the answer says why no arm is judged" "$(page "$work/run/report.md")" "Not judged: "
md=$(page "$work/run/report.md")
has "the page has a section on scaling" "$md" "## How much compute is saved?"
has "the section answers how much compute is saved" "$md" "for the same loss"
if command -v gnuplot >/dev/null; then
    for kind in loss_compute compute_multiplier; do
        is "$kind is drawn" "$(grep -c '</svg>' "$work/run/figures/sizes-$kind.svg")" 1
    done
    is "the figure has the law of the baseline" "$(column "$work/run/figures/sizes-loss_compute.csv" mark | grep -c law)" 25
fi

# ---- refused plans ----
# refused NAME MESSAGE LINE: checks that a plan with this line is refused.
refused() {
    question "$3"
    "$attnlab" plan "$work/sizes.yaml" >/dev/null 2>"$work/stderr"
    is "$1: exit 2" $? 2
    has "$1: the message has the location and the remedy" "$(cat "$work/stderr")" "sizes.yaml:14:$2"
}
refused "a missing axis" "10: key scaling: found a map, expected a map with the axis of model sizes" \
    "scaling: {}"
refused "a misspelt axis" "17: key over: found 'd_modl', expected the name of an axis (\`attnlab list \
axes\`); did you mean d_model?" "scaling: {over: d_modl}"
refused "a variant axis" "17: key scaling: found an axis of arms, expected \
an axis of model size such as d_model" "scaling: {over: q}"
refused "a single size" "17: key scaling: found batch, expected an axis with several values" "scaling: {over: batch}"
refused "an unknown key" "26: key scaling: found the key 'carry', expected over" "scaling: {over: d_model, carry: [1e7]}"
finish
