#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests attnlab compare, reproduce and reference with the real worker. A repeated run must agree bit for bit.
# A run with a different vector path must agree within confidence intervals. A modified run must not agree.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE OPENBLAS_CORETYPE
reference=$work/reference

mkdir "$reference"
cat >"$work/small.yaml" <<'Y'
question: which one learns better?
source: arXiv 0000.00000
kind: quality
simple_baselines: none
baseline: dot
metric: loss
tune: {axis: lr, seeds: [1]}
fixed: {data: "text:builtin", n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, evaluate_limit: 4}
factors: {lr: [0.004, 0.016], seed: 1-3}
arms:
  dot: {label: dot product}
  neural: {score: neural, label: neural score}
  mlp: {q: mlp, label: MLP for Q}
claims: [{arm: mlp, expects: better, published: "it is", source: a talk}]
tiers:
  smoke: {fixed: {steps: 40}}
  quick: {fixed: {steps: 60}}
Y
trained() {
    dir=$1
    shift
    run "$work/small.yaml" --tier smoke "$@" -o "$dir" >/dev/null
}
compare() { "$attnlab" compare "$@" >"$work/stdout" 2>"$work/stderr"; }
last() { tail -n 1 "$work/stdout"; }
# refused NAME PART: checks that the last comparison was refused with PART in the message.
refused() {
    is "$1: exit 2" "$code" 2
    has "$1: the message says why" "$(cat "$work/stderr")" "$2"
}
# edited FROM TO ARM FACTOR: copies run FROM to TO and multiplies the validation losses of ARM by FACTOR.
edited() {
    cp -r "$1" "$2"
    awk -v arm=",$3," -v factor="$4" -v name=valid_loss '
    function at(line, wanted,   i, c, n, quoted) { # position of the field `wanted`
        n = 1
        for (i = 1; i <= length(line); i++) {
            if (n == wanted) return i
            c = substr(line, i, 1)
            if (c == "\"") quoted = !quoted
            else if (c == "," && !quoted) n++
        }
    }
    NR == 1 { n = split($0, head, ","); for (i = 1; i <= n; i++) if (head[i] == name) column = i }
    NR > 1 && index($0, arm) {
        from = at($0, column); rest = substr($0, from); value = rest; sub(/,.*/, "", value)
        if (value != "") $0 = substr($0, 1, from - 1) sprintf("%.17g", value * factor) substr(rest, length(value) + 1)
    }
    { print }' "$1/cells.csv" >"$2/cells.csv"
}

trained "$reference/small"
is "the reference run succeeds" "$?-$(cat "$work/stderr")" 0-

# ---- equal bits ----
trained "$work/again"
compare "$reference/small" "$work/again"
is "a repeated run agrees" "$? $(last)" "0 agrees"
has "a repeated run has equal bits" "$(cat "$work/stdout")" "12 of 12 training runs bitwise equal, 0 differ"
is "a repeated run has no other rows" "$(grep -c 'exist only in the rerun' "$work/stdout")" 0
has "losing values of the tuned axis have no result on either side" "$(cat "$work/stdout")" \
    "6 have no result in the reference"
is "each arm has one line, whatever its learning rates" \
    "$(grep -c '3 of 3: agrees' "$work/stdout")" 2
"$attnlab" report "$work/again" >/dev/null 2>&1
is "the report does not list learning rates as arms" "$(column "$work/again/effects.csv" comparison | grep -c steps)" 2
trained "$work/part" --filter seed=2
compare "$reference/small" "$work/part"
is "part of a run agrees" "$? $(last)" "0 agrees"
has "part of a run: missing rows are counted" "$(cat "$work/stdout")" "12 were not rerun"
has "part of a run: values are compared at the reference's learning rates" "$(cat "$work/stdout")" "1 of 3: agrees"

edited "$reference/small" "$work/nudged" neural 1.0000001
compare "$work/nudged" "$work/again"
is "a reference with one changed digit disagrees" "$? $(last)" "1 disagrees"
has "the number of different rows is printed" "$(cat "$work/stdout")" "8 of 12 training runs bitwise equal, 4 differ"
has "the differing column is printed" "$(cat "$work/stdout")" "valid_loss: found"

# ---- intervals: another vector path, where this machine runs two ----
path=$("$attnlab-worker" describe | sed -n 's/.*"builds":\["[a-z0-9]*","\([a-z0-9]*\)".*/\1/p')
if [ "$path" ]; then
    trained "$work/path" --set "isa=$path"
    compare "$reference/small" "$work/path"
    is "a run with another vector path agrees" "$? $(last)" "0 agrees"
    has "another vector path is given as the reason for unequal bits" "$(cat "$work/stdout")" "differs    vector path: $path (reference: "
    has "another vector path: equal bits are not required" "$(cat "$work/stdout")" "not compared for 12 training runs"
    edited "$work/path" "$work/tampered" neural 0.5
    compare "$reference/small" "$work/tampered"
    is "a run with an arm twice as good disagrees" "$? $(last)" "1 disagrees"
    is "only the changed arm disagrees" "$(grep 'of 3: disagrees' "$work/stdout" | cut -c1-19)" "small     neural sc"
    trained "$work/path2" --set "isa=$path" --filter seed=2
    edited "$work/path2" "$work/tampered2" neural 0.5
    compare "$reference/small" "$work/tampered2"
    is "a change in one seed of an arm disagrees too" "$? $(last)" "1 disagrees"
fi
cp -r "$work/again" "$work/build"
sed -i 's/"worker_hash": "[^"]*"/"worker_hash": "00"/; s/"commit": "[^"]*"/"commit": "0123"/' \
    "$work/build/manifest.json"
compare "$reference/small" "$work/build"
has "a run of another program names both programs" "$(cat "$work/stdout")" "program: 0123 (reference: "
is "a run of another program agrees by intervals, and equal bits are counted" \
    "$(last) $(grep -c '12 are equal' "$work/stdout")" "agrees 1"
sed -i 's/"cpu_model": "[^"]*"/"cpu_model": "abacus"/' "$work/build/manifest.json"
compare "$reference/small" "$work/build"
has "a run on another processor names both processors" "$(cat "$work/stdout")" "CPU model: abacus (reference: "
cp -r "$work/build" "$work/all-diverged"
sed -i '/,mlp,/s/,ok,,/,diverged,its loss is NaN,/' "$work/all-diverged/cells.csv"
compare "$reference/small" "$work/all-diverged"
is "an arm that diverges with all seeds disagrees, although all other results agree" \
    "$? $(last) $(grep -c 'MLP for Q.*0 of 3: disagrees' "$work/stdout")" "1 disagrees 1"

# ---- nothing to compare ----
trained "$work/other" --set steps=41
compare "$reference/small" "$work/other"
is "runs with different cells have nothing to compare" "$? $(last)" "2 nothing to compare"
has "different cells are counted" "$(cat "$work/stdout")" "18 exist only in the rerun"
cp -r "$work/again" "$work/data"
hash=$(column "$work/again/cells.csv" corpus_hash | grep . | head -n 1)
sed -i "s/,$hash,/,0000,/" "$work/data/cells.csv"
compare "$reference/small" "$work/data"
is "runs with other data have nothing to compare" "$? $(last)" "2 nothing to compare"
has "rows with other data are counted" "$(cat "$work/stdout")" "12 trained on different data"
compare "$reference/small"
code=$?
refused "one folder only" "missing RUN; example:"
compare "$reference" "$work/again"
code=$?
refused "a folder of runs" "is not a run, because it has no cells.csv. It contains the runs small"
compare "$work/none" "$work/again"
code=$?
refused "a missing folder" "none: No such file or directory; expected the folder of a run"
mkdir "$work/empty"
compare "$reference/small" "$work/empty"
code=$?
refused "an empty folder" "empty contains no run"
compare "$reference/small" "$work/small.yaml"
code=$?
refused "a file" "small.yaml: Not a directory; expected the folder of a run"
cp -r "$reference/small" "$work/bare"
rm "$work/bare/manifest.json"
compare "$work/bare" "$work/again"
code=$?
refused "a missing manifest" "bare/manifest.json: the file is missing"
cp -r "$work/again" "$work/failed"
sed -i '0,/,ok,,/s//,incorrect,its check failed,/' "$work/failed/cells.csv"
compare "$reference/small" "$work/failed"
is "a row that became incorrect makes the run disagree" "$? $(last)" "1 disagrees"
has "the incorrect row is named" "$(cat "$work/stdout")" "incorrect (its check failed): "

# ---- times ----
# The fake worker's times are constant, so every ratio is 1.
spec "$work/times.yaml" "score: [dot, neural]" "n: [16, 32]"
printf '%s\n' "baseline: {score: dot}" >>"$work/times.yaml"
sed -i 's/rounds: 2/rounds: 6/' "$work/times.yaml"
for name in times times-again; do
    ATTNLAB_WORKER=$here/fake-worker run "$work/times.yaml" -o "$work/$name" >/dev/null
done
# Rows measured before and after a reboot are not paired.
cp -r "$work/times" "$work/boots" && rm "$work/boots/journal.jsonl"
boot=$(column "$work/times/cells.csv" boot | sort -u)
sed -i "/score=neural/s/,$boot,/,01234567,/" "$work/boots/cells.csv"
"$attnlab" report "$work/boots" >/dev/null 2>&1
"$attnlab" report "$work/times" >/dev/null 2>&1
is "times from before and after a reboot are not paired" \
    "$(column "$work/times/effects.csv" n | sort -u) $(column "$work/boots/effects.csv" n | sort -u)" "6 0"
compare "$work/times" "$work/times-again"
is "ratios of times agree" "$? $(last) $(grep -c '6 of 6: agrees' "$work/stdout")" "0 agrees 2"
cp -r "$work/times-again" "$work/slow"
column "$work/times/cells.csv" time_ns_median | sort -u >"$work/time"
is "each pass takes 2 us" "$(cat "$work/time")" 2000
awk -F, -v OFS=, '/"score=neural/ || /,neural,/ { sub(/,2000,/, ",2100,") } { print }' \
    "$work/times-again/cells.csv" >"$work/slow/cells.csv"
compare "$work/times" "$work/slow"
is "5 % slower disagrees at a margin of 2 %" "$? $(last)" "1 disagrees"

# ---- regressions of each arm between two commits ----
gate() { compare --regression "$@"; }
gate "$work/times" "$work/times-again"
is "equal times are no regression" "$? $(last)" "0 no regression"
has "every arm is compared, including baselines" "$(cat "$work/stdout")" "0 worse, 0 better, 4 within the margin"
gate "$work/times" "$work/slow"
is "5 % slower is a regression" "$? $(last)" "1 regressed"
is "only the slower arm is listed, at both lengths" "$(grep -c 'neural.* 2 us  *2.1 us  *-5.00 % .*: worse' "$work/stdout")" 2
gate --margin 0.1 "$work/times" "$work/slow"
is "5 % slower is no regression at a margin of 10 %" "$? $(last)" "0 no regression"
few=$work/few
mkdir "$few" && cp "$work/times-again"/* "$few" 2>/dev/null
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "round") at = i } NR == 1 || $at <= 2' \
    "$work/times-again/cells.csv" >"$few/cells.csv"
rm -f "$few/journal.jsonl"
sed -i 's/,2000,/,2011,/' "$few/cells.csv"
gate "$work/times" "$few"
is "two rounds are inconclusive" "$? $(last)" "0 inconclusive"
has "all four arms are inconclusive" "$(cat "$work/stdout")" "0 worse, 0 better, 0 within the margin, 4 inconclusive"
gate "$work/slow" "$work/times"
is "a faster run is no regression" "$? $(last)" "0 no regression"
compare "$work/slow" "$work/times"
is "a faster run disagrees without --regression" "$? $(last)" "1 disagrees"
mkdir "$work/elsewhere" && cp "$work/slow"/* "$work/elsewhere" 2>/dev/null
sed -i "s/,$(column "$work/slow/cells.csv" host | sort -u),/,other,/" "$work/elsewhere/cells.csv"
gate "$work/times" "$work/elsewhere"
is "times of two machines are not compared" "$? $(last)" "2 nothing to compare"
gate "$reference/small" "$work/again"
is "equal training runs are no regression" "$? $(last)" "0 no regression"
gate "$reference/small" "$work/tampered"
is "an arm that learns better is no regression" "$? $(last)" "0 no regression"
gate "$work/tampered" "$reference/small"
is "an arm that learns worse is a regression" "$? $(last)" "1 regressed"
edited "$reference/small" "$work/nothing" neural 1e-30
gate "$work/nothing" "$reference/small"
is "a loss that rises from almost 0 is a regression" \
    "$? $(last) $(grep -c 'neural score .*: worse' "$work/stdout")" "1 regressed 1"
gate "$reference/small" "$work/nothing"
is "a loss that falls to almost 0 is no regression" "$? $(last) $(grep -c 'neural score .*: better' "$work/stdout")" "0 no regression 1"
cp -r "$work/again" "$work/diverged"
sed -i '0,/,ok,,/s//,diverged,its loss is NaN,/' "$work/diverged/cells.csv"
gate "$reference/small" "$work/diverged"
is "a training run that diverges is a regression" "$? $(last)" "1 regressed"
has "diverged training runs are counted" "$(cat "$work/stdout")" "1 diverged or learned nothing in the rerun, but not in the reference"

# ---- output formats ----
gate --format csv "$work/times" "$work/slow"
cp "$work/stdout" "$work/compared.csv"
is "csv: the table has one line per effect and one per arm" "$? $(column "$work/compared.csv" part | sort | uniq -c | tr -s ' \n' ' ')" \
    "0  4 change 2 effect "
is "csv: times are in ns" "$(column "$work/compared.csv" rerun | sed -n '3,$p' | sort -u | tr '\n' ' ')" "2000 2100 "
compare --format xml "$work/times" "$work/slow"
code=$?
refused "an unknown format" "--format: found 'xml', expected text or csv"

# ---- reproduce ----
home=$here/../.. program=$(realpath "$attnlab")
reproduce() { (cd "$home" && "$program" reproduce "$@") >"$work/stdout" 2>"$work/stderr"; }
reproduce "$reference" --question small -q -o "$work/rerun"
is "reproduce: the result agrees" "$? $(last)" "0 agrees"
has "reproduce: the run's tier is used, and bits are equal" "$(cat "$work/stdout")" "12 of 12 training runs bitwise equal"
has "reproduce: the run's saved plan is used" "$(cat "$work/stderr")" "running small again from $reference/small/plan.json"
for option in "--tier full" "--set steps=5"; do
    # shellcheck disable=SC2086 # two words
    reproduce "$reference" --question small $option
    code=$?
    refused "reproduce: $option" "unknown option '--"
done
reproduce "$reference" --question small --filter seed=1 -q -o "$work/rerun1"
is "reproduce: a part of a question agrees" "$? $(last) $(grep -c '12 were not rerun' "$work/stdout")" "0 agrees 1"
mkdir "$work/set" && trained "$work/set/small" --set steps=20 --filter seed=1
reproduce "$work/set" --question small -q -o "$work/rerun2"
is "reproduce: the run's options are used" "$? $(grep -c '6 of 6 training runs' "$work/stdout")" "0 1"
reproduce "$reference/small" --question other
code=$?
refused "reproduce: a run without this question" "has no question 'other'. Its questions are small"
reproduce "$reference" --question smal
code=$?
refused "reproduce: an unknown question" "has no question 'smal'. Its questions are small; did you mean small?"
# The run has two questions, and each of them has only one of the two arms in the filter.
mkdir "$work/both" && sed -e 's/^  mlp: .*/  uno: {q: mlp, label: MLP for Q}/; s/arm: mlp/arm: uno/' "$work/small.yaml" >"$work/other-arm.yaml"
run "$work/small.yaml" "$work/other-arm.yaml" --tier smoke --set steps=20 --filter arm=mlp,uno --filter seed=1 \
    -o "$work/both/both" >/dev/null
reproduce "$work/both" --question other-arm -q -o "$work/rerun4"
is "reproduce: one of several questions runs, with a filter on the arms of all" "$? $(last)" "0 agrees"
# An interrupted reproduction resumes from the saved plan, without the specification.
reproduce "$work/set" --question small --max-time 0.001s -o "$work/stopped"
resume=$(sed -n 's/^ *\(attnlab reproduce .* --resume\)$/\1/p' "$work/stderr")
is "reproduce: an interrupted run prints the command to resume" "$resume" \
    "attnlab reproduce $work/set --question small --max-time 0.001s -o $work/stopped --resume"
"$attnlab" report "$work/stopped" >/dev/null 2>&1
has "the page prints the command to resume" "$(cat "$work/stopped/report.md")" "$resume"
reproduce "$work/set" --question small -q -o "$work/stopped" --resume
is "the resumed reproduction agrees" "$? $(last)" "0 agrees"
reproduce "$work/none" --question small
code=$?
refused "reproduce: a missing folder" "none: no such folder"
reproduce "$reference"
code=$?
refused "reproduce: no question given" "missing --question NAME"
mkdir "$work/holes" && cp -r "$work/bare" "$work/holes/small"
reproduce "$work/holes" --question small
code=$?
refused "reproduce: a missing manifest" "small/manifest.json: the file is missing"

finish
