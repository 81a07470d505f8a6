#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests reports on training questions: best values, verdicts, tables, figures and page. The reports are made
# from CSV files alone.
# suite: slow
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
kinds="curves dots gain lr_curves pareto"

# describe.json lists the axes of a worker that can train. The test itself writes the runs.
cat >"$work/describe.json" <<'J'
{"schema": 1, "slots": [], "events": [], "datasets": [], "builds": ["plain"], "axes": [
{"name": "kind", "doc": "", "type": "choice", "choices": ["overhead", "quality"],
 "default": "overhead", "role": "measure", "quiet": true},
{"name": "score", "doc": "", "type": "choice", "choices": ["dot", "neural"], "default": "dot",
 "role": "variant", "quiet": false},
{"name": "norm", "doc": "", "type": "choice", "choices": ["off", "before"], "default": "off",
 "role": "variant", "quiet": false, "when": {"axis": "score", "value": "neural"}},
{"name": "act", "doc": "", "type": "choice", "choices": ["identity", "relu"], "default": "identity",
 "role": "variant", "quiet": false, "when": {"axis": "score", "value": "neural"}},
{"name": "d_model", "doc": "", "type": "int", "min": 1, "max": 4096, "default": "64",
 "role": "shape", "quiet": false},
{"name": "lr", "doc": "", "type": "real", "min": 0, "max": 1, "default": "0.1", "role": "variant",
 "quiet": false},
{"name": "seed", "doc": "", "type": "int", "min": 0, "max": 1000000, "default": "1",
 "role": "measure", "quiet": false}]}
J

# quality DIR: writes a run with two sizes and a factorial design of norm and act.
# - The accuracy of dot is 0.5; norm and act each add 0.01.
# - The best learning rate is 0.2.
quality() {
    mkdir -p "$1"
    cat >"$1/plan.yaml" <<'Y'
# As run by attnlab: small.yaml, tier quick
question: "Does it, or not?"
source: arXiv 0000.00000
claim: it does
kind: quality
baseline: dot
metric: accuracy
tune: {axis: lr, seeds: [1]}
factorial: [norm, act]
factors: {d_model: [64, 128], lr: [0.1, 0.2, 0.4], seed: 1-3}
grids:
  - arms: {dot: {score: dot, label: "dot product, as published"}}
  - factors: {norm: [off, before], act: [identity, relu]}
    arms: {neural: {score: neural, label: "a neural score, 100 % hidden layers"}}
claims:
  - {arm: neural, expects: better, published: "75.0 to 75.4", source: its table 1, where: {norm: before, act: relu, d_model: 64}}
  - {arm: neural, expects: better, published: "nothing of it", source: its table 1, where: {norm: off, act: identity}}
figures:
  - {kind: curves}
  - {kind: dots}
  - {kind: gain, x: norm, where: {act: relu, d_model: 64}}
  - {kind: lr_curves}
  - {kind: pareto}
Y
    awk -v cells="$1/cells.csv" -v curves="$1/curves.csv" '
    function row(arm, norm, act, size, lr, seed,   cell, status, value, bonus, p) {
        cell = "kind=quality,score=" arm (arm == "dot" ? "" : ",norm=" norm ",act=" act) \
            ",d_model=" size ",lr=" lr ",seed=" seed
        status = arm == "neural" && norm == "off" && act == "relu" && lr == 0.4 && seed == 1 ? "diverged" : "ok"
        bonus = (norm == "before") * 0.01 + (act == "relu") * 0.01
        value = 0.5 + bonus - (lr != 0.2) * 0.1 + seed * 0.02 + (bonus > 0) * ((seed + size / 64) % 3) * 0.0002
        printf "1,small,\"%s,round=1\",%s,,", cell, status >cells
        if (status == "ok") printf "%.6f,%.6f", 1 - value, value >cells
        else printf "," >cells
        printf ",,%d,%d,%.1f,%d,,accuracy,h,t,100,100,plain,host,commit\n", 1000 + 500 * (arm != "dot"),
            10 + 8 * (arm != "dot"), 1000 / (1 + 0.5 * (arm != "dot") + 0.02 * seed * (arm != "dot")),
            1e6 * (1 + (arm != "dot")) >cells
        for (p = 1; p <= 5 && status == "ok"; p++)
            printf "1,small,\"%s,round=1\",%d,%d,%d,%d,0.1,1,1,%.6f,%.6f\n", cell, p * 20, p * 20,
                p * (arm == "dot" ? 100 : 180), p * (arm == "dot" ? 1 : 1.5), 1 - value * p / 5, value * p / 5 >curves
    }
    BEGIN {
        print "schema_version,ablation,key,status,reason,valid_loss,valid_accuracy,time_ns_median,parameters,flop_per_token,tokens_per_s,peak_rss_bytes,input_notes,metric,corpus_hash,tokenizer_hash,steps_done,tokens,isa_used,host,commit" >cells
        print "schema_version,ablation,key,step,tokens,flop,seconds,lr,train_loss,gradient_norm,valid_loss,valid_accuracy" >curves
        for (size = 64; size <= 128; size += 64)
            for (l = 1; l <= 3; l++)
                for (seed = 1; seed <= 3; seed++) {
                    lr = 0.1 * 2 ^ (l - 1)
                    row("dot", "", "", size, lr, seed)
                    for (n = 0; n < 2; n++)
                        for (a = 0; a < 2; a++)
                            row("neural", n ? "before" : "off", a ? "relu" : "identity", size, lr, seed)
                }
    }'
}

report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
# field FILE LABEL-PART COLUMN: prints the column of all lines that contain LABEL-PART.
field() {
    { head -n 1 "$1"; grep -F "$2" "$1"; } >"$work/lines.csv"
    column "$work/lines.csv" "$3" | tr '\n' ' '
}

quality "$work/run"
report "$work/run"
is "the report of a training question succeeds" "$? $(cat "$work/stderr")" "0 "
md=$(page "$work/run/report.md")

# ---- tables ----
is "summary.csv has one line per arm and size" "$(wc -l <"$work/run/summary.csv")" 11
is "lr 0.2 wins everywhere among three values and is not at an edge" \
    "$(for name in tune_value values_tried at_edge; do column "$work/run/summary.csv" $name |
        sort -u; done | tr '\n' ' ')" "0.2 3 0 "
is "each arm and size has an effect at equal steps, and without controls no effect at equal parameters" \
    "$(column "$work/run/effects.csv" comparison | sort | uniq -c | tr -s ' \n' ' ')" \
    " 8 steps "
is "an arm without a change is equivalent, a gain above the margin is better" \
    "$(field "$work/run/statistics.csv" ',steps,' verdict_unchecked)" \
    "equivalent better better better equivalent better better better "
is "claims are compared with the results" "$(column "$work/run/claims_judged.csv" verdict_unchecked | tr '\n' ' ')" \
    "same direction equivalent equivalent "
is "failed validity checks withhold all verdicts" \
    "$(cat "$work/run/effects.csv" "$work/run/claims_judged.csv" | grep -c ',not judged,')" 11
is "each size has five validity checks" "$(for name in check state; do column "$work/run/validity.csv" $name; done | tr '\n' ' ')" \
    "simple_baseline negative_control sweep records learned_task simple_baseline negative_control sweep records learned_task not measured failed passed not recorded not measured not measured failed passed not recorded not measured "
has "the page lists the validity checks" "$md" "| failed | no negative control was run |"
is "each size has main effects and an interaction" \
    "$(column "$work/run/factors.csv" effect | tr '\n' ' ')" \
    "norm act norm x act norm act norm x act "

# ---- report ----
is "the page has an answer, a table, figures, checks, claims and details, in this order" \
    "$(sed -n 's/^\*\*Not.*/answer/p; s/^!\[.*/figure/p; s/^| arm (change .*/table/p; s/^## \(.*\)/\1/p' "$work/run/report.md" | uniq | tr '\n' ' ')" \
    "answer table Factors figure Validity checks Claims Details "
has "the page says why the question is not judged" "$md" "**Not judged: no simple baseline was measured.**"
has "the page gives the measured value" "$md" "Measured: "
is "the best arm is listed first, after the baseline" \
    "$(sed -n '/^| arm (change /,/^$/p' "$work/run/report.md" | sed -n '3,5s/^| \([^|]*\) |.*/\1/p' | head -n 2 | tr '\n' ';')" \
    "dot product, as published;a neural score, 100 % hidden layers, norm = before, act = relu;"
has "the page has the published values" "$md" "75.0 to 75.4"
has "the page has the command" "$md" "./attnlab run small.yaml"
has "diverged training runs are counted" "$md" "of which 2 diverged"
is "the page does not mention rounds" "$(grep -c 'rounds' "$work/run/report.md")" 0
is "no failures are listed" "$(grep -c '^## Failures' "$work/run/report.md")" 0

# ---- figures ----
if command -v gnuplot >/dev/null; then
    for kind in $kinds; do
        has "$kind: the figure is an SVG" "$(cat "$work/run/figures/small-$kind.svg")" "</svg>"
        has "$kind: report.md links the figure" "$md" "(figures/small-$kind.svg)"
    done
    has "the figure has one panel per size" "$(cat "$work/run/figures/small-dots.svg")" "d_model = 128"
else
    echo "ok $((tests += 1)) - figures # SKIP gnuplot is not installed"
fi

# ---- inconclusive: one seed of one arm is 0.05 worse, so differences are 0.0104, 0.0100, -0.0398 ----
cp -r "$work/run" "$work/open"
sed '/norm=before,act=identity,d_model=64,lr=0.2,seed=3,/s/,0.570200,/,0.520200,/' "$work/run/cells.csv" >"$work/open/cells.csv"
report "$work/open"
# By Student's table, 2.032 * sd / sqrt(35) < 0.01 < 2.035 * sd / sqrt(34), so 35 seeds are needed.
has "the page says how many seeds are needed" "$(cat "$work/open/report.md")" \
    "1 comparison is inconclusive or suggestive with 3 seeds. Up to 35 seeds are needed to narrow an interval to plus or minus the margin."
cp -r "$work/open" "$work/control"
sed 's/^metric: accuracy/&\nnegative_control: neural/' "$work/open/plan.yaml" >"$work/control/plan.yaml"
report "$work/control"
is "no seeds are requested for a negative control" "$(grep -c 'negative control)' "$work/control/report.md" | sed 's/^[1-9].*/told/') $(grep -c 'seeds. Intervals' "$work/control/report.md")" "told 0"
is "no seeds are requested if all comparisons are decided" "$(grep -c 'seeds. Intervals' "$work/run/report.md")" 0

# ---- an arm without any result ----
cp -r "$work/run" "$work/fallen"
sed '/score=neural/s/,\(ok\|diverged\),,[0-9.]*,[0-9.]*,/,crashed,SIGILL,,,/' "$work/run/cells.csv" >"$work/fallen/cells.csv"
grep -v 'score=neural' "$work/run/curves.csv" >"$work/fallen/curves.csv"
report "$work/fallen"
fallen=$(page "$work/fallen/report.md")
has "the page gives the failed runs as the answer" "$fallen" "72 failed (see Failures)"
has "the table of failures names its columns" "$fallen" "| question | cells | status | reason | rerun the first cell |"
# ---- unequal data, failures, missing tables ----
cp -r "$work/run" "$work/bad"
sed 's/^\(.*score=dot,d_model=64,lr=0.2,seed=2,.*\),h,t,/\1,other,t,/
    s/^\(.*norm=off,act=identity,d_model=64,lr=0.2,seed=3,round=1",\)ok,/\1timeout,too slow/' \
    "$work/run/cells.csv" >"$work/bad/cells.csv"
report "$work/bad"
bad=$(page "$work/bad/report.md")
has "unequal data are reported" "$bad" "Comparisons are in doubt because arms differ in data"
has "a failed training run is listed" "$bad" "| small | 1 | timeout | too slow |"
has "missing pairs are explained" "$bad" "4 pairs were excluded, because the two runs had different training data"
mv "$work/describe.json" "$work/away.json"
report "$work/bad"
is "without describe.json the report exits with 2" $? 2
has "without describe.json the message names the file" "$(cat "$work/stderr")" "describe.json: No such file"
mv "$work/away.json" "$work/describe.json"

# ---- unfinished: the last third of the rows was not run ----
mkdir "$work/part"
cp "$work/run/plan.json" "$work/run/curves.csv" "$work/part"
head -n 61 "$work/run/cells.csv" >"$work/part/cells.csv"
report "$work/part"
is "the report of an unfinished run succeeds" "$? $(cat "$work/stderr")" "0 "
part=$(page "$work/part/report.md")
has "an unfinished run: missing rows are counted" "$part" "The plan has 90 rows, of which 30 were not run."
is "an unfinished run: no failures are listed" "$(grep -c '^## Failures' "$work/part/report.md")" 0
mkdir "$work/empty"
cp "$work/run/plan.json" "$work/empty"
head -n 1 "$work/run/cells.csv" >"$work/empty/cells.csv"
report "$work/empty"
is "an empty run: figures without data are not failures" "$? $(grep -vc '^note: figures/.* has ' "$work/stderr")" "0 0"
is "an empty run: nothing is stated about the question" "$(grep -c '^## ' "$work/empty/report.md")" 0

# ---- timed and training questions together ----
spec "$work/both.yaml" "score: [dot, neural]" "n: [16, 32]"
printf 'baseline: {score: dot}\n' >>"$work/both.yaml"
run "$work/both.yaml" -o "$work/both" >/dev/null
mv "$work/describe.json" "$work/away.json"
"$ATTNLAB_WORKER" describe >"$work/describe.json"
report "$work/both"
is "a timed question has no tables of training questions" \
    "$(ls "$work/both" | grep -c 'factors\|claims_judged')" 0
has "a timed question has an answer instead of verdicts" "$(cat "$work/both/report.md")" "**Forward pass, n = 32: "
finish
