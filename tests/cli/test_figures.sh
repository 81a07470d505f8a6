#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# Figures: the table of each has every series and every word that the picture shows, names are never
# commands, and what is drawn can be drawn again by hand.
# make: simulated-build
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
skip_without gnuplot
report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }

# shown STEM: each line of text in an SVG, without the number before a name
shown() {
    grep -o '<text[^>]*>[^<]*</text>' "$1.svg" | sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g
        s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g; s/^ *//; s/ *$//; s/^[0-9]*  //' | sort -u
}
# plain FILE: a table or script with quotes and the joints of texts undone
plain() { sed "s/'\\.\"'\"\\.'/'/g; s/\"\"/\"/g" "$1"; }
# agree DIR STEM [COLUMN]: every series (or what else the column names) is shown; what is shown is in
# the table, or a number or the words of an axis
agree() {
    stem=$1/figures/$2
    shown "$stem" >"$work/shown"
    plain "$stem.csv" >"$work/table"
    sed "s/'\\.\"\\\\n\"\\.'/\\n/g" "$stem.gp" >"$work/words" # a line for each line
    plain "$work/words" >"$work/lines"
    column "$stem.csv" "${3:-label}" | sort -u | grep . >"$work/names"
    is "$2: what has a name is shown by it" "$(grep -vxFf "$work/shown" "$work/names")" ""
    more=$(grep -vE '^[-+]?[0-9.e+-]+( [num]?s| ..s| [KMGT]?i?B| %)?$|^\[[-+0-9., e]*\]$' \
        "$work/shown" | while read -r text; do
        grep -qF -e "$text" "$work/table" "$work/lines" || echo "$text"
    done)
    is "$2: what is shown is in the table" "$more" ""
    is "$2: nothing is scaled to nothing" "$(grep -c 'scale(0.00)' "$stem.svg")" 0
}

# ---- layers that are timed; labels that gnuplot or a shell would take for commands ----
cat >"$work/timed.yaml" <<'Y'
question: "does it, or not?"
rounds: 2
factors: {n: [16, 32], phase: [forward, both]}
baseline: plain
arms:
  plain: {score: dot, label: "'`touch pwned` \"quoted\", plain"}
  other: {score: neural, label: "<touch pwned; $(touch pwned) 100 % \\ over fifty letters, in all"}
figures:
  - {kind: scaling, x: n}
  - {kind: memory, x: n}
  - {kind: ratio}
  - {kind: phases}
  - {kind: roofline}
  - {kind: grid, x: n, y: score}
  - {kind: scaling, x: n, panel: phase}
Y
run "$work/timed.yaml" -o "$work/it's a run" >/dev/null
timed="$work/it's a run"
"$ATTNLAB_WORKER" describe >"$work/describe.json"
(cd "$work" && report "$timed")
is "timed: exit 0" "$? $(cat "$work/stderr")" "0 "
for kind in scaling memory roofline phases scaling-phase-forward scaling-phase-both; do
    agree "$timed" "timed-$kind"
done
is "beside a label with a quote and a comma stands the number of its row, too" \
    "$(grep -o '<text[^>]*>[^<]*500 ns' "$timed/figures/timed-phases.svg" | wc -l)" \
    "$(grep -c ',total,.*500 ns' "$timed/figures/timed-phases.csv")"
for kind in grid ratio; do agree "$timed" "timed-$kind" y_name; done
is "no name was run as a command" "$(find "$work" -name 'pwned*')" ""
is "a label is shown as it is written" "$(grep -c "<touch pwned; \$(touch pwned) 100 % \\\\ over fifty letters, in all" \
    "$work/shown")" 1
# strokes FILE: what is drawn, whoever named it
strokes() { tr "'" '"' <"$1" | grep -o ' d="[^"]*"\| points = *"[^"]*"\|<text>[^<]*\|transform="translate[^"]*"' | sort; }
strokes "$timed/figures/timed-scaling.svg" >"$work/before"
(cd "$timed" && gnuplot figures/timed-scaling.gp 2>/dev/null)
strokes "$timed/figures/timed-scaling.svg" >"$work/by-hand"
is "by hand: the same picture" "$(wc -l <"$work/before" | tr -d ' ') $(cmp "$work/before" "$work/by-hand" && echo same)" \
    "$(wc -l <"$work/by-hand" | tr -d ' ') same"
is "by hand: there is something in it" "$(($(wc -l <"$work/before") > 50))" 1
mkdir "$work/elsewhere" && cp -r "$timed" "$work/elsewhere/moved"
sed -i 's/^plots = .*/plots = '"'nowhere'"'/' "$work/elsewhere/moved/figures/timed-scaling.gp"
(cd "$work/elsewhere/moved" && gnuplot -e "plots='$ATTNLAB_HOME/plots'" figures/timed-scaling.gp 2>/dev/null)
strokes "$work/elsewhere/moved/figures/timed-scaling.svg" >"$work/by-hand"
is "by hand: in a folder that was moved" "$(cmp "$work/before" "$work/by-hand" && echo same)" same

# ---- a legend taller than the panels ----
{
    printf '%s\n' 'question: "does it?"' 'rounds: 1' 'factors: {n: [16, 32]}' \
        'figures: [{kind: scaling, x: n}, {kind: roofline}]' 'arms:'
    for i in $(seq 40); do echo "  a$i: {score: neural, d_prime: $i, label: \"arm number $i\"}"; done
} >"$work/many.yaml"
run "$work/many.yaml" -o "$work/many" >/dev/null
report "$work/many"
for kind in scaling roofline; do agree "$work/many" "many-$kind"; done

# ---- a kind of which only half is there ----
mkdir "$work/home" && cp -r "$ATTNLAB_HOME/plots" "$work/home"
cp "$work/home/plots/ratio.gp" "$work/home/plots/sculpture.gp"
mkdir "$work/half" && cp "$timed"/*.* "$work/half"
printf '  - {kind: %s}\n' sculpture vase >>"$work/half/plan.yaml"
(ATTNLAB_HOME=$work/home report "$work/half")
is "a script without a function: exit 1" $? 1
has "a script without a function: which" "$(cat "$work/stderr")" 'no kind of figure "sculpture"'
sed 's/{kind: ratio}/{kind: sculpture}/' "$work/timed.yaml" >"$work/sculpture.yaml"
(ATTNLAB_HOME=$work/home "$attnlab" plan "$work/sculpture.yaml" >/dev/null 2>"$work/planned")
is "and the plan refuses it" "$?-$(grep -c 'key kind: no kind of figure "sculpture": no line of' "$work/planned")" 2-1
has "a script that is gone: which" "$(cat "$work/stderr")" 'no kind of figure "vase"'
is "a script without a function: the others are drawn" "$(ls "$work/half/figures" | grep -c 'svg$')" 8
sed 's/^pieces = .*/pieces = "level barz line dots"/' "$ATTNLAB_HOME/plots/scaling.gp" >"$work/home/plots/scaling.gp"
(ATTNLAB_HOME=$work/home report "$work/half")
has "a piece that is none: which, and what there is" "$(cat "$work/stderr")" \
    'pieces: there is no piece "barz"; there are line dots level band bars '
echo 'this is no gnuplot' >>"$work/home/plots/ratio.gp"
(ATTNLAB_HOME=$work/home report "$work/half")
has "a script that fails: which, and where" "$(cat "$work/stderr")" "figures/timed-ratio: "
has "a script that fails: what gnuplot says" "$(cat "$work/stderr")" "plots/ratio.gp"
is "a script that fails: no half picture is left" "$(ls "$work/half/figures" | grep 'ratio.*g$')" ""

# ---- side by side ----
# A gnuplot that ends only when another one has begun: drawn one after the other, none would.
if [ "$(nproc)" -gt 1 ]; then
    mkdir "$work/path" "$work/begun"
    cat >"$work/path/gnuplot" <<F
#!/bin/sh
[ "\$3" != --version ] || exit 0
: >"$work/begun/\$\$"
tries=0
until [ "\$(ls "$work/begun" | wc -l)" -gt 1 ]; do
    [ \$((tries += 1)) -le 600 ] || { echo "no other one is drawn beside it"; exit 1; }
    sleep 0.1
done
echo '<svg></svg>' | tee "\${3%gp}svg" >"\${3%gp}png"
F
    chmod +x "$work/path/gnuplot"
    cp -r "$work/many" "$work/beside"
    (PATH=$work/path:$PATH report "$work/beside")
    is "figures are drawn side by side" "$? $(cat "$work/stderr")" "0 "
else
    echo "ok $((tests += 1)) - side by side # SKIP this machine gives one core"
fi

# ---- models that are trained: two arms, sizes, learning rates and seeds ----
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
  - {kind: gain_over_training}
  - {kind: lr_curves}
  - {kind: dots}
  - {kind: gain, x: d_model}
  - {kind: heatmap, x: d_model, y: norm}
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
is "trained: exit 0" "$? $(cat "$work/stderr")" "0 "
for kind in curves gain_over_training lr_curves gain pareto; do agree "$trained" "trained-$kind"; done
for kind in dots heatmap; do agree "$trained" "trained-$kind" y_name; done
is "a winner and no loser is circled: one for each line" \
    "$(column "$trained/figures/trained-lr_curves.csv" mark | grep -c winner)" 6

# An arm that is many times as far off as the others stands at the edge, and its place in the table.
cp -r "$trained" "$work/far"
sed '/norm=on,d_model=64/s/,ok,,/&9/' "$trained/cells.csv" >"$work/far/cells.csv"
report "$work/far"
is "of four points one is far" "$(column "$work/far/figures/trained-dots.csv" mark | grep -c far)" 1
has "it is written at the edge" "$(cat "$work/far/figures/trained-dots.svg")" "◂ -4312.4 %"
has "as the caption says" "$(cat "$work/far/report.md")" "A number at the edge is of an arm that is many times as far off"
is "and the axis ends before it" \
    "$(sed -n 's/^x_low\[1\] = \(-*[0-9.]*\);.*/\1/p' "$work/far/figures/trained-dots.gp" | awk '{ print ($1 > -100) }')" 1

# An arm inside the margin is never far, however near the others are.
simulated=${SIMULATED_WORKER:-$here/../../build/obj/tests/simulated/worker}
if [ -x "$simulated" ]; then
    cat >"$work/near.yaml" <<'Y'
question: which gains?
kind: quality
metric: loss
margin: 0.01
baseline: base
yardsticks: none
fixed: {world: 5, lr: 0.004}
factors: {seed: 1-3}
arms: {base: {twin: 0}, one: {twin: 0, gain: 1e-5}, two: {twin: 0, gain: 2e-5}, three: {twin: 0, gain: 3e-5},
  four: {twin: 0, gain: -0.002}, five: {twin: 0, gain: 0.003}}
figures: [{kind: dots}]
Y
    ATTNLAB_WORKER=$simulated "$attnlab" run "$work/near.yaml" -o "$work/near" -q >/dev/null 2>&1
    report "$work/near"
    is "what lies on the scale stands there" \
        "$(column "$work/near/figures/near-dots.csv" mark | grep -c far)-$(wc -l <"$work/near/figures/near-dots.csv")" "0-6"
else
    echo "ok $((tests += 1)) - what lies on the scale stands there # SKIP make simulated-build"
fi
# The ideal begins where the arms do: at the fewest threads that were run.
spec "$work/two.yaml" "threads: [2]" "n: [16]"
printf '%s\n' "figures:" "  - {kind: threads}" >>"$work/two.yaml"
if [ "$(first_cpu)" != "$(last_cpu)" ]; then
    run "$work/two.yaml" -o "$work/two" >/dev/null
    report "$work/two"
    is "the ideal of two threads and more is 1 at two" \
        "$(sed -n 's/^ideal_from = //p' "$work/two/figures/two-threads.gp") $(grep ',ideal,' "$work/two/figures/two-threads.csv" | grep -c ',2,2,2,1,1,1,')" "2 1"
else
    echo "ok $((tests += 1)) - the ideal of two threads and more is 1 at two # SKIP there is one CPU"
fi

report "$work/runs"
agree "$work/runs" pareto
finish
