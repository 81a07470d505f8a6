#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tuning, validity checks and corrections on simulated arms with known true gains. Measures the rate of
# false verdicts and the power to find true gains. All random numbers are fixed, so the counts never change.
# make: simulated-build
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # each of 60,000 rows is flushed to disk
. "$(dirname "$0")/../cli/lib.sh"
ATTNLAB_WORKER=${SIMULATED_WORKER:-$here/../../build/obj/tests/simulated/worker}
if [ ! -x "$ATTNLAB_WORKER" ]; then
    echo "$ATTNLAB_WORKER is missing; run make simulated-build"
    exit 77
fi

# question SET WORLD FIXED TUNING-SEEDS GAINS...: runs a question with these true gains in $work/SET/WORLD.
# The primary claim is about the first arm.
question() {
    set=$1 world=$2 fixed=$3 seeds=$4
    shift 4
    mkdir -p "$work/$set"
    {
        cat <<Y
question: what does each gain?
kind: quality
metric: loss
margin: 0.005
baseline: base
fixed: {world: $world, held_out: yes$fixed}
factors: {lr: 0.00141-0.0113*sqrt2, seed: 1-16}
split: held_out
tune: {axis: lr, seeds: [$seeds]}
claims:
  - {arm: one, expects: better, published: it gains, source: nobody}
arms:
  base: {twin: 0}
  negative_control: {score: static, twin: 1}
Y
        twin=1
        for name in one two three; do
            [ $# -gt 0 ] || break
            echo "  $name: {twin: $((twin += 1)), gain: $1}"
            shift
        done
    } >"$work/q$world.yaml"
    "$attnlab" run "$work/q$world.yaml" -o "$work/$set/$world" -q >/dev/null 2>>"$work/stderr" &&
        "$attnlab" report "$work/$set/$world" >/dev/null 2>>"$work/stderr" ||
        echo "$world failed" >>"$work/stderr"
}
# together TABLE SET...: concatenates a table from all questions in these sets, with a single header.
together() {
    table=$1
    shift
    first=$(for set; do ls "$work/$set"/*/"$table"; done | head -n 1)
    head -n 1 "$first"
    for set; do tail -q -n +2 "$work/$set"/*/"$table"; done
}
# verdicts SET...: prints question, arm, verdict and number of pairs for each comparison at equal steps.
# Negative controls are omitted.
verdicts() {
    together effects.csv "$@" >"$work/effects"
    for name in question arm verdict n comparison; do column "$work/effects" $name >"$work/c-$name"; done
    paste -d, "$work/c-question" "$work/c-arm" "$work/c-verdict" "$work/c-n" "$work/c-comparison" |
        grep ',steps$' | grep -v ',negative_control,'
}
# claims SET...: prints the verdict on each primary claim, corrected within its run.
claims() {
    together claims_judged.csv "$@" >"$work/claims"
    column "$work/claims" verdict
}
# folder RUN...: prints the verdicts on primary claims, corrected over all runs.
folder() {
    mkdir "$work/folder"
    ln -s "$@" "$work/folder"
    "$attnlab" report "$work/folder" >/dev/null 2>>"$work/stderr"
    column "$work/folder/answers.csv" word
    rm -r "$work/folder"
}
# If an arm has no true gain, these verdicts are false.
said="better|worse"
judged="same direction|opposite direction"
count() { grep -cE "$1"; }
percent() { awk -v k="$1" -v n="$2" 'BEGIN { printf "%d of %d (%.1f %%)", k, n, 100 * k / n }'; }
# chance K N: prints the probability of at most K events in N at a rate of 5 %.
chance() {
    awk -v k="$1" -v n="$2" 'BEGIN {
        p = exp(n * log(0.95)); sum = p
        for (i = 1; i <= k; i++) { p *= (n - i + 1) / i * 0.05 / 0.95; sum += p }
        printf "%.4f", sum }'
}
below() { awk -v a="$1" -v b="$2" 'BEGIN { print (a <= b ? "yes" : "no: " a) }'; }
# few NAME K N: checks that K is at most 5 % of N.
few() { is "$1: $(percent "$2" "$3"), at most 5 %" "$(below "$(($2 * 20))" "$3")" yes; }
# found NAME K N LEAST: checks that K is at least LEAST percent of N. LEAST is slightly below the known count,
# so that a loss of power is detected.
found() { is "$1: $(percent "$2" "$3"), at least $4 %" "$(below "$(($4 * $3))" "$((100 * $2))")" yes; }

three="101, 102, 103" five="101, 102, 103, 104, 105"
for world in $(seq 1 70); do question null "$world" "" "$three" 0 0 0; done
for world in $(seq 101 2 130); do
    question planted "$world" "" "$three" 0.02 0.01 0
    question planted $((world + 1)) "" "$three" 0.01 0.02 0
done
for world in $(seq 201 2 220); do
    question more "$world" "" "$five" 0.02 0.01
    question more $((world + 1)) "" "$five" 0.01 0.02
done

# ---- arms without a gain ----
verdicts null >"$work/nulls"
n=$(wc -l <"$work/nulls") false=$(count ",($said)," <"$work/nulls")
is "all arms were compared" "$n-$(cat "$work/stderr")" 210-
echo "# false verdicts in comparisons of arms without a gain: $(percent "$false" "$n")"
few "false verdicts" "$false" "$n"
# At a true rate of 5 %, the probability of a count this low would be below 5 %.
is "the count of false verdicts excludes a rate of 5 %" "$(below "$(chance "$false" "$n")" 0.05)" yes
questions=$(grep -E ",($said)," "$work/nulls" | cut -d, -f1 | sort -u | wc -l)
few "questions with a false verdict" "$questions" 70
claims null >"$work/words"
few "false verdicts on primary claims" "$(count "^($judged)" <"$work/words")" 70
is "no claim of the folder is judged" "$(folder "$work/null"/* | count "^($judged)")" 0
# Without the variance of tuning, intervals would be too narrow: more than 5 % of comparisons would be
# significant, with |t| above 2.131 (16 pairs).
together statistics.csv null >"$work/statistics"
for name in n gain gain_sd arm comparison; do column "$work/statistics" $name >"$work/c-$name"; done
alone=$(paste -d, "$work/c-n" "$work/c-gain" "$work/c-gain_sd" "$work/c-arm" "$work/c-comparison" |
    awk -F, '$1 == 16 && $4 != "negative_control" && $5 == "steps" && $2 * $2 * 16 > 2.131 ^ 2 * $3 * $3' | wc -l)
echo "# false verdicts without the tuning variance: $(percent "$alone" "$n")"
is "without the tuning variance there are too many false verdicts" "$(below "$((alone * 20))" "$n" | cut -c1-2)" no

# ---- arms with a gain ----
# gain SET PERCENT: prints the verdicts on arms with this gain
gain() {
    verdicts "$1" | awk -F, -v want="$2" '
        { odd = $1 ~ /[13579]$/; own = $2 == "three" ? 0 : ($2 == "one") == odd ? 2 : 1 }
        own == want'
}
# power SET TUNING-SEEDS PERCENT LEAST: checks that at least LEAST percent of the arms with a gain of PERCENT
# are found.
power() {
    gain "$1" "$3" >"$work/gains"
    n=$(wc -l <"$work/gains") better=$(count ",better," <"$work/gains")
    pairs=$(awk -F, '{ sum += $4 } END { printf "%.1f", sum / NR }' "$work/gains")
    echo "# gains of $3 % that were found with $2 tuning seeds: $(percent "$better" "$n"), on average with $pairs pairs"
    found "a gain of $3 % with $2 tuning seeds" "$better" "$n" "$4"
    few "false verdicts on a gain of $3 %" "$(count ',(worse|equivalent),' <"$work/gains")" "$n"
}
power planted three 1 8
power planted three 2 55
power more five 1 10
power more five 2 80
gain planted 0 >"$work/gains"
few "false verdicts on arms without a gain in a question that has an arm with a gain" "$(count ",($said)," <"$work/gains")" "$(wc -l <"$work/gains")"

# Each folder has twenty questions: five with a gain of 2 %, five with 1 %, and ten without a gain.
for part in 0 1 2; do
    folder $(seq -f "$work/null/%g" $((part * 10 + 1)) $((part * 10 + 10))) \
        $(seq -f "$work/planted/%g" $((part * 10 + 101)) $((part * 10 + 110)))
done >"$work/words"
claims planted >"$work/alone"
stand=$(count "^same direction" <"$work/words") alone=$(count "^same direction" <"$work/alone")
echo "# primary claims of gains of 1 % or 2 % that were confirmed: $(percent "$alone" 30) within their own runs,"
echo "# $(percent "$stand" 30) in folders of twenty questions"
found "primary claims over a folder" "$stand" 30 20
is "no other claim of the folder is judged" "$(count "^($judged)" <"$work/words")" "$stand"

# ---- a failed validity check ----
# shut NAME CHECK FIXED: checks that a large gain gets no verdict if a validity check failed
worlds=300
shut() {
    for world in $((worlds + 1)) $((worlds + 2)) $((worlds + 3)); do
        question "$2" "$world" "$3" "$three" 0.1 0
    done
    worlds=$world
    verdicts "$2" | cut -d, -f3 | sort | uniq -c | tr -s ' ' >"$work/words"
    is "$1: no verdict is given" "$(cat "$work/words")" " 6 not judged"
    is "$1: no verdict on the claim" "$(claims "$2" | uniq -c | tr -s ' ')" " 3 not judged"
    is "$1: no verdict over the folder" "$(folder "$work/$2"/* | uniq -c | tr -s ' ')" " 3 not judged"
    is "$1: the verdict without the check would be definite" "$(column "$work/claims" verdict_unchecked | count "^($judged)")" 3
    together validity.csv "$2" >"$work/validity"
    is "$1: the expected check failed" "$(for name in check state; do column "$work/validity" $name >"$work/c-$name"; done
        paste -d' ' "$work/c-check" "$work/c-state" | sort | uniq -c | tr -s ' ' | grep failed)" " 3 $2 failed"
}
shut "a simple baseline beats the baseline" simple_baseline ", counting: -0.05"
shut "a negative control as good as the baseline" negative_control ", damage: 0"
shut "learning rates that are all too low" sweep ", optimum: 0.04"

# ---- these tests detect wrong statistics ----
# In each group of four seeds, the noise is the same, so the standard deviation is too small.
for world in $(seq 401 410); do question copies "$world" ", copies: 4" "$three" 0 0 0; done
verdicts copies >"$work/nulls"
n=$(wc -l <"$work/nulls") false=$(count ",($said)," <"$work/nulls")
echo "# false verdicts if seeds share their noise: $(percent "$false" "$n")"
is "copied seeds give too many false verdicts" "$(below "$((false * 20))" "$n" | cut -c1-2)" no
is "every question ended normally" "$(cat "$work/stderr")" ""
finish
