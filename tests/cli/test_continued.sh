#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests when training runs may be continued or reused. Checkpoints, --resume and --reuse must detect a change
# of program, data, tokenizer, vector path or OpenBLAS core.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE OPENBLAS_CORETYPE

# Both texts have the same size. Some tests replace the first text by the second.
sentence='the cat sat on the mat and saw a dog in the fog, '
yes "$sentence" | head -n 400 >"$work/first"
yes "$sentence" | head -n 400 | tr a-m n-z >"$work/second"
text=$work/text

# question FILE STEPS FACTORS...: writes a question with tiny models trained on the text.
question() {
    file=$1 steps=$2
    shift 2
    cat >"$file" <<T
question: which one learns better?
kind: quality
simple_baselines: none
fixed: {data: "text:$text", n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, evaluate_limit: 4, steps: $steps, dropout: 0.1}
factors:
T
    for factor in "$@"; do printf '  %s\n' "$factor" >>"$file"; done
}
children() { grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status 2>/dev/null | tr -cd '0-9\n'; }
losses() { column "$1/cells.csv" valid_loss; }
reasons() { column "$1/cells.csv" reason; }
checkpointed() { ls "$1/checkpoints" 2>/dev/null | grep -q 'safetensors$'; }

# ---- a checkpoint ----
question "$work/one.yaml" 6000 "score: [dot]"
cp "$work/second" "$text"
run "$work/one.yaml" -o "$work/of-second" >/dev/null
cp "$work/first" "$text"
run "$work/one.yaml" -o "$work/of-first" >/dev/null
is "a run of two texts succeeds" "$(losses "$work/of-first" | grep -c .)-$([ "$(losses "$work/of-first")" = "$(losses "$work/of-second")" ] && echo same)" 1-

# killed DIR: starts a run on the first text and kills the run during training.
killed() {
    "$attnlab" run "$work/one.yaml" -o "$1" -q >/dev/null 2>&1 &
    driver=$!
    await checkpointed "$1"
    kill -KILL $driver
    wait $driver 2>/dev/null
    is "the run was killed in time" "$(wc -l <"$1/journal.jsonl")" 0
}
killed "$work/killed"
cp -r "$work/killed" "$work/moved" && cp -r "$work/killed" "$work/same"
run "$work/one.yaml" -o "$work/same" --resume >/dev/null
is "the same text continues the training run" "$?-$(cat "$work/stderr")-$(reasons "$work/same")" 0--
is "the continued run has the same loss" "$(losses "$work/same")" "$(losses "$work/of-first")"
cp "$work/second" "$text"
"$attnlab" run "$work/one.yaml" -o "$work/killed" --resume >/dev/null 2>"$work/stderr"
is "another text restarts the training" "$?-$(losses "$work/killed")" "0-$(losses "$work/of-second")"
has "the row says that training was restarted" "$(reasons "$work/killed")" "trained from the first step, because the checkpoint cannot be used: $work/killed/checkpoints/"
has "the row says which fact differs" "$(reasons "$work/killed")" "the checkpoint was trained with another data hash: "
has "the run reports the restart" "$(cat "$work/stderr")" "trained from the first step"
cp "$work/first" "$text"

# The test needs a machine that supports two OpenBLAS cores: Haswell, and SkylakeX with AVX-512.
core_of() { OPENBLAS_CORETYPE=$1 run "$work/one.yaml" -o "$work/core-$1" --set steps=20 >/dev/null && column "$work/core-$1/cells.csv" blas_core; }
if [ "$(core_of Haswell)-$(core_of SkylakeX)" = Haswell-SkylakeX ]; then
    for core in Haswell SkylakeX; do
        OPENBLAS_CORETYPE=$core run "$work/one.yaml" -o "$work/whole-$core" >/dev/null
    done
    [ "$(losses "$work/whole-Haswell")" != "$(losses "$work/whole-SkylakeX")" ]
    is "two OpenBLAS cores give different bits" $? 0
    OPENBLAS_CORETYPE=Haswell killed "$work/cored"
    OPENBLAS_CORETYPE=SkylakeX run "$work/one.yaml" -o "$work/cored" --resume >/dev/null
    is "another OpenBLAS core restarts the training" "$?-$(losses "$work/cored")" "0-$(losses "$work/whole-SkylakeX")"
    has "the row says that another core restarted it" "$(reasons "$work/cored")" "the checkpoint was trained with another OpenBLAS core type: SkylakeX here, Haswell there"
    is "the row records the core that trained it" "$(column "$work/cored/cells.csv" blas_core)" SkylakeX
fi

# Only the worker receives SIGTERM; the driver does not.
"$attnlab" run "$work/one.yaml" -o "$work/asked" -q >/dev/null 2>"$work/stderr" &
driver=$!
await checkpointed "$work/asked"
kill -TERM $(children $driver)
wait $driver
is "SIGTERM to a worker fails its row" "$?-$(column "$work/asked/cells.csv" status)" 1-interrupted
has "the row says that its worker was terminated" "$(reasons "$work/asked")" "another program ended the worker with SIGTERM"
run "$work/one.yaml" -o "$work/asked" --resume >/dev/null
is "the terminated row is retried" "$?-$(column "$work/asked/cells.csv" status)-$(losses "$work/asked")" "0-ok-$(losses "$work/of-first")"

# ---- --reuse and --resume ----
question "$work/two.yaml" 40 "score: [dot, neural]"
run "$work/two.yaml" -o "$work/run" >/dev/null
# refused NAME PART OPTIONS...: checks that a run is refused with PART in the reason.
refused() {
    name=$1 part=$2
    shift 2
    "$attnlab" run "$work/two.yaml" -q "$@" >/dev/null 2>"$work/stderr"
    is "$name is refused" $? 2
    has "$name gets a message" "$(cat "$work/stderr")" "$part"
}
# changed DIR SED: copies the run, edits its journal with sed and keeps one row.
changed() {
    cp -r "$work/run" "$1"
    sed -i "$2" "$1/journal.jsonl"
    sed -i 's/,}/}/g' "$1/journal.jsonl"
    checksummed "$1/journal.jsonl"
    cp -r "$1" "$1-part"
    sed -i 2d "$1-part/journal.jsonl"
}
for how in "isa another vector path: " "blas_core another OpenBLAS core type: " "blas_config another OpenBLAS version: " \
    "hash another data hash: " "tokenizer_hash another tokenizer hash: "; do
    fact=${how%% *}
    changed "$work/$fact" "s/\"$fact\":\"[^\"]*\"/\"$fact\":\"another\"/"
    refused "--reuse of another $fact" "$work/$fact was trained with ${how#* }" --reuse "$work/$fact" -o "$work/none"
    refused "--resume of another $fact" "contains rows measured with ${how#* }" -o "$work/$fact-part" --resume
    changed "$work/no-$fact" "s/\"$fact\":\"[^\"]*\",*//"
    refused "--reuse without $fact" "unknown there" --reuse "$work/no-$fact" -o "$work/none"
done
is "a refused --reuse creates nothing" "$(ls -d "$work/none" 2>/dev/null)" ""
run "$work/two.yaml" --reuse "$work/run" -o "$work/taken" >/dev/null
is "--reuse takes equal runs" "$?-$(column "$work/taken/cells.csv" trained_in | sort | uniq -c | tr -s ' ')" "0- 2 $work/run"
cp -r "$work/run" "$work/part" && sed -i 2d "$work/part/journal.jsonl"
cp -r "$work/part" "$work/again"
cp "$work/second" "$text"
refused "--reuse of another text" "another data hash: " --reuse "$work/run" -o "$work/none"
cp "$work/part/journal.jsonl" "$work/before"
refused "--resume with another text" "another data hash: " -o "$work/part" --resume
is "a refused --resume leaves the journal unchanged" "$(cmp "$work/before" "$work/part/journal.jsonl" 2>&1)" ""
cp "$work/first" "$text"
run "$work/two.yaml" -o "$work/again" --resume >/dev/null
is "the same text resumes with the same result" "$?-$(losses "$work/again")" "0-$(losses "$work/run")"

# ---- the page ----
"$attnlab" report "$work/run" >/dev/null 2>&1
is "the page has no warning if all facts are equal" "$(grep -c 'in doubt' "$work/run/report.md")" 0
cp -r "$work/run" "$work/mixed"
core=$(column "$work/run/cells.csv" blas_core | head -n 1)
awk -v core="$core" 'NR == 3 { sub("," core ",", ",Nonesuch,") } { print }' "$work/run/cells.csv" >"$work/mixed/cells.csv"
"$attnlab" report "$work/mixed" >/dev/null 2>&1
has "the page names the facts that differ" "$(page "$work/mixed/report.md")" "Comparisons are in doubt because arms differ in OpenBLAS core type."
finish
