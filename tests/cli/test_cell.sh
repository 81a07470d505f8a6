#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab cell with a training, with the real worker: shows progress; with -o DIR it keeps the files
# of a run and resumes after a kill.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
cd "$work" || exit 1
tiny="kind=quality,data=text:builtin,train_records=100,d_model=16,heads=2,layers=1,n=16,batch=4"
cell() { "$attnlab" cell "$@" >stdout 2>stderr; }
# row DIR COLUMN
row() { column "$1/cells.csv" "$2"; }

# ---- what is shown ----
cell "$tiny,steps=20"
is "a training" $? 0
has "says on stderr that it has begun" "$(head -n 1 stderr)" "training; -o DIR would keep it"
is "and where it is, a line for each look at it" \
    "$(sed -n 2p stderr | sed 's/[0-9][0-9.]*/N/g')" "N s: steps N/N (N%), Ns left  loss N"
is "numbers have six digits at the most" \
    "$(awk '/^(tokens.s|training s)/ { sub(/^0[.]0*/, "", $NF); if (gsub("[0-9]", "", $NF) > 9) print }' stdout)" ""
has "and bytes are said to be such" "$(sed -n 's/^working  *[0-9]* //p; s/^resident  *[0-9]* //p' stdout)" "bytes
bytes"
is "but nothing of the sort on stdout" "$(grep -c 'steps [0-9]\|training;' stdout)" 0
cp stdout plain
"$attnlab" cell "$tiny,steps=20" --format json 2>/dev/null >json
is "nor in JSON" "$(head -c 1 json)$(tail -n 1 json)" "{}"
if ! why=$(script -qec true /dev/null </dev/null 2>&1); then
    echo "ok $((tests += 1)) - on a terminal # SKIP there is no pseudo-terminal: $(echo "$why" | tr -s '\r\n' ' ')"
else
    TERM=xterm script -qec "'$attnlab' cell '$tiny,steps=20'" seen >/dev/null 2>&1 </dev/null
    has "on a terminal it is a bar" "$(tr '\r' '\n' <seen)" "[##..................] 2/20 (10%)"
    has "up to the end" "$(tr '\r' '\n' <seen)" "[####################] 20/20 (100%)"
fi
cell "n=16,d_model=16,heads=2"
is "a layer that is timed is not disturbed by any of it" "$(cat stderr)" ""

# ---- threads ----
# phases THREADS: "name flop" of each phase, in one line
phases() {
    "$attnlab" cell "n=64,d_model=32,heads=2,threads=$1" --format json | awk -F '"' '
        /"phases": \[/ { inside = 1 } inside && $2 == "phase" { name = $4 }
        inside && $2 == "flop" { flop = $3 ~ /: 0[.]?0*,?$/ ? "none" : "some" }
        inside && /}/ && name != "" { printf "%s%s %s", comma, name, flop; comma = ", "; name = "" }
        inside && /\]/ { exit }'
}
worked="projection some, score some, normalize some, sum some, output some"
is "one thread never waits" "$(phases 1)" "$worked"
if [ "$(nproc)" -gt 1 ]; then
    is "of two, one waits for the other at times: of a phase of its own, without work" \
        "$(phases 2)" "$worked, wait none"
else
    echo "ok $((tests += 1)) - of two, one waits # SKIP this machine has one core"
fi

# ---- what is kept ----
cell "$tiny,steps=20" -o deep/kept --keep predictions
is "with -o it is a run" $? 0
has "that shows what a run shows" "$(cat stderr)" "rows 0/1 (0%)"
has "and where its results are" "$(cat stderr)" "results: deep/kept"
without() { grep -v '^predicted\|^tokens/s\|^training s\|^resident\|^cpus' "$1"; }
is "what it says is the same" "$(without stdout)" "$(without plain)"
is "the row is kept" "$(row deep/kept cell) $(row deep/kept status)" \
    "$("$attnlab" cell --print-complete "$tiny,steps=20" >/dev/null && sed -n 's/^cell  *//p' plain) ok"
is "with its loss" "$(row deep/kept valid_loss | awk '{ printf "%.6g", $1 }')" \
    "$(awk '$1 == "valid" && $2 == "loss" { print $3 }' plain)"
is "its curve is kept, to the last step" "$(column deep/kept/curves.csv step | tail -n 1)" 20
is "so are its predictions" "$(ls "deep/kept/$(row deep/kept predictions)")" \
    "deep/kept/$(sed -n 's/^predicted  *//p' stdout)"
is "no checkpoint is left" "$(ls deep/kept | grep -c checkpoints)" 0
"$attnlab" report deep/kept >/dev/null 2>stderr
is "it can be reported like a run" "$?-$(cat stderr)" 0-
cell "$tiny,steps=20" -o deep/kept
is "a folder that has something is not written to" $? 2
has "and told how it is" "$(cat stderr)" "deep/kept is not empty. Continue that run with --resume"
cp stdout nothing && cell "$tiny,steps=20" -o deep/kept --resume
is "with --resume what is done is told again" "$? $(without stdout)" "0 $(without plain)"
cell "$tiny,steps=30" -o deep/kept --resume
is "but another cell does not go on there" $? 2

# Values that YAML or a shell would take for something else are the cell's own.
mkdir data && cp "$here/../../README.md" 'data/a "b": #c'
cell "$(echo "$tiny" | sed 's,text:builtin\,,text:data/a%20%22b%22: #c\,,'),steps=2" -o odd
is "a value of any letters" "$?-$(row odd data)" '0-text:data/a "b": #c'

# ---- a kill ----
long="$tiny,steps=6000,dropout=0.1"
"$attnlab" cell "$long" -o killed >/dev/null 2>&1 &
driver=$!
await sh -c 'ls killed/checkpoints | grep -q safetensors'
kill -KILL $driver
wait $driver 2>/dev/null
"$attnlab" report killed >/dev/null 2>&1
command=$(sed -n 's/^ *\(attnlab cell .*\)/\1/p' killed/report.md)
has "a page of what was killed says how it goes on" "$command" "attnlab cell $tiny,steps=6000,dropout=0.1 -o killed --resume"
eval "attnlab() { \"$attnlab\" \"\$@\"; }; $command" >stdout 2>stderr
is "so it does" $? 0
has "from where it was" "$(sed -n '2,$p' stderr)" "results: killed"
cell "$long" -o whole
is "to the same bits" "$(row killed valid_loss)" "$(row whole valid_loss)"

# ---- what cannot be kept ----
# refused NAME PART ARGUMENTS...: with status 2, and nothing is made
refused() {
    name=$1 part=$2
    shift 2
    cell "$@"
    is "$name: status" "$?" 2
    has "$name: why" "$(cat stderr)" "$part"
}
refused "predictions without a place" "--keep predictions: expected -o DIR too" "$tiny" --keep predictions
refused "going on without one" "--resume: expected -o DIR too" "$tiny" --resume
refused "predictions of a layer" "the cell trains nothing" n=16 --keep predictions -o x
refused "a later round" "found round 2, expected round 1" n=16,round=2 -o x
for round in abc 0 1.5 -1 1000000000000; do
    refused "round $round" "found round=$round, expected a whole number from 1 on" n=16,round=$round
done
cell "n=16,d_model=32,heads=2" --print-complete
mv stdout expected
cell "n=16,round=2,d_model=32,heads=2" --print-complete
is "what stands behind the round counts" "$?-$(cat stdout)" "0-$(cat expected)"
refused "a simple baseline" "found a simple baseline" "kind=simple_baseline,data=text:builtin,simple_baseline=bigram,counted=seen" -o x
is "nothing was made of these" "$(ls -d x 2>/dev/null)" ""
cell "n=16,d_model=16,heads=2,batch=1,phase=both,samples=1,min_sample_ms=0,input=huge" -o huge
is "huge inputs take no steps of differences: the gradient is right" "$?-$(row huge status)-$(row huge reason)" 0-ok-
cell "n=16,d_model=16,heads=2" -o timed
is "a timed layer is kept too" "$?-$(row timed status)-$(column timed/samples.csv sample | wc -l | awk '{ print ($1 > 1) }')" 0-ok-1

# OpenBLAS, which maps a buffer for each thread that multiplies at the same time, asks for one again
# and again where the address space is full. Somewhere in these limits there is room for one alone.
two="n=256,d_model=512,heads=8,threads=2,samples=1,min_sample_ms=0,counters=none"
if "$attnlab" cell "$two" >two 2>&1; then
    for kib in 180000 210000 240000 270000 300000 330000 360000 390000; do
        starts_within $kib || continue
        (ulimit -v $kib && "$attnlab" cell "$two" --timeout 120 2>&1) | grep -o '^status *[a-z]*'
    done >two
    is "two threads without room for OpenBLAS do not hang" "$(grep -c timeout two)" 0
    has "where there is too little for them they are out of memory" "$(cat two)" oom
fi
finish
