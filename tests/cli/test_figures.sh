#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests figures. The table of each figure has the documented header, and each series has its name in the
# figure. gnuplot must redraw the same figure from any folder. No name is run as a command.
# suite: slow
# make: simulated-build
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
skip_without gnuplot
plots=$ATTNLAB_HOME/plots
report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
header=panel,arm,x,value,low,high,n,verdict,mark,title,subtitle,x_label,y_label,colour

words() {
    grep -o '<text[^>]*>.*</text>' "$1" | sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g
        s/&apos;/'"'"'/g; s/&amp;/\&/g; s/^ *//; s/ *$//' | sort -u
}
# field FILE COLUMN: prints a column of a figure's table.
field() { awk -F , -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"; }
# figure DIR STEM KIND: checks a figure and prints its errors. Possible errors are a wrong header in the
# table, a missing name, and a different figure after redrawing.
figure() {
    stem=$1/figures/$2
    [ "$(head -n 1 "$stem.csv")" = $header ] || echo "$2: header"
    words "$stem.svg" | tr '\n' ' ' >"$work/words" # long names are wrapped
    awk -F , 'NR > 1 && ($9 == "" || $9 == "level" || $9 == "control") && $NF >= 0 { print $2 }' "$stem.csv" |
        sort -u | while read -r name; do
        grep -qF -e "$name" "$work/words" || echo "$2: not named: $name"
    done
    (cd / && gnuplot -d -c "$plots/$3.gp" "$stem.csv" "$work/by-hand.svg" 2>/dev/null) || echo "$2: by hand"
    cmp "$stem.svg" "$work/by-hand.svg" || echo "$2: by hand: another picture"
}

# ---- timed layers; labels that gnuplot or a shell could run as commands ----
cat >"$work/timed.yaml" <<'Y'
question: "does it, or not?"
rounds: 2
factors: {n: [16, 32], phase: [forward, both]}
baseline: plain
arms:
  plain: {score: dot, label: "'`touch pwned` \"quoted\", plain"}
  other: {score: neural, label: "<touch pwned; $(touch pwned) 100 % \\ x^2_3"}
figures:
  - {kind: scaling, x: n}
  - {kind: costs}
  - {kind: memory, x: n}
  - {kind: ratio}
  - {kind: phases}
  - {kind: roofline}
  - {kind: scaling, where: {phase: forward}}
Y
run "$work/timed.yaml" -o "$work/it's a run" >/dev/null
timed="$work/it's a run"
"$ATTNLAB_WORKER" describe >"$work/describe.json"
(cd "$work" && report "$timed")
is "timed: the report succeeds" "$? $(cat "$work/stderr")" "0 "
for kind in scaling costs memory ratio phases roofline; do
    is "$kind: table, names and picture are right" "$(figure "$timed" "timed-$kind" $kind)" ""
done
is "two figures of one kind are drawn" "$(figure "$timed" timed-scaling-2 scaling)" ""
is "no name was run as a command" "$(find "$work" / -maxdepth 3 -name pwned 2>/dev/null)" ""
has "a label is shown as written, except for quotes, commas and backslashes" "$(words "$timed/figures/timed-scaling.svg")" \
    "'\`touch pwned\` ”quoted”‚ plain"
has "a percent sign is shown" "$(words "$timed/figures/timed-ratio.svg")" '<touch pwned; $(touch pwned) 100 % ∖ x^2_3'
is "only tables and pictures are written" "$(ls "$timed/figures" | grep -vc '\.csv$\|\.svg$')" 0
is "times of only two rounds are not judged" \
    "$(field "$timed/figures/timed-ratio.csv" verdict | sort -u | grep -c '^faster$\|^slower$')" 0

# ---- changes by a user ----
mkdir "$work/mine" && cp -r "$plots" "$work/mine"
sed -i 's/blue = 0x0072B2/blue = 0x123456/' "$work/mine/plots/style.gp"
gnuplot -d -c "$work/mine/plots/ratio.gp" "$timed/figures/timed-ratio.csv" "$work/mine/a.png"
is "a PNG is drawn" "$(head -c 4 "$work/mine/a.png" | tail -c 3)" PNG
has "missing arguments are an error" "$(gnuplot -d -c "$plots/ratio.gp" a.csv 2>&1)" \
    "usage: gnuplot -d -c SCRIPT.gp TABLE.csv PICTURE.svg"
(cd "$work/mine/plots" && gnuplot -d -c ./ratio.gp "$timed/figures/timed-ratio.csv" ../b.svg)
is "a script in the current folder is used" "$(grep -c '</svg>' "$work/mine/b.svg")" 1
(cd "$work/mine/plots" && cp ratio.gp my-figure && gnuplot -d -c my-figure "$timed/figures/timed-ratio.csv" ../renamed.svg)
is "a copied script may have any name" "$(cmp "$work/mine/b.svg" "$work/mine/renamed.svg" 2>&1)" ""
awk -F , -v OFS=, 'NR == 2 { $10 = "My title" } 1' "$timed/figures/timed-ratio.csv" >"$work/mine/c.csv"
gnuplot -d -c "$plots/ratio.gp" "$work/mine/c.csv" "$work/mine/c.svg"
has "a changed title in the table is drawn" "$(words "$work/mine/c.svg")" "My title"
printf '%s\n,a,0.01,,,,,,diverged,,,,,0\n' $header >"$work/mine/d.csv"
is "a learning rate whose training run diverged is drawn" \
    "$(gnuplot -d -c "$plots/lr_curves.gp" "$work/mine/d.csv" "$work/mine/d.svg" 2>/dev/null
        echo "$? $(words "$work/mine/d.svg" | grep -c '^0.01$')")" "0 1"

# ---- more arms than legend entries ----
{
    printf '%s\n' 'question: "does it?"' 'rounds: 1' 'factors: {n: [16, 32]}' 'baseline: a1' \
        'figures: [{kind: scaling, x: n}, {kind: roofline}]' 'arms:'
    for i in $(seq 40); do echo "  a$i: {score: neural, d_prime: $i, label: \"arm number $i\"}"; done
} >"$work/many.yaml"
run "$work/many.yaml" -o "$work/many" >/dev/null
report "$work/many"
for kind in scaling roofline; do
    is "eight of forty arms are named, in the question's order" \
        "$(words "$work/many/figures/many-$kind.svg" | grep -c '^arm number [1-8]$') $(
            words "$work/many/figures/many-$kind.svg" | grep -c '^arm number')" "8 8"
    has "the other arms share one legend entry" "$(words "$work/many/figures/many-$kind.svg")" others
done

# ---- a failing script ----
echo 'this is not gnuplot code' >>"$work/mine/plots/ratio.gp"
(ATTNLAB_HOME=$work/mine report "$timed")
is "a failing script makes the report fail" $? 1
has "the failing figure is named" "$(cat "$work/stderr")" "figures/timed-ratio: "
has "the failing script is named" "$(cat "$work/stderr")" "plots/ratio.gp"
is "the report keeps an edited script" "$(tail -n 1 "$work/mine/plots/ratio.gp")" "this is not gnuplot code"
is "no partial picture is left" "$(ls "$timed/figures" | grep 'ratio.*svg$')" ""
is "the other figures are drawn" "$(ls "$timed/figures" | grep -c 'svg$')" 6

# ---- trained models: two arms, sizes, learning rates and seeds ----
mkdir "$work/runs" "$work/runs/trained"
trained=$work/runs/trained
cat >"$trained/describe.json" <<'J'
{"schema": 1, "slots": [], "events": [], "datasets": [], "builds": ["plain"], "axes": [
{"name": "kind", "doc": "", "type": "choice", "choices": ["overhead", "quality"],
 "default": "overhead", "role": "measure", "quiet": true},
{"name": "q", "doc": "", "type": "choice", "choices": ["dot", "mlp"], "default": "dot",
 "role": "variant", "quiet": false},
{"name": "norm", "doc": "", "type": "choice", "choices": ["off", "on"], "default": "off",
 "role": "variant", "quiet": false, "when": {"axis": "q", "value": "mlp"}},
{"name": "d_model", "doc": "", "type": "int", "min": 1, "max": 4096, "default": "64",
 "role": "shape", "quiet": false},
{"name": "lr", "doc": "", "type": "real", "min": 0, "max": 1, "default": "0.1", "role": "variant",
 "quiet": false},
{"name": "seed", "doc": "", "type": "int", "min": 0, "max": 1000000, "default": "1",
 "role": "measure", "quiet": false}]}
J
cat >"$trained/plan.yaml" <<'Y'
# As run by attnlab: trained.yaml, tier quick
question: "does it, or not?"
kind: quality
baseline: dot
metric: loss
tune: {axis: lr, seeds: [1]}
factors: {d_model: [64, 128], lr: [0.1, 0.2], seed: 1-3}
grids:
  - arms: {dot: {q: dot, label: "dot, 'as published'"}}
  - factors: {norm: [off, on]}
    arms: {mlp: {q: mlp, label: "MLP \"50 %\""}}
figures:
  - {kind: curves}
  - {kind: lr_curves}
  - {kind: dots}
  - {kind: gain, x: d_model}
  - {kind: pareto, cost: parameters}
Y
awk -v cells="$trained/cells.csv" -v curves="$trained/curves.csv" '
function row(q, norm, size, lr, seed,   key, loss, p) {
    key = "\"kind=quality,q=" q norm ",d_model=" size ",lr=" lr ",seed=" seed ",round=1\""
    loss = 2 - (q == "mlp") * 0.1 - (norm ~ /on/) * 0.05 + seed * 0.01 * (1 + (q == "mlp")) + (lr == 0.1) * 0.3 + size / 1000
    printf "1,trained,%s,ok,,%.6f,,%d,10,%d,100,loss,host,commit\n", key, loss, 1000 + 500 * (q == "mlp"),
        1000 - seed - 300 * (q == "mlp") >cells
    for (p = 1; p <= 3; p++)
        printf "1,trained,%s,%d,%d,%d,%d,%s,1,1,%.6f\n", key, p, p * 10, p * 100, p * 2, lr, loss * (4 - p) >curves
}
BEGIN {
    print "schema_version,ablation,key,status,reason,valid_loss,time_ns_median,parameters,flop_per_token,tokens_per_s,peak_rss_bytes,metric,host,commit" >cells
    print "schema_version,ablation,key,step,tokens,flop,seconds,lr,train_loss,gradient_norm,valid_loss" >curves
    for (size = 64; size <= 128; size += 64) for (lr = 0.1; lr < 0.3; lr += 0.1) for (seed = 1; seed <= 3; seed++) {
        row("dot", "", size, lr, seed)
        row("mlp", ",norm=off", size, lr, seed)
        row("mlp", ",norm=on", size, lr, seed)
    }
}'
report "$trained"
is "trained: the report succeeds" "$? $(cat "$work/stderr")" "0 "
for kind in curves lr_curves gain pareto dots; do
    is "$kind: table, names and picture are right" "$(figure "$trained" "trained-$kind" $kind)" ""
done
is "each line has one circle, at its winner" \
    "$(field "$trained/figures/trained-lr_curves.csv" mark | grep -c best)" 6
is "effects without a negative control are not judged" "$(field "$trained/figures/trained-dots.csv" verdict | sort -u | grep .)" "not judged"
is "no verdict colour is used if nothing is judged" "$(grep -c 'rgb( *0, 114, 178)\|rgb(213, *94, *0)' "$trained/figures/trained-dots.svg")" 0

# A value far away from the others is drawn at the edge and labelled with its number.
cp -r "$trained" "$work/far"
sed '/norm=on,d_model=64/s/,ok,,/&9/' "$trained/cells.csv" >"$work/far/cells.csv"
report "$work/far"
has "a value beyond the scale is written at the edge" "$(words "$work/far/figures/trained-dots.svg")" "◂ -4.31e+03"

# ---- the main figure: tasks with verdicts, controls last, the time of a step ----
mkdir "$work/all"
for run in describe.json matrix-masked matrix-induction overhead-step; do
    cp -r "$here/../../results/reference/$run" "$work/all"
done
(unset ATTNLAB_WORKER && report "$work/all")
variants=$work/all/figures/variants
is "variants: the table has its header" "$(head -n 1 "$variants.csv")" $header
is "variants: a task with its baseline at the top is left out, the step time is last" \
    "$(field "$variants.csv" panel | uniq | sed 's/:.*//' | tr '\n' ';')" "WikiText-2;step time;"
is "variants: controls are last" "$(awk -F , '$1 != "step time" { print $9 }' "$variants.csv" | uniq | tr '\n' ';')" "mark;;control;"
has "variants: the finding is the title" "$(words "$variants.svg")" "No attention variant reliably beats softmax attention at this scale"
is "variants: the picture is redrawn identically" "$(cd / && gnuplot -d -c "$plots/variants.gp" "$variants.csv" "$work/by-hand.svg" 2>/dev/null
    cmp "$variants.svg" "$work/by-hand.svg")" ""
finish
