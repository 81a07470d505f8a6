#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the first steps of a user who has not fetched any data. Tier smoke and the first question of `attnlab
# new` train on the included text. The report must be complete.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
home=$here/../..
mkdir "$ATTNLAB_DATA"
reported() { "$attnlab" report "$1" >/dev/null 2>"$work/stderr"; }
notes() { grep -c '^note: figures/.* has ' "$work/stderr"; }

question=$home/ablations/gain-over-training.yaml
run "$question" --tier smoke -o "$work/smoke" >/dev/null
is "tier smoke of a question runs" "$? $(cat "$work/stderr")" "0 "
is "tier smoke trains on Tiny Shakespeare" "$(column "$work/smoke/cells.csv" data | sort -u)" tinyshakespeare
is "every row is ok" "$(column "$work/smoke/cells.csv" status | sort -u | tr '\n' ' ')" "not_needed ok "
reported "$work/smoke"
is "the report of tier smoke is written" "$? $(grep -v '^note' "$work/stderr")" "0 "
has "the page names the text" "$(cat "$work/smoke/report.md")" "tokens of Tiny Shakespeare"
is "the page does not call the text generated" "$(grep -c 'text is generated' "$work/smoke/report.md")" 0

# After two steps, the model has learned nothing, so only one figure is drawn. The page lists the missing
# figures.
run "$question" --tier smoke --set seed=1 --set steps=2 -o "$work/one" >/dev/null
is "a run with one seed and two steps succeeds" "$? $(cat "$work/stderr")" "0 "
reported "$work/one"
is "the report of a run with one seed is written" "$? $(grep -v '^note' "$work/stderr")" "0 "
is "each figure is drawn, or its absence is explained" "$(find "$work/one/figures" -name '*.svg' | wc -l) $(notes) $(grep -c \
    '^Figure .* is not drawn: no result has ' "$work/one/report.md")" "1 3 3"

# The question has two training lengths. Models trained for the shorter length learn nothing, so the panel of
# this length is empty.
run "$question" --tier smoke --set seed=1-2 --set steps=2,50 -o "$work/half" >/dev/null
reported "$work/half"
has "the report succeeds if half of the training runs learned nothing" "$?-$(cat "$work/half/report.md")" "0-# Gain over training"
is "the curves of the training runs that learned are drawn" "$(cut -d, -f1 "$work/half/figures/gain-over-training-curves.csv" | sort -u | tr '\n' ' ')" \
    "50 steps panel "

# If the folder of figures cannot be written, report fails.
rm -rf "$work/one/figures" && touch "$work/one/figures"
reported "$work/one"
is "figures that cannot be written make the report fail" $? 1

sed -e 's/@name@/neural/g' -e 's/@setting@/score: neural/' "$home/ablations/templates/choice.yaml.in" >"$work/first.yaml"
run "$work/first.yaml" --tier smoke --set steps=4 -o "$work/first" >/dev/null
is "the first question of attnlab new runs" "$? $(cat "$work/stderr")" "0 "
is "the first question uses generated data" "$(column "$work/first/cells.csv" data | cut -d: -f 1 | sort -u)" induction
# The metric `rouge1` does not exist for this data set. Only the worker can detect this error. Its message
# lists the available metrics.
cat >"$work/rouge.yaml" <<'Y'
kind: quality
metric: rouge1
baseline: dot
fixed: {data: "numbers:train=20,valid=5,test=5", task: translate, generate: yes, n: 16, batch: 4, layers: 1, heads: 2, d_model: 16, steps: 2, evaluate_limit: 2}
arms: {dot: {}, neural: {score: neural}}
simple_baselines: none
Y
"$attnlab" run "$work/rouge.yaml" -o "$work/rouge" >/dev/null 2>"$work/stderr"
has "a missing metric is reported after the first training run" "$(cat "$work/stderr")" \
    "note: rouge: the first finished training run has no rouge1, the metric of this question, so there will be no verdict."
is "the missing metric is reported once" "$(grep -c 'first finished training' "$work/stderr")" 1
reported "$work/rouge"
has "the page says that no row has the metric" "$(page "$work/rouge/report.md")" \
    "2 of 2 rows: ended without rouge1"
finish
