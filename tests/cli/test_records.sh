#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests three properties:
# - Arms are judged on the half of the validation split that is not used for tuning.
# - Confidence intervals include the variance between records.
# - Scores of single records are saved.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_DATA ATTNLAB_CACHE
cd "$work" || exit 1
mkdir bin && printf '#!/bin/sh\n' >bin/gnuplot && chmod +x bin/gnuplot # figures are not tested here
PATH="$work/bin:$PATH"

# question FILE LINES...: writes a small classification question that ends with these lines.
question() {
    file=$1
    shift
    cat >"$file" <<T
question: which one learns better?
kind: quality
simple_baselines: none
baseline: dot
fixed: {data: "stories:1,train=200,valid=30", task: classes, tokenizer: words, n: 64, batch: 8,
        d_model: 16, heads: 2, layers: 1, init_std: 0.2, steps: 30, held_out: yes}
arms: {dot: {}, neural: {score: neural}}
factors: {seed: 1-2}
T
    printf '%s\n' "$@" >>"$file"
}
question held.yaml "metric: accuracy" "split: held_out"

# ---- the specification ----
sed 's/, held_out: yes//' held.yaml >not.yaml
is "a split that is not scored is refused" "$("$attnlab" plan not.yaml 2>&1; echo $?)" \
    "not.yaml:10:8: key split: found held_out, which some cells do not score; add \`fixed: {held_out: yes}\`
2"
sed 's/held_out$/train/' held.yaml >not.yaml
has "the training split cannot be the judging split" "$("$attnlab" plan not.yaml 2>&1)" \
    "key split: found 'train', expected one of valid, test, held_out"
question one.yaml "split: held_out"
sed -i 's/valid=30/valid=1/; s/stories:1/recall:train=50,valid=1/; s/,train=200,valid=1"/"/; s/task: classes/task: positions/' one.yaml
has "half of one record cannot be held out, which is reported before the first row" \
    "$("$attnlab" run one.yaml -o x 2>&1)" "held_out=yes cannot halve the valid split of 1 record"

# ---- a run ----
run held.yaml -o held >/dev/null
is "a run with held-out records succeeds" "$? $(cat "$work/stderr")" "0 "
column held/cells.csv valid_records >valid
column held/cells.csv held_out_records >records
is "both halves are scored" "$(sort -u valid) $(sort -u records)" "45 45"
has "the row describes the held-out half" "$(column held/cells.csv input_notes | head -n 1)" \
    "45 of 90 records of valid serve as held_out, chosen by seed 1."
column held/cells.csv scores >files
is "each row names its file of scores" "$(sort -u files | wc -l) $(ls held/scores | wc -l)" "4 4"
while read -r file; do zcat "held/$file" | sed '/^$/q' | grep -a '^split'; done <files | sort -u >splits
is "all rows score the same records, and the halves differ" "$(cut -d' ' -f1-3 splits | tr '\n' ' ')$(cut -d' ' -f4 splits | sort -u | wc -l)" \
    "split held_out 45 split valid 45 2"
# right FILE SPLIT: prints the fraction of right answers. The file has one byte per record: 1 for a right
# answer, otherwise 0.
right() {
    zcat "held/$1" >numbers
    head=$(sed '/^$/q' numbers | wc -c) from=0
    [ "$2" = valid ] || from=$(sed '/^split held_out/q' numbers | grep -ac '^column')
    tail -c +$((head + 1 + from * 45)) numbers | head -c 45 | od -An -v -td1 -w1 |
        awk '{ n++; right += $1 } END { printf "%.9f\n", right / n }'
}
rounded() { awk '{ printf "%.9f\n", $1 }'; }
is "the accuracy can be recomputed from the scores" \
    "$(while read -r file; do right "$file" held_out; done <files; while read -r file; do right "$file" valid; done <files)" \
    "$(column held/cells.csv held_out_accuracy | rounded; column held/cells.csv valid_accuracy | rounded)"

# ---- the report ----
"$attnlab" report held >/dev/null 2>&1
column held/effects.csv comparison >comparisons
is "the verdict is on the held-out split" \
    "$(column held/effects.csv split | paste -d ' ' comparisons - | sort -u | tr '\n' ' ')" \
    "steps held_out "
is "the interval includes the sample of records" "$(column held/statistics.csv records_sd | grep -c '[0-9]')" \
    "$(column held/statistics.csv n | awk '$1 > 1' | wc -l)"
has "the records check says how many records are needed" "$(column held/validity.csv figure)" \
    "one of 45 records changes accuracy by 0.022, more than a tenth of the margin 0.01; 1000 are needed"
is "the page has no warning if tuning and judging use different splits" "$(grep -c 'both chose' held/report.md)" 0
sed 's/^split.*//; s/seed: 1-2/seed: 1-2, lr: [0.001, 0.01]/' held.yaml >tuned.yaml
echo "tune: {axis: lr, seeds: [1]}" >>tuned.yaml
run tuned.yaml -o tuned >/dev/null
"$attnlab" report tuned >/dev/null 2>&1
has "the page warns if tuning and judging share a split" "$(page tuned/report.md)" \
    "The validation split was used for tuning and for verdicts"
"$attnlab" compare held held >agrees
is "a run agrees with itself, including the held-out half" "$?" 0

# ---- damage ----
cp -r held damaged
file=$(head -n 1 files)
head -c 40 "held/$file" >"damaged/$file"
"$attnlab" report damaged >/dev/null 2>&1
is "a damaged scores file does not change the exit status" "$?" "$("$attnlab" report held >/dev/null 2>&1; echo $?)"
has "the page names the damaged file" "$(page damaged/report.md)" \
    "The intervals of 1 comparison include only the variance due to seeds and tuning (damaged/$file: damaged or truncated)"
is "the gain does not change without the scores" "$(column damaged/statistics.csv gain)" "$(column held/statistics.csv gain)"
is "the interval excludes the records without the scores" "$(column damaged/statistics.csv records_sd | tr -d '\n')" ""

# ---- shared, merged, reused ----
sed 's/^question.*/question: again?/; s/metric: accuracy/metric: loss/' held.yaml >again.yaml
run held.yaml again.yaml -o shared >/dev/null
is "a shared training run has one scores file" "$(column shared/cells.csv scores | sort | uniq -c | awk '{ print $1 }' | sort -u) $(ls shared/scores | wc -l)" "2 4"
for i in 1 2; do run held.yaml --shard $i/2 -o part$i >/dev/null; done
"$attnlab" merge part1 part2 -o merged >/dev/null 2>&1
is "a merge copies the scores" "$(diff -r merged/scores held/scores && echo same)" same
run held.yaml --reuse held -o taken >/dev/null
is "--reuse copies the scores" \
    "$(column taken/cells.csv trained_in | sort -u) $(diff -r taken/scores held/scores && echo same)" "held same"
"$attnlab" report taken >/dev/null 2>&1
is "reused rows have the same intervals" "$(column taken/statistics.csv gain_low)" "$(column held/statistics.csv gain_low)"
"$attnlab" run held.yaml --reuse held --keep predictions,weights -o bare >/dev/null 2>"$work/stderr"
has "files that the earlier run did not save are reported" "$(cat "$work/stderr")" \
    "of these training runs have no predictions,weights. Without --reuse, all are trained again"
rm "merged/$file"
"$attnlab" run held.yaml --reuse merged -o gone -q >/dev/null 2>told
has "a missing scores file is reported" "$(cat told)" "note: cannot copy merged/$file to gone/$file: No such file or directory"
is "rows without their scores file are kept" "$(column gone/cells.csv status | sort -u)" ok

cat >text.yaml <<T
question: and text?
kind: quality
simple_baselines: none
split: held_out
baseline: dot
fixed: {train_records: 100, steps: 5, d_model: 16, heads: 2, layers: 1, n: 16, batch: 4, held_out: yes}
arms: {dot: {}, neural: {score: neural}}
factors: {seed: 1-2}
T
run text.yaml -o text >/dev/null
"$attnlab" report text >/dev/null 2>&1
is "the windows of a text are saved, and the interval includes them" \
    "$(column text/cells.csv held_out_loss | grep -c '[0-9]') $(ls text/scores | wc -l) $(column text/statistics.csv records_sd | grep -c '[0-9]')" "4 4 1"
finish
