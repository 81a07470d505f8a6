#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# attnlab report on a folder of runs: the verdicts of all of them on one screen, the points of the
# joint figure, and what is said when a run is broken.
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME
all=$work/all
report() { planned "$@"; "$attnlab" report "$@" >"$work/stdout" 2>"$work/stderr"; }

. "$here/trained_runs.sh"
mkdir "$all"
trained "$all/helps" 0.05
trained "$all/harms" -0.05 2 "claims: [{arm: mlp, expects: worse, published: less, source: a talk}]"
spec "$work/times.yaml" "score: [dot, neural]" "n: [16, 32]"
printf '%s\n' "baseline: {score: dot}" >>"$work/times.yaml"
run "$work/times.yaml" -o "$all/times" >/dev/null
"$ATTNLAB_WORKER" describe >"$all/times/describe.json"
mkdir "$all/figures" "$all/no-run" # neither is a run
for name in helps times; do "$attnlab" report "$all/$name" >/dev/null 2>&1; done

report "$all/"
code=$?
if command -v gnuplot >/dev/null; then
    is "a folder of runs: exit 0" $code 0
    is "the page needs no other file for it" "$(grep 'src=' "$all/report.html" | grep -vc 'src="data:')" 0
else
    echo "ok $((tests += 1)) - figure # SKIP gnuplot is not installed"
fi
has "what has no report yet is told" "$(cat "$work/stderr")" "harms/report.md is linked and not there"
is "and nothing else" "$(wc -l <"$work/stderr")" 1
mkdir "$work/spaced" && cp -r "$all/harms" "$work/spaced/two words"
report "$work/spaced"
has "with a command that a shell takes" "$(cat "$work/stderr")" "attnlab report '$work/spaced/two words'"

table=$(cat "$all/front.md")
is "a row for each question that trains under the head" "$(grep -c '^| ' "$all/front.md")" 4
has "question and link, from where the command was given" "$table" \
    "| [Helps]($all/helps/report.md#helps) |"
has "its paper is a link" "$table" "| [arXiv 2310.11398](https://arxiv.org/abs/2310.11398) |"
has "what was found" "$table" "| an MLP, wide is better by 0.0503 \\[0.0500, 0.0505\\] in accuracy than dot (with 1.500 times the parameters; no control of as many parameters was run) | "
has "how many questions can tell" "$table" "Every question for which models were trained can tell variants apart."
has "what helps, and how often" "$table" "1 result in the picture, damaged controls apart, none is better than the plain layer (the baseline of its question) and 1 worse. 0 are no different; 0 are open."
has "how large they were" "$table" "models of at most 1000 parameters"
has "the answers for programs" "$(cat "$all/answers.csv")" "helps,Helps,arXiv 2310.11398,"
has "the data, with what there is of it, in every claim" "$(cat "$all/report.md")" \
    "| an MLP, wide | cifar10 (of it a.first4000.bin, b.bin) | 1000 parameters"
has "what was claimed" "$(sed -n '/^## Every claim/,/^## Compared/p' "$all/report.md")" "reproduced at this scale |"
has "and what nobody claimed" "$(sed -n '/^## Compared without/,/^## How/p' "$all/report.md")" "| Helps | an MLP, wide |"
mkdir "$work/damage" && cp -r "$all/helps" "$work/damage"
sed -i 's/^damaged: off/damaged: mlp/' "$work/damage/helps/plan.yaml"
report "$work/damage"
has "where a damaged control comes first, the question is named beside what follows" \
    "$(sed -n '/^## Compared without/,/^## How/p' "$work/damage/report.md")" "| Helps | off |"
has "what is worse" "$table" "| an MLP, wide is worse by 0.0498"
has "and where those of time stand" "$table" "1 question of time, one shape or setting each, stands [in the report]($all/report.md#questions)"
has "times, with their interval and whether they are resolved" "$(cat "$all/report.md")" \
    "| score=neural d\\_prime=16 takes 1.000 times as long as score=dot \\[1.000, 1.000\\] of 50 %, unresolved: forward pass at n = 32 |"
has "the matrix: a row for the variant, its gain with a link to its question" "$(sed -n '/^## Variants/,/^## Q/p' "$all/report.md")" \
    "| Controls and sizes | an MLP, wide | ▼ [-0.0498 \\[-0.0500, -0.0495\\]](harms/report.md#harms) | \\~2.00 |"
has "in the report links are its own" "$(cat "$all/report.md")" "(helps/report.md#helps)"
has "and end in .html where it does" "$(cat "$all/report.html")" 'href="helps/report.html#helps"'
has "a table of runs" "$(cat "$all/report.md")" "| [harms](harms/report.md) | abc | full |"

# ---- better and worse are said behind a verdict alone: one of four pairs is lost ----
mkdir "$work/open" && cp -r "$all/helps" "$work/open"
sed -i '/q=mlp.*seed=2,/s/,ok,,0.7,0[0-9.]*,/,ok,,0.7,0.400000,/' "$work/open/helps/cells.csv"
report "$work/open"
has "what is open was measured so, and is not said to be so" "$(cat "$work/open/front.md")" \
    "| an MLP, wide was measured better by 0.01"

# ---- what a reader of one question must know of its numbers ----
cp -r "$all/helps" "$work/rates"
sed -i '/^tune/d; s/{lr: \[0.1\], seed: 1-4}/{seed: 1-4}/; s/: dot,/: dot, lr: 0.1,/; s/: mlp,/: mlp, lr: 0.2,/; s/: off,/: off, lr: 0.1,/' "$work/rates/plan.yaml"
sed -i 's/q=mlp,lr=0.1/q=mlp,lr=0.2/; /q=mlp.*seed=4,/d; s/,0.560100,/,0.510000,/' "$work/rates/cells.csv"
planned "$work/rates"
"$attnlab" report "$work/rates" >/dev/null 2>&1
rates=$(page "$work/rates/report.md")
has "that no rate was tuned, and which each arm had" "$rates" \
    "No learning rate was tuned; the arms ran at one that was given (dot 0.1; an MLP, wide 0.2; off 0.1)."
has "that means are of other seeds than gains" "$rates" "Means are over each row's own seeds, gains over the pairs"
has "how far sizes differ, damaged controls apart" "$rates" "parameters are not equal (1.00 to 1.50 times the baseline's)"
has "means with as many figures each" "$rates" "| dot | 0.5250 |"
is "where it was tuned, or seeds are the same, nothing is said of it" \
    "$(page "$all/helps/report.md" | grep -c 'rate was tuned\|own seeds')" 0

# ---- a set-up that cannot tell stands behind one that can, which is read after it ----
mkdir "$work/told" && cp -r "$all/helps" "$work/told"
trained "$work/told/first" -0.05
sed -i '/^damaged: off/d' "$work/told/first/plan.yaml"
report "$work/told"
has "the matrix shows what can be told" "$(sed -n '/^## Variants/,/^## Q/p' "$work/told/report.md")" \
    "| Controls and sizes | an MLP, wide | ▲ [+0.0503 \\[+0.0500, +0.0505\\]](helps/report.md#helps) |"
# lines FILE: titles of the questions in its table
lines() { grep -o '^| .*| \[[A-Z][a-z]*\]' "$1" | sed 's/.*\[//' | tr '\n' ' '; }
is "the first page has its line alone" "$(lines "$work/told/front.md")" "Helps] "
has "of how many questions some condition can tell" "$(cat "$work/told/front.md")" \
    "Of 2 questions for which models were trained, 1 can tell variants apart in at least one of its conditions: there"
has "and says where the other stands" "$(cat "$work/told/front.md")" "1 answer is not assessable"
trained "$work/told/none" 0
sed -i 's/,ok,,0/,unsupported,it cannot,0/' "$work/told/none/cells.csv"
report "$work/told"
has "what has no numbers is counted apart from what has" "$(cat "$work/told/front.md")" \
    "1 answer is not assessable: numbers were measured, and its set-up cannot tell; 1 has no numbers. They stand"
"$attnlab" report "$work/told/none" >/dev/null 2>&1
has "a model that could not be trained was not trained" "$(page "$work/told/none/report.md")" \
    "12 models could not be trained (see Failures)."
is "and nothing is said of their ends" "$(grep -c 'models trained' "$work/told/none/report.md")" 0
rm -r "$work/told/none"
trained "$work/told/lost" 0
sed -i '/^damaged: off/d; /^  off:/d' "$work/told/lost/plan.yaml"
sed -i '/q=off/d; /q=mlp/s/,ok,,0[0-9.]*,[0-9.]*,/,diverged,,,,/' "$work/told/lost/cells.csv"
report "$work/told"
has "an arm that was lost has none either" "$(cat "$work/told/front.md")" \
    "1 answer is not assessable: numbers were measured, and its set-up cannot tell; 1 has no numbers. They stand"
rm -r "$work/told/lost"
report "$work/told"
is "where it comes second, folded" "$(sed -n '/^## Questions/,/^## Gain/p' "$work/told/report.md" >"$work/rest"
    lines "$work/rest"; grep -c '^<details>' "$work/rest")" "Helps] First] 1"
sed -i '/^damaged: off/d' "$work/told/helps/plan.yaml"
report "$work/told"
has "what it would take is said where no question can tell" "$(cat "$work/told/front.md")" \
    "Of 2 questions for which models were trained none can tell variants apart. For that the plain model would have to beat"
has "and where nothing can be told, what came first" "$(sed -n '/^## Variants/,/^## Q/p' "$work/told/report.md")" \
    "| Controls and sizes | q = mlp | ∅ [-0.0498 \\[-0.0500, -0.0495\\]](first/report.md#first) |"

# ---- an arm that was not measured stands behind those that were, and these behind their baseline ----
trained "$work/gone" 0.05 3
sed -i '/q=mlp/d' "$work/gone/cells.csv"
report "$work/gone"
is "arms by what they gain" "$(sed -n '/^| arm | accuracy/,/^$/s/^| \([^|]*\) |.*/\1/p' "$work/gone/report.md" | sed 1,2d | tr '\n' ';')" \
    "dot;two;off;an MLP, wide;"

# ---- without gnuplot, and where nothing was trained ----
mkdir "$work/nothing" "$work/timed" && cp -r "$all/times" "$work/timed"
report "$work/damage"
report "$work/timed"

has "a page of which nothing can be said in short says so" "$(cat "$work/timed/report.md")" "No model was trained here, and there are no two variants"
has "a question without a source was asked by nobody else" "$(page "$work/timed/report.md")" "|  | [Times](times/report.md#times) |"

# ---- models that nothing is compared with were trained all the same ----
mkdir "$work/plain" && cp -r "$all/helps" "$work/plain"
sed -i '/^baseline/d; /^damaged/d' "$work/plain/helps/plan.yaml"
report "$work/plain"
is "without a baseline a folder does not say that no model was trained" \
    "$(grep -c 'No model was trained' "$work/plain/report.md")-$(page "$work/plain/report.md" | grep -c 'In 1 question for which models were trained no baseline is named')" 0-1
"$attnlab" report "$work/plain/helps" >/dev/null 2>&1
is "nor its page that nothing was measured" "$(page "$work/plain/helps/report.md" | grep '^> ')" \
    "> No baseline is named, so nothing is compared: no verdict."
cp -r "$all/harms" "$work/plain"
report "$work/plain"
has "it is told beside what can tell" "$(cat "$work/plain/front.md")" "Every question with a baseline can tell variants apart."

# ---- costs of which only parameters are known ----
mkdir "$work/timeless" && cp -r "$all/helps" "$work/timeless"
sed -i 's/,10,[0-9]*,100,accuracy/,10,,100,accuracy/' "$work/timeless/helps/cells.csv"
report "$work/timeless"
has "stand by themselves" "$(cat "$work/timeless/report.md")" "| parameters 1.500 |"
has "and behind a time" "$(cat "$all/report.md")" "; parameters 1.500 |"

# ---- a baseline that does not beat counting ----
cp -r "$all/helps" "$work/lost"
sed -i 's/,0.9,0.4/,0.9,0.9/' "$work/lost/yardsticks/cells.csv"
report "$work/lost"
has "what it reached is said by the name of the metric, without a range for a unit" "$(page "$work/lost/report.md")" \
    "Nothing more is said, since its baseline ends with accuracy 0.525, where majority gives 0.9."

# ---- a damaged control of which nothing ended ----
cp -r "$all/helps" "$work/blind"
sed -i '/q=off/s/,ok,,0[0-9.]*,[0-9.]*,/,oom,it was too big,,,/' "$work/blind/cells.csv"
report "$work/blind"
has "is not said to be as good as the baseline" "$(page "$work/blind/report.md" | grep '^> ')" \
    "since no pair of the control that was damaged on purpose and its baseline ended, so nobody knows what it can see."

# ---- a control of as many parameters that was lost ----
trained "$work/wider" 0.05 3 'controls: {mlp: two}'
sed -i '/q=two/s/,ok,,0[0-9.]*,[0-9.]*,/,diverged,,,,/' "$work/wider/cells.csv"
report "$work/wider"
has "was run all the same" "$(page "$work/wider/report.md" | grep '^> ')" \
    "(with 1.500 times the parameters; two, the control of as many parameters, diverged)"
sed -i '/q=two/s/,diverged,/,oom,/' "$work/wider/cells.csv"
report "$work/wider"
has "one that failed, too" "$(page "$work/wider/report.md" | grep '^> ')" "; of the control of as many parameters nothing was measured)"

# ---- a model that only counts, and failed ----
has "where nothing failed" "$(cat "$all/helps/report.md")" "None: every row was measured."
cp -r "$all/helps" "$work/uncounted"
sed -i 's/,ok,,true,1,.*/,oom,it was too big,true,1,,/' "$work/uncounted/yardsticks/cells.csv"
report "$work/uncounted"
has "is listed among the failures" "$(sed -n '/^## Failures/,/^## How/p' "$work/uncounted/report.md")" "| yardsticks | oom | it was too big |"

# ---- where the plain layer makes no mistakes nothing can be better ----
cp -r "$all/helps" "$work/top"
sed -i 's/,ok,,0.7,0\.5[0-9]*/,ok,,0.7,0.999/' "$work/top/cells.csv"
report "$work/top"
has "a ceiling is told" "$(cat "$work/top/report.md")" "1 of 1 comparison is with a baseline that has accuracy of nearly 1:"
mkdir "$work/tops" && cp -r "$work/top" "$work/tops/helps"
report "$work/tops"
has "and that it is why nothing differs" "$(cat "$work/tops/front.md")" "1 is no different (where the plain layer makes hardly any mistake)"
has "what is the same to all digits is no difference" "$(page "$work/tops/helps/report.md")" \
    "An MLP, wide shows no difference in accuracy from dot"
is "and only where there is one" "$(grep -c 'of nearly 1' "$all/helps/report.md")" 0

# ---- papers of several variants, asked of at once: a line each ----
mkdir "$work/papers"
trained "$work/papers/both" 0.05 3 'claims: [{arm: mlp, expects: better, published: five points, source: arXiv 1111.11111}, {arm: two, expects: worse, published: ten points, source: arXiv 2222.22222}, {arm: two, expects: better, published: more, source: arXiv 2222.22222}]'
report "$work/papers"
is "a line for each paper, of its first claim" "$(grep -o '^| \[arXiv [0-9.]*\].*points | [a-zA-Z, ]* is ' "$work/papers/front.md" | sed 's/(.*points//' | tr '\n' ';')" \
    "| [arXiv 1111.11111] | an MLP, wide is ;| [arXiv 2222.22222] | two is ;"

# ---- packed tables are read as plain ones ----
cp -r "$all" "$work/packed"
gzip "$work/packed"/*/cells.csv "$work/packed"/*/yardsticks/cells.csv
report "$work/packed"
is "a folder of packed runs" "$? $(sed "s|$work/packed|$all|g" "$work/packed/front.md" | diff - "$all/front.md")" "0 "
head -c 100 "$all/helps/cells.csv" | gzip >"$work/packed/helps/cells.csv.gz"
report "$work/packed"
has "one that was cut off is left out, and told" "$(cat "$work/stderr")" "helps/cells.csv.gz:1: "

# ---- only times; nothing; broken ----
report "$work/timed"
is "without training: exit 0, and no figure" "$? $(ls "$work/timed" | grep figures)" "0 "
has "the table has the costs" "$(cat "$work/timed/report.md")" \
    "What each variant costs, as a ratio to the plain layer"
mkdir "$work/none"
report "$work/none"
has "a folder without runs" "$?-$(cat "$work/stderr")" "2-attnlab report: $work/none holds no run: no cells.csv in it"
mkdir "$work/torn" && cp -r "$all/helps" "$all/times" "$work/torn"
truncate -s -5 "$work/torn/helps/cells.csv"
report "$work/torn"
has "a broken run is named" "$?-$(cat "$work/stderr")" "2-attnlab report: $work/torn/helps/cells.csv:13: "
is "and nothing is written" "$(ls "$work/torn" | tr '\n' ' ')" "helps times "
finish
