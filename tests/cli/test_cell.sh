#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `attnlab cell` with the real worker. The command prints the progress of a training run and saves
# nothing.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
cd "$work" || exit 1
tiny="kind=quality,data=text:builtin,train_records=100,d_model=16,heads=2,layers=1,n=16,batch=4"
cell() { "$attnlab" cell "$@" >stdout 2>stderr; }

# ---- progress ----
cell "$tiny,steps=20"
is "a training cell succeeds" $? 0
is "progress is printed to stderr, one line per update" \
    "$(sed -n 1p stderr | sed 's/[0-9][0-9.]*/N/g')" "N s: steps N/N (N%), Ns left  loss N"
is "numbers have at most six digits" \
    "$(awk '/^(tokens.s|training s)/ { sub(/^0[.]0*/, "", $NF); if (gsub("[0-9]", "", $NF) > 9) print }' stdout)" ""
has "bytes are printed with a unit" "$(sed -n 's/^working  *[0-9]* //p; s/^resident  *[0-9]* //p' stdout)" "bytes
bytes"
is "no progress goes to stdout" "$(grep -c 'steps [0-9]' stdout)" 0
is "attnlab cell saves nothing" "$(ls)" "stderr
stdout"
"$attnlab" cell "$tiny,steps=20" --format json 2>/dev/null >json
is "no progress goes into JSON" "$(head -c 1 json)$(tail -n 1 json)" "{}"
if ! why=$(script -qec true /dev/null </dev/null 2>&1); then
    echo "ok $((tests += 1)) - progress on a terminal # SKIP no pseudo-terminal is available: $(echo "$why" | tr -s '\r\n' ' ')"
else
    TERM=xterm script -qec "'$attnlab' cell '$tiny,steps=20'" seen >/dev/null 2>&1 </dev/null
    has "on a terminal progress is a bar" "$(tr '\r' '\n' <seen)" "[##..................] 2/20 (10%)"
    has "the bar reaches the end" "$(tr '\r' '\n' <seen)" "[####################] 20/20 (100%)"
fi
cell "n=16,d_model=16,heads=2"
is "timed layers are not disturbed by progress output" "$(cat stderr)" ""

# ---- instructions ----
isa() { # PRECISION: prints the recorded instructions
    "$attnlab" cell "n=16,d_model=16,heads=2,precision=$1" --format json 2>/dev/null | sed -n 's/.*"isa": "\(.*\)",/\1/p'
}
is "bf16 adds its instructions to the vector build" \
    "$(isa bf16 | grep -cx "$(isa float32)[+]\(avx512_bf16\|bf16_emulated\)")" 1

# ---- threads ----
# phases THREADS: prints "name flop" of each phase in one line.
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
    is "with two threads, waiting is a separate phase without work" \
        "$(phases 2)" "$worked, wait none"
else
    echo "ok $((tests += 1)) - with two threads, waiting is a separate phase without work # SKIP this machine has one core"
fi

# ---- keys of rows ----
# refused NAME PART ARGUMENTS...: checks that a cell is refused with status 2.
refused() {
    name=$1 part=$2
    shift 2
    cell "$@"
    is "$name: status" "$?" 2
    has "$name: the message says why" "$(cat stderr)" "$part"
}
for round in abc 0 1.5 -1 1000000000000; do
    refused "round $round" "round=$round: expected a whole number of at least 1" n=16,round=$round
done
cell "n=16,d_model=32,heads=2" --print-complete
mv stdout expected
cell "n=16,round=2,d_model=32,heads=2" --print-complete
is "axes may follow the round in a cell" "$?-$(cat stdout)" "0-$(cat expected)"
cell "n=16,d_model=16,heads=2,batch=1,phase=both,samples=1,min_sample_ms=0,input=huge"
is "huge inputs are not checked by finite differences, and the gradient is right" "$?-$(sed -n 's/^status *//p' stdout)" 0-ok

# OpenBLAS needs one buffer per thread and never stops trying to allocate it. At one of these limits, only one
# buffer fits into memory.
two="n=256,d_model=512,heads=8,threads=2,samples=1,min_sample_ms=0,counters=none"
if "$attnlab" cell "$two" >two 2>&1; then
    for kib in 180000 210000 240000 270000 300000 330000 360000 390000; do
        starts_within $kib || continue
        (ulimit -v $kib && "$attnlab" cell "$two" --timeout 120 2>&1) | grep -o '^status *[a-z]*'
    done >two
    is "two threads without memory for OpenBLAS do not hang" "$(grep -c timeout two)" 0
    has "with too little memory the status is oom" "$(cat two)" oom
fi
finish
