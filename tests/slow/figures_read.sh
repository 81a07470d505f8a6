#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures as their readers meet them: read_svg.awk reads each SVG, and nothing overlaps, leaves the
# picture or is lost; few are in colour; what is drawn says what it is, against what, and what it shows.
# make: write-plan
. "$(dirname "$0")/../cli/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
skip_without gnuplot
report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }
read_svg() { awk -v list="${2:-}" -f "$here/../slow/read_svg.awk" "$1"; }
texts() { read_svg "$1" texts | cut -f 5; }
# rounded FILE COLUMN: its numbers with two digits, and how often each stands there
rounded() { column "$1" "$2" | awk '{ printf "%.2f\n", $1 }' | sort -n | uniq -c | awk '{ printf "%s%dx %s", sep, $1, $2; sep = " " }'; }

# ---- the reader itself sees what is wrong ----
page() { printf '<svg width="200" height="100">\n<title>t</title>\n<desc>d</desc>\n%s\n</svg>\n' "$1" >"$work/page.svg"; }
words() { printf '<g transform="translate(%s)" font-size="10" text-anchor="%s">\n<text>%s</text>\n</g>\n' "$1" "$2" "$3"; }
page "$(words 10,50 start one; words 60,50 middle two)"
is "the reader: nothing is wrong" "$(read_svg "$work/page.svg")" ""
page "$(words 10,50 start eleven; words 40,55 start two)"
is "the reader: an overlap" "$(read_svg "$work/page.svg")" "overlap: eleven | two"
page "$(words 190,50 start eleven; words 10,5 start two)"
is "the reader: what leaves the picture" "$(read_svg "$work/page.svg" | tr '\n' ';')" \
    "leaves the picture: eleven;leaves the picture: two;"
page "$(words '10,50) rotate(-90' start eleven; words 8,30 start two)"
is "the reader: also upward" "$(read_svg "$work/page.svg")" "overlap: eleven | two"
page '<g id="a"/><use id="a" transform="scale(0.00)"/><g onmousemove="x()"><title>csv using (1)</title></g><g>'
is "the reader: ids, sizes, scripts, code, ends" "$(read_svg "$work/page.svg" | sed 's/:.*//' | tr '\n' ';')" \
    "scaled to nothing;an id twice;a script;a title of code;ends with no beginning;no end of <svg>;"
printf '<svg width="9" height="9"></svg>' >"$work/page.svg"
is "the reader: without a title" "$(read_svg "$work/page.svg")" "no title or description"

# rows FILE: its rows from the top
rows() {
    for name in y y_name; do column "$1" $name >"$work/$name"; done
    paste -d: "$work/y" "$work/y_name" | sort -t: -k1n -u | cut -d: -f2 | tr '\n' ';'
}

# ---- every figure of a run ----
# check DIR: of each SVG what the reader says; labels of its table that it does not show; rows
# without a title; series without a group; more in colour than are claimed
check() {
    for svg in "$1"/figures/*.svg; do
        stem=${svg%.svg}
        name=$(basename "$stem")
        read_svg "$svg" | sed "s/^/$name: /"
        texts "$svg" | tr '\n' ' ' >"$work/shown" # a long name stands in several lines
        for column in label x_name y_name; do
            column "$stem.csv" $column | sort -u | grep . | while read -r label; do
                grep -qF "$label" "$work/shown" || echo "$name: not shown: $label"
            done
        done
        column "$stem.csv" label | sort -u | grep . | sed 's/&/\&amp;/g; s/</\&lt;/g; s/"/\&quot;/g' | while read -r label; do
            grep -qF "data-series=\"$label\"" "$svg" || echo "$name: no group of $label"
        done
        points=$(column "$stem.csv" mark | grep -cv 'level\|winner\|diverged\|front\|baseline\|roof\|ideal\|sgemm\|total\|other')
        [ "$(grep -c 'class="[a-z ]*point"[^>]*><title>..*</title>' "$svg")" -ge "$points" ] ||
            echo "$name: $points points, fewer say what they are"
        grep -q ' xlink:href="#'"$name"'-' "$svg" || echo "$name: ids do not begin with its name"
    done
}
# broken NAME EDIT EXPECTED: what `check` says of one figure after a sed of its SVG
broken() {
    rm -rf "$work/broken"
    mkdir -p "$work/broken/figures"
    for end in svg csv; do cp "$timed/figures/timed-ratio.$end" "$work/broken/figures"; done
    sed "$2" "$timed/figures/timed-ratio.svg" >"$work/broken/figures/timed-ratio.svg"
    is "broken: $1" "$(check "$work/broken" | sed 's/scaled to nothing: .*/scaled to nothing/' | sort -u)" "$3"
}
# runs of tables that are made up: dir, axes, plan, cells
axes='{"schema": 1, "slots": [], "events": [], "datasets": [], "builds": ["plain"], "axes": [
{"name": "kind", "doc": "", "type": "choice", "choices": ["overhead", "quality"], "default": "overhead", "role": "measure", "quiet": true},
{"name": "q", "doc": "", "type": "choice", "choices": ["dot", "wide", "mlp", "a1", "a2", "a3", "a5", "a6", "a7", "a8", "a9", "a10"], "default": "dot", "role": "variant", "quiet": false},
{"name": "act", "doc": "", "type": "text", "default": "a", "role": "variant", "quiet": false, "when": {"axis": "q", "value": "mlp"}},
{"name": "n", "doc": "", "type": "int", "min": 1, "max": 4096, "default": "64", "role": "shape", "quiet": false},
{"name": "threads", "doc": "", "type": "int", "min": 1, "max": 64, "default": "1", "role": "placement", "quiet": false},
{"name": "size", "doc": "", "type": "int", "min": 1, "max": 4096, "default": "64", "role": "shape", "quiet": false},
{"name": "lr", "doc": "", "type": "real", "min": 0, "max": 1, "default": "0.1", "role": "variant", "quiet": false},
{"name": "seed", "doc": "", "type": "int", "min": 0, "max": 1000000, "default": "1", "role": "measure", "quiet": false}]}'

# ---- layers: ten arms of which the i-th takes i/4 of the baseline's time, on two threads in 1/1.9 of
# it where n is 1024 and in 1/1.4 where it is 256 ----
timed=$work/timed
mkdir "$timed"
echo "$axes" >"$timed/describe.json"
{
    printf '%s\n' '# As run by attnlab: timed.yaml, tier full' 'question: "does it?"' 'rounds: 12' 'baseline: dot' \
        'factors: {n: [256, 1024], threads: [1, 2]}' 'figures:' '  - {kind: threads}' '  - {kind: scaling, x: n, where: threads=1}' \
        '  - {kind: memory, x: n, where: threads=1}' '  - {kind: ratio, where: threads=1}' \
        '  - {kind: grid, x: n, y: q, panel: threads}' '  - {kind: grid, x: n, y: q, where: threads=1, value: peak_rss_bytes}' \
        '  - {kind: scaling, x: n, where: threads=1 arm=dot}' \
        'arms:' '  dot: {q: dot, label: "dot <product> & more"}'
    for i in 1 2 3 5 6 7 8 9 10; do echo "  a$i: {q: a$i, label: \"arm $i with a name that is rather long\"}"; done
} >"$timed/plan.yaml"
awk 'BEGIN {
    print "schema_version,ablation,key,status,reason,time_ns_median,working_bytes,peak_rss_bytes,host,commit"
    for (i = 1; i <= 10; i++) for (n = 256; n <= 1024; n *= 4) for (t = 1; t <= 2; t++) for (round = 1; round <= 12; round++)
        printf "1,timed,\"q=%s,n=%d,threads=%d,size=64,lr=0.1,seed=1,round=%d\",ok,,%.1f,%d,%d,host,commit\n",
            i == 4 ? "dot" : "a" i, n, t, round, 1001 * i * n / (t == 1 ? 1 : n == 256 ? 1.4 : 1.9) * (1 + round / 1000),
            1000 * i, 1000000 * i
}' >"$timed/cells.csv"
echo '{"peaks": [{"threads": 1, "sgemm_gflops": 100}, {"threads": 2, "sgemm_gflops": 170}, {"threads": 4, "sgemm_gflops": 300}]}' \
    >"$timed/manifest.json"
report "$timed"
is "layers: exit 0" "$? $(cat "$work/stderr")" "0 "
is "layers: nothing is wrong in any figure" "$(check "$timed")" ""
broken "not at all" "" ""
broken "a label that is not shown" 's|<text>arm 2 with a name that is rather long</text>|<text></text>|' \
    "timed-ratio: not shown: arm 2 with a name that is rather long"
broken "a mark of no size" 's/scale([0-9.]*)/scale(0.00)/' "timed-ratio: scaled to nothing"
broken "words over words" 's|<text>arm 2 with a name that is rather long</text>|&<text>over it</text>|' \
    "$(printf 'timed-ratio: overlap: %s\n' 'arm 2 with a name that is rather long | over it')"
is "threads: a speed-up for each n" "$(rounded "$timed/figures/timed-threads.csv" y)" \
    "22x 1.00 10x 1.40 2x 1.70 10x 1.90 2x 2.00"
is "threads: what a large product gained, in each panel, as far as there are times" \
    "$(awk -F , '$14 == "sgemm" { print $4, $7 }' "$timed/figures/timed-threads.csv" | sort | uniq -c | tr -s ' ' | tr '\n' ';')" \
    " 2 1 1; 2 2 1.7;"
is "threads: a panel for each n" "$(column "$timed/figures/timed-threads.csv" panel_title | sort -u | tr '\n' ';')" \
    "n = 1024;n = 256;"
has "more than six arms: ratios to the baseline" "$(texts "$timed/figures/timed-scaling.svg")" "time / time of dot <product> & more"
is "they are the ratios" "$(rounded "$timed/figures/timed-scaling.csv" y)" \
    "2x 0.25 2x 0.50 2x 0.75 2x 1.00 2x 1.25 2x 1.50 2x 1.75 2x 2.00 2x 2.25 2x 2.50"
is "memory likewise" "$(rounded "$timed/figures/timed-memory.csv" y)" \
    "4x 0.25 4x 0.50 4x 0.75 4x 1.00 4x 1.25 4x 1.50 4x 1.75 4x 2.00 4x 2.25 4x 2.50"
has "six and fewer: the times themselves" "$(texts "$timed/figures/timed-scaling-2.svg" | tr '\n' ';')" "1 ms;2 ms;3 ms;"
is "in colour: the two fastest, the two slowest; the baseline in ink" \
    "$(for name in style label; do column "$timed/figures/timed-scaling.csv" $name >"$work/$name"; done
    paste -d: "$work/style" "$work/label" | grep -v '^-' | sort -u | sed 's/ with.*//' | tr '\n' ';')" \
    "0:dot <product> & more;1:arm 1;2:arm 10;3:arm 2;4:arm 9;"
is "sorted: the fastest on top" "$(rows "$timed/figures/timed-ratio.csv" | sed 's/ with[a-z ]*;/;/g')" \
    "arm 1;arm 2;arm 3;arm 5;arm 6;arm 7;arm 8;arm 9;arm 10;"
is "heat maps of a question: one scale" "$(cat "$timed"/figures/timed-grid-*.gp | grep '^value_\(low\|high\)' | sort | uniq -c | tr -s ' ' | cut -d ' ' -f 2 | tr '\n' ' ')" "2 2 "
has "what it shows, as its alternative text" "$(cat "$timed/figures/timed-ratio.svg")" \
    ">At n = 1024, threads = 1: of 9 variants 3 are faster than dot &lt;product> &amp; more, 6 are slower. The slowest, arm 10 with a name that is rather long, takes 2.500 [2.500, 2.500] times as long. The fastest, arm 1 with a name that is rather long, takes 0.250 [0.250, 0.250] times as long.</desc>"
has "and in the caption" "$(cat "$timed/report.md")" "of 9 variants 3 are faster than"

# Arms that would lie on each other in a heat map have a panel each; and a baseline alone is no figure.
heat=$work/heat
mkdir "$heat"
cp "$timed/describe.json" "$timed/manifest.json" "$heat"
grep -v 'q=a\([4-9]\|10\),' "$timed/cells.csv" >"$heat/cells.csv"
sed -e '/kind: /d' -e '/^ *a[4-9]:/d; /^ *a10:/d' -e 's/^figures:.*/&\n  - {kind: grid, x: n, y: threads}\n  - {kind: time_slopes, where: arm=dot}/' \
    "$timed/plan.yaml" >"$heat/plan.yaml"
report "$heat"
is "a heat map of several arms: a panel for each, no place has two cells" \
    "$(column "$heat/figures/timed-grid.csv" panel_title | sort | uniq -c | tr -s ' ' | sed 's/ with[a-z ]*//' | tr '\n' ';') $(
        for name in panel x y; do column "$heat/figures/timed-grid.csv" $name >"$work/$name"; done
        paste "$work/panel" "$work/x" "$work/y" | sort | uniq -d)" " 4 arm 1; 4 arm 2; 4 arm 3; "
is "nothing is wrong in it" "$(check "$heat")" ""
has "slopes of a baseline alone are not drawn, and it is said" "$(cat "$work/stderr")" \
    "figures/timed-time_slopes: nothing of timed that belongs to this figure has a time, a baseline's"

# An interval that is cut at the edge is told: three of twelve rounds took a thousand million times as long.
sed 's/time_slopes, where: arm=dot/ratio/' "$heat/plan.yaml" >"$work/plan" && mv "$work/plan" "$heat/plan.yaml"
sed 's/\(q=a3,n=1024,threads=1,.*round=1[0-2]",ok,,\)\([0-9]*\)/\1\2000000000/' "$heat/cells.csv" >"$work/cells"
mv "$work/cells" "$heat/cells.csv"
report "$heat"
has "an interval that is cut is told in the caption" "$(cat "$heat/report.md")" "1 interval reaches beyond what is drawn."

# ---- layers: sizes of which two are neighbours, times and bytes that differ by little, labels of a
# hundred letters, of letters that are wide, and of one word ----
near=$work/near
mkdir "$near"
cp "$timed/describe.json" "$near"
cat >"$near/plan.yaml" <<Y
# As run by attnlab: near.yaml, tier full
question: "does it?"
rounds: 3
baseline: dot
factors: {n: [16, 1000, 1024, 4096]}
figures:
  - {kind: scaling, x: n}
  - {kind: memory, x: n}
  - {kind: ratio}
  - {kind: phases, share: 0}
arms:
  dot: {q: dot, label: "a label of a hundred letters and more that goes on as people write it, and on, and on, until it has come to its end"}
  wide: {q: wide, label: "$(printf '点积注意力%.0s' 1 2 3 4 5 6 7)"}
  mlp: {q: mlp, label: "$(printf 'one_word_of_many_%.0s' 1 2 3 4 5)"}
Y
awk -v cells="$near/cells.csv" -v phases="$near/phases.csv" 'BEGIN {
    print "schema_version,ablation,key,status,reason,time_ns_median,working_bytes,peak_rss_bytes,host,commit" >cells
    print "schema_version,ablation,key,phase,time_ns,flop,bytes,recomputed_flop" >phases
    split("16 1000 1024 4096", sizes); split("dot wide mlp,act=a", arms)
    for (i = 1; i <= 3; i++) for (k = 1; k <= 4; k++) for (round = 1; round <= 3; round++) {
        key = sprintf("q=%s,n=%d,threads=1,size=64,lr=0.1,seed=1,round=%d", arms[i], sizes[k], round)
        printf "1,near,\"%s\",ok,,%d,%d,%d,host,commit\n", key, 1000000 + 5 * sizes[k] + 100 * i,
            1153433 + 40 * sizes[k], 18454937 + 300 * sizes[k] >cells
        printf "1,near,\"%s\",score,700000,10,10,0\n1,near,\"%s\",sum,700000,10,10,0\n", key, key >phases
    }
}'
report "$near"
is "near: exit 0" "$? $(cat "$work/stderr")" "0 "
is "near: nothing overlaps or leaves its picture" \
    "$(for svg in "$near"/figures/*.svg; do read_svg "$svg" | sed "s/^/$(basename "$svg"): /"; done)" ""
is "near: of two sizes that have no room beside each other one is named" \
    "$(texts "$near/figures/near-scaling.svg" | grep -x '[0-9]*' | tr '\n' ' ')" "16 1000 4096 "
is "near: tics of times have the digits that they differ by" \
    "$(texts "$near/figures/near-scaling.svg" | grep ' ms$' | tr '\n' ' ')" "1.000 ms 1.005 ms 1.010 ms 1.015 ms 1.020 ms "
is "near: no two tics of bars say the same" \
    "$(texts "$near/figures/near-phases.svg" | grep 's$' | grep -v '1.40 ms' | grep '^[0-9]' | uniq -d)" ""
is "near: bytes have tics" "$(texts "$near/figures/near-memory.svg" | grep 'MiB$' | head -n 4 | tr '\n' ' ')" \
    "1.10 MiB 1.15 MiB 1.20 MiB 1.25 MiB "

# ---- models: nine conditions, a baseline, its equal and an MLP of eight kinds, one of them claimed ----
trained=$work/trained
mkdir "$trained"
echo "$axes" >"$trained/describe.json"
cat >"$trained/plan.yaml" <<'Y'
# As run by attnlab: trained.yaml, tier full
question: "does it?"
kind: quality
baseline: dot
metric: loss
tune: {axis: lr, seeds: [1]}
factors: {n: [16, 32, 64], size: [1, 2, 3], lr: [0.1, 0.2], seed: 1-3}
grids:
  - arms: {dot: {q: dot, label: dot}, wide: {q: wide, label: as good}}
  - factors: {act: [b1, b2, b3, b4, b5, b6, b7, b8]}
    arms: {mlp: {q: mlp, label: "an MLP that is not short"}}
controls: {mlp: wide}
claims: [{arm: mlp, expects: better, where: act=b3, published: it is, source: a paper}]
figures:
  - {kind: dots}
  - {kind: dots, reading: parameters}
  - {kind: curves}
  - {kind: lr_curves}
  - {kind: gain_over_training}
  - {kind: gain, x: size}
  - {kind: gain, x: size, where: n=16, reading: parameters}
  - {kind: heatmap, x: act, y: size, where: n=16}
  - {kind: pareto}
  - {kind: curves, where: arm=dot}
Y
awk -v cells="$trained/cells.csv" -v curves="$trained/curves.csv" '
function row(q, act, i, n, size, lr, seed,   key, loss, p) {
    key = sprintf("\"kind=quality,q=%s%s,n=%d,threads=1,size=%d,lr=%s,seed=%d,round=1\"", q, act, n, size, lr, seed)
    # the equal one differs in the last digits; the others gain less the later they come
    loss = 2 + seed * 0.01 + (lr == 0.1) * 0.3 + (q == "wide" ? 1e-15 : 0.02 * i * (1 + seed * 0.1))
    printf "1,trained,%s,ok,,%.17g,,%d,10,%d,100,loss,host,commit\n", key, loss, 1000 + 10 * i, 1000 - 10 * i - seed >cells
    for (p = 1; p <= 3; p++) printf "1,trained,%s,%d,%d,%d,%d,%s,1,1,%.6f\n", key, p * 10, p * 100, p * 2, p, lr, loss * (4 - p) >curves
}
BEGIN {
    print "schema_version,ablation,key,status,reason,valid_loss,time_ns_median,parameters,flop_per_token,tokens_per_s,peak_rss_bytes,metric,host,commit" >cells
    print "schema_version,ablation,key,step,tokens,flop,seconds,lr,train_loss,gradient_norm,valid_loss" >curves
    for (n = 16; n <= 64; n *= 2) for (size = 1; size <= 3; size++) for (lr = 0.1; lr < 0.3; lr += 0.1) for (seed = 1; seed <= 3; seed++) {
        row("dot", "", 0, n, size, lr, seed)
        row("wide", "", 1, n, size, lr, seed)
        for (i = 1; i <= 8; i++) row("mlp", ",act=b" i, i - 2, n, size, lr, seed)
    }
}'
report "$trained"
is "models: exit 0" "$? $(cat "$work/stderr")" "0 "
is "models: nothing is wrong in any figure" "$(check "$trained")" ""
figures=$trained/figures/trained
is "none of nine conditions is hidden" "$(column "$figures-curves.csv" panel_title | sort -u | wc -l | tr -d ' ') $(grep -c 'Left out' "$trained/report.md")" "9 0"
is "in colour: what is claimed; in ink: the baseline" \
    "$(for name in style label; do column "$figures-curves.csv" $name >"$work/$name"; done
    paste -d: "$work/style" "$work/label" | grep -v '^-' | sort -u | tr '\n' ';')" "0:dot;1:an MLP that is not short, act = b3;"
is "and in no other colour is anything drawn" \
    "$(grep -o '\(stroke\|fill\|color\)="\(rgb([^)]*)\|#[0-9A-Fa-f]*\)"' "$figures-curves.svg" | sed 's/[a-z]*=//' | sort -u | tr '\n' ' ')" \
    '"#1b1b1b" "#ffffff" "rgb(213,  94,   0)" '
is "sorted: the best on top" "$(rows "$figures-dots.csv")" \
    "an MLP that is not short, act = b1;an MLP that is not short, act = b2;as good;an MLP that is not short, act = b3;an MLP that is not short, act = b4;an MLP that is not short, act = b5;an MLP that is not short, act = b6;an MLP that is not short, act = b7;an MLP that is not short, act = b8;"
has "the title says reading and reference" "$(texts "$figures-dots.svg")" "Change in loss (%) at equal steps and data, against dot"
has "and where 0 is not the baseline" "$(texts "$figures-dots-2.svg" | tr '\n' ' ')" \
    "Change in loss (%) at equal parameters, against the control of as many parameters, as good; 0 is that control and not the baseline"
has "along an axis too" "$(texts "$figures-gain-2.svg" | tr '\n' ' ')" "0 is that control and not the baseline"
has "so does the caption" "$(cat "$trained/report.md")" \
    "Change in loss (%) at equal parameters, against the control of as many parameters, as good; 0 is that control and not the baseline."
has "one sign: better is upward" "$(texts "$figures-gain.svg" | tr '\n' ' ')" "change in loss (%), better upward"
has "or to the right" "$(texts "$figures-dots.svg" | tr '\n' ' ')" "change in loss (%), better to the right"
is "panels share their scale" "$(grep -o 'y_low\[[0-9]*\] = [^;]*' "$figures-gain.gp" | sed 's/.*= //' | sort -u | wc -l | tr -d ' ')" 1
has "or say that they do not" "$(texts "$figures-curves.svg" | tr '\n' ' ')" "Each panel has a scale of its own"
is "no noise of last digits" "$(cat "$figures"-*.svg | grep -c '<text>[^<]*[0-9]e[-+][0-9]')" 0
has "no change is 0" "$(texts "$figures-heatmap.svg" | tr '\n' ';')" "0.0 %;"
has "a point says arm, value, interval and n" "$(cat "$figures-dots.svg")" \
    "<title>an MLP that is not short, act = b3: change in loss -1.2 % [-1.4, -1.0], n = 3</title>"
has "also of a curve" "$(cat "$figures-curves-2.svg")" "<title>dot: loss 2.020 [2.010, 2.030], n = 3; optimiser steps 30</title>"
is "text is the page's ink" "$(grep 'font-size' "$figures-dots.svg" | grep -vc 'fill="currentColor"')" 0
is "which is dark until a page says otherwise" "$(grep -c '<svg [^>]*color="#1b1b1b"' "$figures-dots.svg")" 1
is "on a background that it can hide" "$(grep -c 'class="paper"' "$figures-dots.svg")" 1
is "several in one page: no id twice" "$(cat "$figures"-*.svg | grep -o ' id="[^"]*"' | sort | uniq -d)" ""

# Numbers at an axis that are longer than usual stand further apart: 1e+21 to 3e+21 FLOP.
cp -r "$trained" "$work/flop"
rm -r "$work/flop/figures"
sed -e 's/\(",[0-9]*,[0-9]*\),2,/\1,1000000000000000000000,/' \
    -e 's/\(",[0-9]*,[0-9]*\),4,/\1,2000000000000000000000,/' \
    -e 's/\(",[0-9]*,[0-9]*\),6,/\1,3000000000000000000000,/' \
    "$trained/curves.csv" >"$work/flop/curves.csv"
sed 's/{kind: curves}/{kind: curves, along: flop}/' "$trained/plan.yaml" >"$work/flop/plan.yaml"
report "$work/flop"
for name in "$work"/flop/figures/*-curves*.svg; do
    texts "$name" | grep -c 'e+21'
    read_svg "$name"
done | sort -u >"$work/found"
is "long numbers at an axis do not overlap" "$(grep -c overlap "$work/found") $(grep -c '^[1-9]' "$work/found")" "0 1"

# ---- real labels, thirty arms and passes ----
for name in which-projection overhead-seqlen; do
    cp -r "$here/../../results/reference/$name" "$work/$name"
    cp "$here/../../results/reference/describe.json" "$work/$name" 2>/dev/null
    report "$work/$name"
    is "$name: exit 0" "$? $(cat "$work/stderr")" "0 "
    is "$name: nothing is wrong in any figure" "$(check "$work/$name")" ""
done
finish
