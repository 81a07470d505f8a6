#!/bin/sh
# SPDX-License-Identifier: MIT
# Questions of quality from the CSV files alone: winners, verdicts, tables, figures, report; and a
# run that both times layers and trains models.
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
kinds="curves dots gain lr_curves heatmap pareto gain_over_training"

# quality DIR: a question of two sizes and a design of norm and act, with long labels. Accuracy is
# 0.5 for dot, 0.01 more for each of norm and act; lr 0.2 is best; one seed of a loser diverges.
quality() {
    mkdir -p "$1"
    cat >"$1/axes.csv" <<'T'
schema_version,axis,role,type,choices
1,kind,measure,choice,overhead;quality
1,norm,variant,choice,off;before
1,act,variant,choice,identity;relu
1,d_model,shape,int,
1,lr,variant,real,
1,seed,measure,int,
T
    cat >"$1/questions.csv" <<'T'
schema_version,ablation,question,source,claim,kind,baseline,rounds,planned_rows,path,tune_axis,tune_seeds,metric,split,margin,factorial,controls
1,small,"Does it, or not?",arXiv 0000.00000,it does,quality,dot,1,90,small.yaml,lr,1,accuracy,valid,,norm;act,
T
    cat >"$1/claims.csv" <<'T'
schema_version,ablation,arm,expects,published,where
1,small,neural,better,75.0 to 75.4,norm=before act=relu d_model=64
1,small,neural,better,nothing of it,norm=off act=identity
T
    cat >"$1/figures.csv" <<'T'
schema_version,ablation,index,kind,options
1,small,1,curves,
1,small,2,dots,
1,small,3,gain,x=norm;where=act=relu d_model=64
1,small,4,lr_curves,
1,small,5,heatmap,x=act;y=norm
1,small,6,pareto,
1,small,7,gain_over_training,along=flop
T
    awk -v cells="$1/cells.csv" -v curves="$1/curves.csv" '
    function row(arm, label, index_, norm, act, size, lr, seed,   key, status, value, bonus, p) {
        key = arm norm act size "-" lr "-" seed
        status = arm == "neural" && norm == "off" && act == "relu" && lr == 0.4 && seed == 1 ? "diverged" : "ok"
        bonus = (norm == "before") * 0.01 + (act == "relu") * 0.01
        value = 0.5 + bonus - (lr != 0.2) * 0.1 + seed * 0.02 + (bonus > 0) * ((seed + size / 64) % 3) * 0.0002
        printf "1,small,%s,\"%s\",%d,0,1,x,\"kind=quality,d_model=" size "\",%s,%s,,quality,%s,%s,%d,%s,%d,", arm, label, index_,
            key, status, norm, act, size, lr, seed >cells
        if (status == "ok") printf "%.6f,%.6f", 1 - value, value >cells
        else printf "," >cells
        printf ",,%d,%d,%.1f,%d,,accuracy,h,t,100,100,plain,host,commit\n", 1000 + 500 * (arm != "dot"),
            10 + 8 * (arm != "dot"), 1000 / (1 + 0.5 * (arm != "dot") + 0.02 * seed * (arm != "dot")),
            1e6 * (1 + (arm != "dot")) >cells
        for (p = 1; p <= 5 && status == "ok"; p++)
            printf "1,small,%s,%d,%d,%d,%d,0.1,1,1,%.6f,%.6f\n", key, p * 20, p * 20, p * (arm == "dot" ? 100 : 180),
                p * (arm == "dot" ? 1 : 1.5), 1 - value * p / 5, value * p / 5 >curves
    }
    BEGIN {
        print "schema_version,ablation,arm,arm_label,arm_index,group,round,baseline,cell,key,status,reason,kind,norm,act,d_model,lr,seed,valid_loss,valid_accuracy,time_ns_median,parameters,flop_per_token,tokens_per_s,peak_rss_bytes,input_notes,metric,corpus_hash,tokenizer_hash,steps_done,tokens,isa_used,host,commit" >cells
        print "schema_version,ablation,key,step,tokens,flop,seconds,lr,train_loss,gradient_norm,valid_loss,valid_accuracy" >curves
        for (size = 64; size <= 128; size += 64)
            for (l = 1; l <= 3; l++)
                for (seed = 1; seed <= 3; seed++) {
                    lr = 0.1 * 2 ^ (l - 1)
                    row("dot", "dot product, as published", 0, "", "", size, lr, seed)
                    for (n = 0; n < 2; n++)
                        for (a = 0; a < 2; a++)
                            row("neural", "a neural score, 100 % hidden layers", 1, n ? "before" : "off",
                                a ? "relu" : "identity", size, lr, seed)
                }
    }'
}

report() { "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
# field FILE LABEL-PART COLUMN: of the lines that hold the part, the column
field() {
    { head -n 1 "$1"; grep -F "$2" "$1"; } >"$work/lines.csv"
    column "$work/lines.csv" "$3" | tr '\n' ' '
}

quality "$work/run"
report "$work/run"
is "report of a question of quality: exit 0" "$? $(cat "$work/stderr")" "0 "
md=$(cat "$work/run/report.md")

# ---- tables ----
is "a line for each candidate" "$(wc -l <"$work/run/quality_summary.csv")" 31
is "the winner is lr 0.2 everywhere" \
    "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["winner"] == 1 { print $at["tune_value"] $at["at_edge"] }' \
        "$work/run/quality_summary.csv" | sort -u)" 0.20
steps=$(grep -c ',steps,' "$work/run/quality_effects.csv")
is "an effect for each arm and size, at equal steps" "$steps" 8
is "at equal FLOP and time too, without control none at equal parameters" \
    "$(column "$work/run/quality_effects.csv" reading | sort | uniq -c | tr -s ' \n' ' ')" \
    " 8 flop 8 steps 8 time "
is "what changes nothing is equivalent, what gains more than the margin better" \
    "$(field "$work/run/quality_effects.csv" ',steps,' verdict)" \
    "equivalent better better better equivalent better better better "
is "claims" "$(column "$work/run/quality_claims.csv" verdict | tr '\n' ' ')" \
    "supported equivalent equivalent "
is "main effects and interaction, at each size" \
    "$(column "$work/run/quality_factorial.csv" effect | tr '\n' ' ')" \
    "norm act norm x act norm act norm x act "
is "a curve for each winner: ten of five points" "$(wc -l <"$work/run/quality_curves.csv")" 51

# ---- report ----
has "the table of verdicts comes first" "$(sed -n 1,20p "$work/run/report.md")" "## Verdicts"
is "a question is named in its first row alone, of three" \
    "$(grep -c '^| Does it, or not? |' "$work/run/report.md") $(grep -c '^|  |  | a neural score' "$work/run/report.md")" "1 2"
has "the rule is printed" "$md" "Equivalent: the interval lies within"
has "what was published stands in it" "$md" "75.0 to 75.4"
has "the answer in words" "$md" "accuracy higher by 0.02"
has "what it cannot say" "$md" "no p below 0.25 exists at n = 3"
has "the command" "$md" "./attnlab run small.yaml"
has "a diverged training is counted" "$md" "88 ended, 2 diverged"
has "what must be equal was checked" "$md" "equal for all arms of a condition and seed: data"
is "no time is asked of it" "$(grep -c 'Answers in short' "$work/run/report.md")" 0
is "no failures" "$(grep -c 'None: every row was measured' "$work/run/report.md")" 1

# ---- figures ----
if command -v gnuplot >/dev/null; then
    for kind in $kinds; do
        has "$kind: an SVG" "$(cat "$work/run/figures/small-$kind.svg")" "</svg>"
        is "$kind: a PNG" "$(head -c 4 "$work/run/figures/small-$kind.png" | tail -c 3)" PNG
        has "$kind: in report.md" "$md" "(figures/small-$kind.svg)"
    done
    has "a percent sign in a name" "$(cat "$work/run/figures/small-dots.svg")" "100 percent hidden layers"
    has "a panel for each size" "$(cat "$work/run/figures/small-dots.svg")" "d_model = 128"
else
    echo "ok $((tests += 1)) - figures # SKIP gnuplot is not installed"
fi

# ---- unresolved: a seed of one arm is worse by 0.05, so differences are 0.0104, 0.0100, -0.0398 ----
cp -r "$work/run" "$work/open"
sed '/neuralbeforeidentity64-0.2-3,/s/,0.570200,/,0.520200,/' "$work/run/cells.csv" >"$work/open/cells.csv"
report "$work/open"
# sd 0.02887; by Student's table 2.032 sd / sqrt(35) < 0.01 < 2.035 sd / sqrt(34)
has "what it would take" "$(cat "$work/open/report.md")" \
    "1 comparison is unresolved. If differences scatter as here, an interval that reaches no farther than the margin takes 35 seeds; 3 were run."
is "nothing is said of it where all is resolved" "$(grep -c 'would take' "$work/run/report.md")" 0

# ---- tuning by chance: at lr 0.4 the loss is 0.01 above that at 0.2, where seeds scatter by 0.02 ----
cp -r "$work/run" "$work/chance"
sed '/neuralbeforeidentity64-0.4-1,/s/,0.569600,/,0.479600,/' "$work/run/cells.csv" >"$work/chance/cells.csv"
report "$work/chance"
has "a close call of the tuning is told" "$(cat "$work/chance/report.md")" \
    "For 1 of 10 arms another lr came, in the mean over the tuning seeds, nearer to the best"
is "a clear one is not" "$(grep -c 'came, in the mean' "$work/run/report.md")" 0

# ---- unequal data, failures, missing tables ----
cp -r "$work/run" "$work/bad"
sed 's/^\(.*dot64-0.2-2,.*\),h,t,/\1,other,t,/; s/^\(.*neuraloffidentity64-0.2-3,\)ok,/\1timeout,too slow/' \
    "$work/run/cells.csv" | sed 's/timeout,too slow,/timeout,too slow,/' >"$work/bad/cells.csv"
report "$work/bad"
bad=$(cat "$work/bad/report.md")
has "unequal data is said" "$bad" "Not equal within a condition, so comparisons are in doubt: data"
has "a training that failed is listed" "$bad" "| small | timeout | too slow |"
has "and its pair is missing" "$bad" "Few seeds: 2 to 3 pairs"
rm "$work/bad/axes.csv"
report "$work/bad"
is "without axes.csv: exit 2" $? 2
has "without axes.csv: it says so" "$(cat "$work/stderr")" "axes.csv: not there"

# ---- a run that does both ----
spec "$work/both.yaml" "score: [dot, neural]" "n: [16, 32]"
printf 'baseline: {score: dot}\n' >>"$work/both.yaml"
run "$work/both.yaml" -o "$work/both" >/dev/null
for file in axes claims; do
    is "attnlab run writes $file.csv" "$(test -s "$work/both/$file.csv" && echo yes)" yes
done
report "$work/both"
is "without a question of quality there are no such tables" "$(ls "$work/both" | grep -c quality)" 0
has "and no verdicts, but the answers as ever" "$(cat "$work/both/report.md")" "## Answers in short"
finish
