#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests saved predictions. Each training row has one file, and a few lines of awk compute the row's metric
# from this file.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_DATA ATTNLAB_CACHE
cd "$work" || exit 1

cat >many.yaml <<T
question: which one learns better?
kind: quality
simple_baselines: none
fixed: {data: "stories:1,train=200,valid=60,test=50", task: classes, tokenizer: words, n: 64, batch: 8,
        d_model: 16, heads: 2, layers: 1, test: yes, init_std: 0.2}
factors:
  steps: [30]
  score: [dot, neural]
T
cat >lines.yaml <<T
question: what is left of a translation?
kind: quality
simple_baselines: none
fixed: {data: "numbers:train=300,valid=40,test=30", task: translate, tokenizer: bpe, vocabulary: 400, n: 40,
        m: 40, batch: 16, d_model: 32, heads: 2, layers: 1, test: yes, generate: yes, init_std: 0.1, lr: 0.01}
factors:
  steps: [150]
T
run many.yaml lines.yaml --keep predictions -o kept >/dev/null
is "a run that saves predictions succeeds" "$? $(cat "$work/stderr")" "0 "
column kept/cells.csv predictions >files
is "each row names its own file" "$(sort -u files | wc -l)" 3
is "there are no other files" "$(ls kept/predictions | wc -l)" 3

# The folder `predictions` cannot be created, because a file with this name exists. The name of the parent
# folder is not UTF-8.
place=$(printf 'l\374')
run many.yaml -o "$place" --max-time 0.000001 >/dev/null
touch "$place/predictions"
run many.yaml --keep predictions --resume -o "$place" >/dev/null
is "rows whose predictions cannot be saved are unsaved" "$? $(column "$place/cells.csv" status | sort | uniq -c | xargs)" "1 2 unsaved"
has "the reason is given as valid UTF-8" "$(column "$place/cells.csv" reason)" "$(printf 'l\357\277\275/predictions: Not a directory')"

# share FILE SPLIT: prints the fraction of lines whose two texts are equal.
share() { awk -F'"' -v split_="$2" '$4 == split_ { n++; right += $10 == $14 } END { printf "%.6f\n", right / n }' "$1"; }
rounded() { awk '{ if ($1 != "") printf "%.6f\n", $1 }'; }
column kept/cells.csv test_accuracy | rounded >accuracy
column kept/cells.csv valid_accuracy | rounded >valid
for row in 1 2; do
    file=kept/$(sed -n ${row}p files)
    is "row $row: each split has the expected number of lines" "$(grep -c '"split":"valid"' "$file") $(grep -c '"split":"test"' "$file")" "180 150"
    is "row $row: the test accuracy can be recomputed" "$(share "$file" test)" "$(sed -n ${row}p accuracy)"
    is "row $row: the validation accuracy can be recomputed" "$(share "$file" valid)" "$(sed -n ${row}p valid)"
done

# bleu: computes corpus BLEU of texts without quotes and digits, with tokenizer 13a and sacreBLEU's smoothing.
bleu() {
    awk -F'"' '
    function tokens(text, out) { gsub(/[.,:;?!()\/$%&]/, " & ", text); return split(text, out, " ") }
    function gram(t, i, n,   g, k) { g = t[i]; for (k = 1; k < n; k++) g = g " " t[i + k]; return g }
    $4 == "test" {
        a = tokens($10, truth); b = tokens($14, said); reference += a; length_ += b
        for (n = 1; n <= 4; n++) {
            split("", left)
            for (i = 1; i + n - 1 <= a; i++) left[gram(truth, i, n)]++
            for (i = 1; i + n - 1 <= b; i++) { all[n]++; if (left[gram(said, i, n)]-- > 0) right[n]++ }
        }
    }
    END {
        smooth = 1
        for (n = 1; n <= 4; n++)
            mean += log(right[n] ? right[n] / all[n] : 1 / ((smooth *= 2) * all[n])) / 4
        brevity = length_ < reference ? 1 - reference / length_ : 0
        printf "%.4f\n", 100 * exp(mean + brevity)
    }' "$1"
}
file=kept/$(sed -n 3p files)
is "translations are saved as text" "$(grep -c '"truth":"[A-Za-z].*","prediction":"' "$file")" 70
is "BLEU can be recomputed from the translations" "$(bleu "$file")" \
    "$(column kept/cells.csv test_bleu | tail -n 1 | awk '{ printf "%.4f\n", $1 }')"
is "BLEU is above 0" "$(bleu "$file" | awk '{ print ($1 > 1) }')" 1

run many.yaml -o plain >/dev/null
is "without the option no predictions folder is created" "$(ls plain | grep -c predictions)$(column plain/cells.csv predictions | tr -d '\n')" 0
is "saving predictions does not change the losses" "$(column plain/cells.csv valid_loss)" "$(column kept/cells.csv valid_loss | head -n 2)"

# A row that reuses another row's training run refers to the same file.
sed 's/^question.*/question: again?/' many.yaml >again.yaml
run many.yaml again.yaml --keep predictions -o shared >/dev/null
column shared/cells.csv predictions | sort >files
is "a shared training run has one file" "$(wc -l <files) $(sort -u files | wc -l) $(ls shared/predictions | wc -l)" "4 2 2"

for i in 1 2; do run many.yaml --keep predictions --shard $i/2 -o part$i >/dev/null; done
"$attnlab" merge part1 part2 -o merged >/dev/null 2>&1
is "a merge copies the predictions" "$(column merged/cells.csv predictions | while read -r f; do
    cmp "merged/$f" "kept/$f" && echo same; done | tr '\n' ' ')" "same same "

# If the loss is the only metric, the row's loss is the mean over its targets.
cell="kind=quality,data=text:builtin,train_records=100,steps=5,d_model=16,heads=2,layers=1,n=16,batch=4"
cell_question one.yaml "$cell"
run one.yaml --keep predictions -o one/deep >/dev/null
file=one/deep/$(column one/deep/cells.csv predictions)
is "windows of a text are saved in order" "$(tr ':,}' '   ' <"$file" | awk '$4 != NR { print NR, $0 }')" ""
is "the loss of a language model can be recomputed" "$(tr ':,}' '   ' <"$file" |
    awk '{ nats += $6 * $8; n += $8 } END { printf "%.4f\n", nats / n }')" \
    "$(column one/deep/cells.csv valid_loss | awk '{ printf "%.4f\n", $1 }')"

# says NAME PART COMMAND...: checks that a command is refused with status 2 and PART in the message.
says() {
    name=$1 part=$2
    shift 2
    "$attnlab" "$@" >/dev/null 2>"$work/stderr"
    is "$name: exit status" $? 2
    has "$name: message" "$(cat "$work/stderr")" "$part"
}
says "an unknown kind of file to save" "--keep: found 'models', expected predictions or weights" run many.yaml --keep models
spec timed.yaml "n: [8]"
says "a plan of timed layers has no predictions" "the plan has no training runs" run timed.yaml --keep predictions -o y
is "the refused run creates no folder" "$(ls -d x y 2>/dev/null | wc -l)" 0
finish
