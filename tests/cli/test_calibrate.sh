#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab calibrate with the real worker, as few comparisons as there can be: what runs, what is
# counted, going on after time ran out, and what a report made beside it quotes.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
dir=$work/results/calibration
calibrate() { "$attnlab" calibrate "$@" >"$work/stdout" 2>"$work/stderr"; }
refused() { # NAME MESSAGE ARGUMENTS...
    name=$1 message=$2
    shift 2
    calibrate "$@"
    is "$name: exit 2" "$?" 2
    has "$name" "$(cat "$work/stderr")" "$message"
}

refused "no comparisons" "--comparisons: found '0', expected a number above 0" --comparisons 0
refused "too many" "--comparisons: found 500, expected at most 499" --comparisons 500
refused "rounds of trainings" "--rounds: they are of timings, and --trained times nothing" --trained --rounds 6
refused "minutes" "--minutes: found 'soon', expected a number above 0" --minutes soon
refused "endless minutes" "--minutes: found 'inf', expected a number above 0" --minutes inf
refused "an option that is not" "unknown option '--trials'" --trials 3
refused "an argument" "unexpected argument 'replicas.yaml'" replicas.yaml
is "columns are explained, as in results/README.md" "$("$attnlab" calibrate --columns)" \
    "$(awk '/^## Calibration/ { inside = 1 } /^## Columns/ { exit } inside && /^\| column/ { show = 1 }
        show && /^\|/' "$here/../../results/README.md")"

# Time runs out: what was not measured is said, and --resume measures it.
calibrate -o "$dir" --timed --comparisons 2 --rounds 6 --minutes 1e-6
is "time ran out: exit 0" "$?" 0
has "time ran out: it is said" "$(cat "$work/stdout")" "the same layer, timed: 2 left out of all counts"
refused "it is there" "$dir/replicas is there; --resume goes on with it, -o DIR makes another" -o "$dir" --timed
calibrate -o "$dir" --timed --comparisons 2 --rounds 6 --resume
has "it goes on: exit 0, or 1 where it was wrong too often" "0 1" "$?"
is "all rows are there" "$(cat "$dir/delays/journal.jsonl" "$dir/replicas/journal.jsonl" | wc -l)" $((36 + 24))
csv=$dir/calibration.csv
is "delays of two sizes, and replicas" "$(column "$csv" arm | tr '\n' .)" replica.delay-2.delay-5.
is "their truth" "$(column "$csv" truth | tr '\n' .)" equal.worse.worse.
is "two of each, of six rounds" \
    "$(for c in comparisons left_out pairs_least pairs_most; do column "$csv" $c | tr '\n' .; done)" \
    2.2.2.0.0.0.6.6.6.6.6.6.
is "the page is what was printed" "$(cat "$dir/calibration.md")" "$(cat "$work/stdout")"

calibrate -o "$dir" --trained --comparisons 2
has "trained: exit 0, or 1 where it was wrong too often" "0 1" "$?"
is "the timed ones are counted again" "$(column "$csv" kind | tr '\n' .)" timed.timed.timed.trained.trained.
is "models: what was built in" "$(column "$csv" label | sed -n '4,5p' | tr '\n' .)" "the same model.a tenth fewer steps."
is "models: two comparisons of eight seeds" \
    "$(for c in comparisons pairs_least; do column "$csv" $c | sed -n '4,5p' | tr '\n' .; done)" 2.2.8.8.
# A seed of one arm is no seed of the other: of all that were trained no two end alike.
column "$dir/seeds/cells.csv" valid_loss | grep . >"$work/losses"
is "models: random numbers of their own" "$(sort "$work/losses" | uniq -d)" ""
is "models: 2 arms, 2 conditions, 5 rates on 3 seeds and 1 on 5" "$(wc -l <"$work/losses")" 80
# The same seed and shape, so with 10 % fewer steps the same beginning: paired as in any question.
is "fewer steps: pairs share their seeds" "$(column "$dir/fewer-steps/cells.csv" replica | sort -u | tr '\n' .)" 1.2.

# A report beside it quotes it; one elsewhere does not.
printf 'question: "is it?"\nbaseline: a\nfixed: {n: 16, d_model: 32, heads: 2, counters: none}\narms: {a: {}, b: {replica: 2}}\n' \
    >"$work/it.yaml"
quotes() { # DIR: the sentence in its report
    "$attnlab" report "$1" >/dev/null 2>&1
    grep 'calibrated on' "$1/report.md"
}
run "$work/it.yaml" -o "$work/results/it" >/dev/null
mkdir "$work/elsewhere" "$work/results/reference"
cp -R "$work/results/it" "$work/elsewhere/it"
cp -R "$work/results/it" "$work/results/reference/it"
has "a report quotes it" "$(quotes "$work/results/it")" "- On this machine, calibrated on 20"
has "a report of a reference quotes it" "$(quotes "$work/results/reference/it")" ", 2 comparisons of an arm with itself gave "
has "of what is timed, what is timed" "$(quotes "$work/results/it")" "; a delay of 5 % was found in "
is "and nothing else" "$(quotes "$work/results/it" | grep -c 'fewer steps')" 0
is "elsewhere nothing is quoted" "$(quotes "$work/elsewhere/it")" ""
sed '2,$ s/,[^,]*$/,Another CPU/' "$csv" >"$work/other" && cp "$work/other" "$csv"
has "another machine is named" "$(quotes "$work/results/it")" "- On another machine, Another CPU, calibrated on 20"
finish
