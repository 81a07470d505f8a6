#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests training runs with the real worker: parallel rows, tables, and cells that cannot be trained. A kill
# during training must not change the result.
# suite: slow
# make: write-plan
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
lanes=1
[ "$(nproc)" -lt 2 ] || lanes=2

# question FILE FACTORS...: writes a specification with tiny models and these lines under `factors`.
question() {
    file=$1
    shift
    cat >"$file" <<T
question: which one learns better?
kind: quality
simple_baselines: none
fixed: {data: "text:builtin", n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, evaluate_limit: 4}
factors:
T
    for factor in "$@"; do printf '  %s\n' "$factor" >>"$file"; done
}
# tell DIR: prints the key and exact valid_loss of each row.
tell() {
    column "$1/cells.csv" key >"$1/keys"
    column "$1/cells.csv" valid_loss >"$1/loss"
    paste -d ' ' "$1/keys" "$1/loss" | sort
}
checkpoints() { ls "$1/checkpoints" 2>/dev/null | grep -c 'safetensors$'; }
# children: prints the child processes of a process. Minimal systems have no ps.
children() {
    grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status 2>/dev/null | tr -cd '0-9\n'
}
workers() { children "$1" | wc -l; }

# With this seed, the first test point is at a kink of ReLU, so the check uses a different point.
is "a test point on a kink does not reject a training run" \
    "$("$attnlab" cell --print-complete "kind=quality,data=text:builtin,score=neural,d_prime=32,n=64,d_model=32,heads=2,seed=2" |
        "$(dirname "$attnlab")/attnlab-worker" check | grep -o '"status":.*')" '"status":"ok","reason":""}'

question "$work/pair.yaml" "steps: [6000]" "dropout: [0.1]" "score: [dot, neural]"
"$attnlab" run "$work/pair.yaml" -o "$work/whole" -q >/dev/null 2>"$work/stderr" &
driver=$!
most=0
while kill -0 $driver 2>/dev/null; do
    now=$(workers $driver)
    [ "$now" -le $most ] || most=$now
    sleep 0.02
done
wait $driver
is "a run of two models succeeds" $?-"$(cat "$work/stderr")" 0-
if [ $lanes = 2 ]; then is "two workers ran in parallel" $most 2; else
    tests=$((tests + 1))
    echo "ok $tests - two workers ran in parallel # SKIP needs two processors"
fi
is "both rows are ok" "$(column "$work/whole/cells.csv" status | tr '\n' ' ')" "ok ok "
tell "$work/whole" >"$work/expected"
is "each row has a validation loss" "$(grep -Ec ' [0-9]\.[0-9]{9,}$' "$work/expected")" 2
is "the two losses differ" "$(sort -u "$work/whole/loss" | wc -l)" 2
is "each learning curve has ten points" \
    "$(column "$work/whole/curves.csv" step | sort -n | uniq -c | tr -s ' \n' ' ')" \
    " 2 600 2 1200 2 1800 2 2400 2 3000 2 3600 2 4200 2 4800 2 5400 2 6000 "
is "models learn: the loss at the last point is below the first" "$(column "$work/whole/curves.csv" valid_loss |
    awk 'NR == 1 { first = $1 } NR == 10 { print ($1 < first - 0.3) }')" 1
is "no checkpoint is left after the run" "$(ls "$work/whole" | grep -c checkpoints)" 0

# Driver and workers are killed during the training of two rows.
"$attnlab" run "$work/pair.yaml" -o "$work/killed" -q >/dev/null 2>&1 &
driver=$!
both_began() { [ "$(checkpoints "$work/killed")" -ge $lanes ]; }
await both_began
kill -KILL $driver $(children $driver)
wait $driver 2>/dev/null
is "the run was killed before a row finished" "$(wc -l <"$work/killed/journal.jsonl")" 0
is "checkpoints were written before the kill" "$(checkpoints "$work/killed")" $lanes
cp -r "$work/killed" "$work/damaged"
: >"$work/killed/checkpoints/.new-0123456789abcdef" # a worker that was killed while it wrote leaves such a file
run "$work/pair.yaml" -o "$work/killed" --resume >/dev/null
is "the killed run is resumed to its end" $?-"$(cat "$work/stderr")" 0-
is "the resumed run has every row once" "$(wc -l <"$work/killed/journal.jsonl")" 2
is "the resumed run has the exact losses of an undisturbed run" "$(tell "$work/killed")" \
    "$(cat "$work/expected")"
same=""
for name in key step tokens lr train_loss valid_loss gradient_norm; do
    column "$work/whole/curves.csv" $name >"$work/a"
    column "$work/killed/curves.csv" $name >"$work/b"
    same=$same$(cmp "$work/a" "$work/b" 2>&1)
done
is "the resumed run has the learning curves of an undisturbed run" "$same" ""
is "no checkpoint is left after the resumed run" "$(ls "$work/killed" | grep -c checkpoints)" 0

# If all checkpoints are damaged, the run must restart. The test truncates the checkpoints of one copy and
# changes a digit in the headers of the other copy.
cp -r "$work/damaged" "$work/digit" && cp -r "$work/damaged" "$work/unread"
for file in "$work"/damaged/checkpoints/*.safetensors; do truncate -s 3000 "$file"; done
sed -i 's/"tokens":"0x1/"tokens":"0x3/' "$work"/digit/checkpoints/*.safetensors
for how in "damaged truncated: 3000 bytes" "digit checksum mismatch in the header"; do
    name=${how%% *}
    run "$work/pair.yaml" -o "$work/$name" --resume >/dev/null
    is "a damaged checkpoint is not used" $?-"$(cat "$work/stderr")" 0-
    is "the damaged checkpoint is named with the error" \
        "$(grep -c "checkpoints/.*\.safetensors: ${how#* }" "$work/$name/cells.csv")" $lanes
    is "the restarted run has the losses of an undisturbed run" "$(tell "$work/$name")" "$(cat "$work/expected")"
done

# An unreadable checkpoint may be valid, so the checkpoint is kept and its row remains unfinished. The test
# replaces a checkpoint by a pipe.
for file in "$work"/unread/checkpoints/*.safetensors; do mv "$file" "$file.whole" && mkfifo "$file"; done
run "$work/pair.yaml" -o "$work/unread" --resume >/dev/null
is "an unreadable checkpoint leaves its row undone" $?-"$(grep -c '"unsaved"' "$work/unread/journal.jsonl")" 1-$lanes
has "the unreadable checkpoint is named with the reason" "$(cat "$work/unread/cells.csv")" "cannot read the checkpoint: $work/unread/checkpoints/"
is "the unreadable checkpoint is not removed" "$(find "$work/unread/checkpoints" -type p | wc -l)" $lanes
for file in "$work"/unread/checkpoints/*.safetensors; do mv "$file.whole" "$file"; done
run "$work/pair.yaml" -o "$work/unread" --resume >/dev/null
is "training resumes once the checkpoint is readable" $?-"$(tell "$work/unread")-$(grep -c "from the first step" "$work/unread/cells.csv")" \
    "0-$(cat "$work/expected")-0"

key=$(sed -n 1p "$work/whole/keys") loss=$(sed -n 1p "$work/whole/loss")
"$attnlab" cell "$key" --format json >"$work/json"
is "attnlab cell trains a row again" $? 0
is "attnlab cell reaches the same loss" "$(sed -n '/"valid": {/,/}/s/.*"loss": \([0-9.]*\).*/\1/p' "$work/json" |
    awk -v loss="$loss" '{ print ($1 + 0 == loss + 0) }')" 1
"$attnlab" cell "$key" >"$work/text"
has "attnlab cell prints the loss" "$(cat "$work/text")" \
    "valid      loss           $(echo "$loss" | awk '{ printf "%.6g", $1 }')"

# With matched starting values, the row records the multipliers of each attention layer. It also lists the
# layers that could not be matched.
question "$work/even.yaml" "steps: [10]" "layers: [2]" "score: [dot, neural]" \
    "initial: [own, matched]" "score_scale: [0, 1]"
sed -i 's/, layers: 1//' "$work/even.yaml"
run "$work/even.yaml" -o "$work/even" >/dev/null
is "matched initialisation: the run succeeds" $?-"$(cat "$work/stderr")" 0-
# even SCORE INITIAL SCALE COLUMN: prints COLUMN in the row with these settings.
even() {
    column "$work/even/cells.csv" cell >"$work/cells"
    column "$work/even/cells.csv" "$4" | paste -d '|' "$work/cells" - | grep "score=$1," |
        grep "score_scale=$3," | { if [ $2 = own ]; then grep -v initial=; else grep initial=$2; fi; } |
        cut -d '|' -f 2
}
is "softmax attention is not changed by matching" "$(even dot matched 1 logit_multiplier) $(even dot matched 1 branch_multiplier)" "1;1 1;1"
is "softmax attention has the same loss with and without matching" "$(even dot matched 1 valid_loss)" "$(even dot own 1 valid_loss)"
is "each layer's logits are scaled by a multiplier below 1" \
    "$(even neural matched 1 logit_multiplier | grep -Ec '^0\.[0-9]+;0\.[0-9]+$')" 1
is "the row names the matched attention layers" "$(even neural matched 1 start_attentions)" "decoder.0.attention;decoder.1.attention"
is "matching changes the training" "$([ "$(even neural matched 1 valid_loss)" != "$(even neural own 1 valid_loss)" ] && echo yes)" yes
is "logits that are all 0 are not matched, and the row says why" "$(even neural matched 0 unmatched)" \
    "decoder.0.attention: the spread of its logits is 0; decoder.1.attention: the spread of its logits is 0"
is "rows without matching have no multipliers" "$(even neural own 1 logit_multiplier)" ""
"$attnlab" cell "kind=quality,score=neural,initial=matched,n=16,batch=4,d_model=16,heads=2,layers=1,steps=2,evaluate_limit=1" >"$work/text"
has "attnlab cell prints the multipliers" "$(cat "$work/text")" "logits x   0."

# If a cell cannot be trained, its row reports the reason.
question "$work/short.yaml" "steps: [10]"
# becomes NAME STATUS REASON SET...: checks status and reason of a run's only row. The run must fail.
becomes() {
    name=$1 status=$2 reason=$3
    shift 3
    rm -rf "$work/row"
    run "$work/short.yaml" "$@" -o "$work/row" >/dev/null
    is "$name: the status is $status" "$?-$(column "$work/row/cells.csv" status)" "1-$status"
    has "$name: the reason is given" "$(column "$work/row/cells.csv" reason)" "$reason"
}
mkdir "$work/empty"
becomes "a missing data set, left out by --skip-missing-data" skipped \
    "data set 'multi30k': missing folder $work/empty/multi30k; fetch it with \`datasets/fetch.sh multi30k $work/empty\`" \
    --set data=multi30k --set task=translate --data "$work/empty" --skip-missing-data
# Data sets are read from --data if given, otherwise from ATTNLAB_DATA, otherwise from data/ in the project
# folder.
lines() { # a play of 40 lines
    for i in 1 2 3 4 5 6 7 8 9 10; do printf 'KING %d:\nSpeak, %d.\n\nAll:\n' $i $i; done
}
for place in given variable home/data; do
    mkdir -p "$work/$place/tinyshakespeare"
    lines >"$work/$place/tinyshakespeare/input.txt"
done
for room in harness plots ablations; do ln -s "$here/../../$room" "$work/home/$room"; done
# reads PLACE OPTIONS...: checks a run whose data exist only in PLACE.
reads() {
    place=$1
    shift
    rm -rf "$work/row"
    run "$work/short.yaml" --set data=tinyshakespeare "$@" -o "$work/row" >/dev/null
    is "data from $place" "$?-$(column "$work/row/cells.csv" status)-$(cat "$work/stderr")" 0-ok-
}
reads "the folder of --data" --data "$work/given"
(cd "$work" && run "$work/short.yaml" --set data=tinyshakespeare --data given -o "$work/relative" >/dev/null)
is "--data relative to the current folder" "$(column "$work/relative/cells.csv" status)" ok
ATTNLAB_DATA=$work/variable
reads ATTNLAB_DATA
unset ATTNLAB_DATA
export ATTNLAB_HOME="$work/home"
reads "the project's data/ folder"
is "attnlab list prints where a data set is" \
    "$("$attnlab" list datasets | grep -A 3 '^tinyshakespeare' | tail -n 1)" \
    "  found: $work/home/data/tinyshakespeare"
is "attnlab list prints how to fetch a data set" "$("$attnlab" list datasets --data "$work/empty" | grep -A 3 '^trec' | tail -n 1)" \
    "  missing: run \`attnlab data fetch trec\`"
unset ATTNLAB_HOME
export ATTNLAB_DATA="$work/data"
"$attnlab" cell "kind=quality,steps=10,data=wikitext-2" --data "$work/empty" >"$work/text"
is "attnlab cell fails without its data" $? 1
has "attnlab cell says why the data are missing" "$(cat "$work/text")" "status     skipped: data set 'wikitext-2': missing folder $work/empty/wikitext-2; fetch it"

"$attnlab" cell "n=16,heads=1,d_model=8,corpus=$work/none" >"$work/text"
has "a layer without its text says why it is skipped" "$?-$(grep '^status' "$work/text")" \
    "1-status     skipped: cannot read corpus '$work/none': No such file or directory"
"$attnlab" plan "$here/../../ablations/overhead-batch.yaml" --tier smoke --set corpus="$work/none" \
    >/dev/null 2>"$work/stderr"
is "the plan opens the text of single layers" $? 2
has "the plan says why the text cannot be read" "$(cat "$work/stderr")" "rows: cannot read corpus '$work/none': No such file or directory"

# Half of the data are missing. If no candidate can be trained, no tuned value is chosen.
question "$work/half.yaml" "steps: [10]" 'data: ["text:builtin", wikitext-2]' \
    "lr: [0.001, 0.01]" "seed: 1-2"
sed -i 's/^fixed: {data: "text:builtin", /fixed: {/' "$work/half.yaml"
printf '%s\n' "arms: {dot: , neural: {score: neural}}" "tune: {axis: lr, seeds: [1]}" >>"$work/half.yaml"
run "$work/half.yaml" -o "$work/missing" >/dev/null
is "a run does not start without its data" "$?-$(ls "$work" | grep -c '^missing$')" 2-0
has "the message names the missing data" "$(cat "$work/stderr")" "attnlab run: 8 of 16 rows need data that cannot be opened:
  8 rows: data set 'wikitext-2': missing folder"
"$attnlab" run "$work/half.yaml" --skip-missing-data -o "$work/half" 2>"$work/stderr" >/dev/null
is "rows whose data exist are measured" \
    "$? $(column "$work/half/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" \
    "0  2 not_needed 6 ok 8 skipped "
is "losing values name the winner" "$(column "$work/half/cells.csv" reason | grep -c '^lr=.* is best for this arm')" 2
has "the summary prints each reason once" "$(grep -A 1 '^16 of 16 rows' "$work/stderr")" \
    "  8 rows skipped: data set 'wikitext-2': missing folder $work/data/wikitext-2; fetch"
"$attnlab" report "$work/half" >/dev/null 2>&1
is "the report lists skipped rows with the same reason in one line" \
    "$(sed -n '/Failures/,$p' "$work/half/report.md" | grep -c 'skipped.*missing folder')" 1
becomes "a task that does not fit the data" unsupported \
    "task images cannot read data set text:builtin of kind language (expected kind images); use task " --set task=images
"$attnlab" plan "$work/short.yaml" --set task=images >"$work/text"
has "the plan prints each reason for unsupported cells once" "$(grep -A 1 'will be .unsupported' "$work/text" | tr -s '\n' ' ')" \
    "cannot read data set text:builtin of kind language (expected kind images); use task "
is "the plan shows one example cell" "$(grep -c 'e.g. kind=' "$work/text")" 1
"$attnlab" report "$work/row" >/dev/null 2>&1
has "the page gives the unsupported row as the answer" "$(page "$work/row/report.md")" "**No result: 1 of 1 row: unsupported.**"
becomes "layers that the model does not have" unsupported \
    "variant_layers=9: expected all, first, last, none, or indices such as 0+2, from 0 to 0" \
    --set variant_layers=9
last=$("$attnlab-worker" describe | sed -n 's/.*"builds":\[[^]]*"\([a-z0-9]*\)"\].*/\1/p')
for isa in "$last" nonesuch; do
    ATTNLAB_ISA=$isa "$attnlab" cell score=dot,n=16,d_model=32,heads=2 >"$work/$isa"
done
has "ATTNLAB_ISA selects a build" "$(tr -s ' ' <"$work/$last")" "isa $last"
has "a build that does not run here is an error" "$(cat "$work/nonesuch")" \
    "ATTNLAB_ISA=nonesuch: unknown build (this CPU supports"
"$attnlab" cell kind=quality,variant_layers=9,steps=10 >"$work/text"
has "attnlab cell prints the expected values" "$(cat "$work/text")" \
    "variant_layers=9: expected all, first, last, none, or indices such as 0+2, from 0 to 3"

question "$work/wild.yaml" "steps: [100]" "warmup: [0]" "lr: [100, 0.001]"
run "$work/wild.yaml" --set clip=0 -o "$work/wild" >/dev/null
is "a diverging training run does not fail the run" $?-"$(cat "$work/stderr")" 0-
is "only the diverging row has the status diverged" \
    "$(column "$work/wild/cells.csv" status | sort | tr '\n' ' ')" "diverged ok "
is "the diverging row has no loss" "$(column "$work/wild/cells.csv" valid_loss | grep -c .)" 1

cat >"$work/lost.yaml" <<'Y'
question: does it help?
kind: quality
baseline: base
fixed: {data: "text:builtin", n: 16, batch: 2, d_model: 16, layers: 1, steps: 100, warmup: 0, clip: 0, evaluate_limit: 2}
seeds: [1, 2]
arms: {base: {lr: 0.001}, one: {lr: 100, label: the one}}
Y
run "$work/lost.yaml" -o "$work/lost" >/dev/null
"$attnlab" report "$work/lost" >/dev/null 2>&1
has "the page of a question with a diverged arm says so first" "$(grep '^\*\*\|^Measured' "$work/lost/report.md")" \
    "2 of 4 rows: diverged"
sed -e 's/base: {lr: 0.001}/base: {lr: 100}/; s/one: {lr: 100,/one: {lr: 0.001,/' "$work/lost.yaml" >"$work/lost2.yaml"
run "$work/lost2.yaml" -o "$work/lost2" >/dev/null
"$attnlab" report "$work/lost2" >/dev/null 2>&1
has "the page of a question with a failed baseline says so first" "$(grep '^\*\*\|^Measured' "$work/lost2/report.md")" "2 of 4 rows: learned nothing"
# claiming RUN: copies a run and adds a claim about its arm.
claiming() {
    cp -r "$work/$1" "$work/$1-claimed"
    echo 'claims: [{arm: one, expects: better, published: wild, source: a talk}]' >>"$work/$1-claimed/plan.yaml"
    planned "$work/$1-claimed"
    "$attnlab" report "$work/$1-claimed" >/dev/null 2>&1
    cat "$work/$1-claimed/report.md"
}
has "a claim does not hide that an arm diverged" "$(claiming lost | grep '^\*\*\|^Measured')" "2 of 4 rows: diverged"
has "a claim does not hide that the baseline learned nothing" "$(claiming lost2 | grep '^\*\*\|^Measured')" "2 of 4 rows: learned nothing"
mkdir "$work/losts" && cp -r "$work/lost-claimed" "$work/lost2-claimed" "$work/losts"
"$attnlab" report "$work/losts" >/dev/null 2>&1
has "answers for programs mention the divergence" "$(cat "$work/losts/answers.csv")" "2 of 4 rows: diverged"
is "an unknown model size is not printed" "$(grep -c 'at most 0 parameters' "$work/losts/front.md")" 0
grep -v '^baseline' "$work/lost2.yaml" | sed 's/lr: 0.001/lr: 90/' >"$work/lost3.yaml"
run "$work/lost3.yaml" -o "$work/lost3" >/dev/null
"$attnlab" report "$work/lost3" >/dev/null 2>&1
has "if all arms diverged, the page gives that as the answer" "$(cat "$work/lost3/report.md")" "**No result: 4 of 4 rows: diverged.**"

# If the files of a training run cannot be saved, its row is retried later.
question "$work/place.yaml" "steps: [200]"
# nowhere NAME FOLDER: checks a run that cannot write to FOLDER.
nowhere() {
    run "$work/place.yaml" --max-time 0.001 -o "$work/$1" >/dev/null
    rm -rf "$work/$1"/*.csv "$work/$1/checkpoints" "$work/$1/$2" && : >"$work/$1/journal.jsonl" && ln -s /proc "$work/$1/$2"
}
nowhere place checkpoints
run "$work/place.yaml" -o "$work/place" --resume >/dev/null
is "a checkpoint that cannot be written makes the row unsaved" "$?-$(column "$work/place/cells.csv" status | sort -u)" 1-unsaved
has "the row names the checkpoint that could not be written" "$(column "$work/place/cells.csv" reason)" "checkpoints/"
rm "$work/place/checkpoints"
run "$work/place.yaml" -o "$work/place" --resume >/dev/null
is "the row is trained once checkpoints can be written" "$?-$(column "$work/place/cells.csv" status | sort -u)" 0-ok
nowhere kept predictions
run "$work/place.yaml" --keep predictions -o "$work/kept" --resume >/dev/null
is "predictions that cannot be written make the row unsaved" "$?-$(column "$work/kept/cells.csv" status | sort -u)" 1-unsaved
is "the unsaved row is not trained in vain" "$(checkpoints "$work/kept")" 0
rm "$work/kept/predictions"
run "$work/place.yaml" --keep predictions -o "$work/kept" --resume >/dev/null
is "the row is saved once predictions can be written" "$?-$(column "$work/kept/cells.csv" status | sort -u)-$(checkpoints "$work/kept")" 0-ok-0
is "the resumed row has the same loss" "$(column "$work/kept/cells.csv" valid_loss)" "$(column "$work/place/cells.csv" valid_loss)"

# If the address space is full, OpenBLAS never stops trying to allocate its buffer.
tight=data=text:builtin,kind=quality,n=64,batch=8,d_model=128,heads=4,layers=2,steps=3,evaluate_limit=2
least=150000
until starts_within $least || [ $least -gt 400000 ]; do least=$((least + 10000)); done
(ulimit -v $least && "$attnlab" cell "$tight" >"$work/tight" 2>&1)
has "training without memory for OpenBLAS ends at once" "$?-$(cat "$work/tight")" "oom: an allocation failed"
(ulimit -v 2000000 && "$attnlab" cell "$tight" >"$work/tight" 2>&1)
is "training with enough memory succeeds" $?-"$(grep -c '^status *ok' "$work/tight")" 0-1
finish
