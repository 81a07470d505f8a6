#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions and misses that valgrind simulates (counters=callgrind): the same at each run, other
# where kernels differ, marked; why there are none; and FLOP that kernels declare against those that
# ran, instruction by instruction.
. "$(dirname "$0")/../cli/lib.sh"
unset ATTNLAB_WORKER OPENBLAS_CORETYPE
skip_without valgrind
small=heads=2,d_model=64,samples=1,min_sample_ms=0
cat >"$work/kernels.yaml" <<T
question: which score takes more instructions?
rounds: 2
fixed: {n: 64, d_model: 64, heads: 2, samples: 1, min_sample_ms: 0}
arms: {dot: , additive: {score: additive}}
T

# counted FILE: score, round, phase, event, value and unit of what was simulated; the key has commas
counted() {
    awk -F, '$(NF - 6) == "callgrind" {
        split($0, part, /score=/); sub(/,.*/, "", part[2])
        match($0, /round=[0-9]+/)
        print part[2], substr($0, RSTART + 6, RLENGTH - 6), $(NF - 4), $(NF - 3), $(NF - 2), $(NF - 1)
    }' "$1"
}
# value FILE SCORE ROUND PHASE EVENT
value() { counted "$1" | awk -v want="$2 $3 $4 $5" '$1 " " $2 " " $3 " " $4 == want { print $5 }'; }

run "$work/kernels.yaml" --counters callgrind -o "$work/run" >/dev/null
is "a run ends well" $? 0
csv=$work/run/counters.csv
counted "$csv" | sed -n 's/^\([a-z]*\) 1 /\1 /p' | sort >"$work/first"
counted "$csv" | sed -n 's/^\([a-z]*\) 2 /\1 /p' | sort >"$work/second"
is "two layers, six sums, twelve events and three formulas" "$(wc -l <"$work/first")" $((2 * 6 * 15))
# Exactly: rounds differ in what surrounds the process, and nothing of that is counted.
is "another round counts the same" "$(diff "$work/first" "$work/second")" ""
is "every unit says that it is simulated" "$(counted "$csv" | awk '$6 != "simulated" && $6 !~ /^simulated/' | head -n 3)" ""
dot=$(value "$csv" dot 1 score instructions) additive=$(value "$csv" additive 1 score instructions)
# tanh of a sum a pair and dimension, where a dot product has one multiply-add
is "tanh takes more than products" "$([ "$additive" -gt $((2 * dot)) ] && echo yes || echo "$additive, $dot")" yes
is "and the sum as much as before" "$(value "$csv" dot 1 sum instructions)" "$(value "$csv" additive 1 sum instructions)"
parts=$(counted "$csv" | awk '$1 == "dot" && $2 == 1 && $4 == "instructions" { if ($3 == "all") all = $5; else sum += $5 }
    END { print (all >= sum && all < 1.1 * sum) ? "yes" : all " of " sum }') # what precedes phases is small
is "phases make up the whole" "$parts" yes
"$attnlab" report "$work/run" >/dev/null 2>&1
has "the page says which counts are simulated" "$(page "$work/run/report.md")" "group callgrind counts is simulated"

# Twice the length: four times the pairs. 10 %: what is done once a query or key, not once a pair.
run "$work/kernels.yaml" --filter arm=dot --set n=128,256 --set rounds=1 --counters=callgrind -o "$work/longer" >/dev/null
four=$(counted "$work/longer/counters.csv" | awk '$3 == "score" && $4 == "instructions" { v[++n] = $5 }
    END { r = v[1] > v[2] ? v[1] / v[2] : v[2] / v[1]; print (n == 2 && r > 3.6 && r < 4.4) ? "yes" : n " rows, " r }')
is "four times the scores, four times the instructions" "$four" yes

cell() { "$attnlab" cell "n=16,$small" --format json "$@"; }
is "without being asked for there is none" "$(cell | grep -c callgrind)" 0
mkdir "$work/none"
without=$(PATH=$work/none cell --counters callgrind)
has "without valgrind the row is good" "$without" '"status": "ok"'
has "and says what is missing" "$without" "valgrind is not on the PATH: install it (apt install valgrind)"
printf '#!/bin/sh\necho first >&2\necho it fell >&2\nexit 7\n' >"$work/none/valgrind" && chmod +x "$work/none/valgrind"
has "a valgrind that ends badly is quoted" "$(PATH=$work/none:$PATH cell --counters callgrind)" "it ended by status 7: it fell"
has "a slip is told" "$(cell --counters valgrind 2>&1)" "axis counters: found 'valgrind', expected one of all none callgrind"
is "attnlab-worker simulate wants valgrind" "$("$here/../../attnlab-worker" simulate x 2>&1)" \
    "attnlab-worker: simulate: expected to be run by valgrind --tool=callgrind"

# Killed from outside, a worker takes valgrind with it: n=1021 would keep it busy for minutes.
simulating() { grep -la -- "simulate.*n=1021," /proc/[0-9]*/cmdline; }
"$attnlab" cell "n=1021,d_model=64,heads=1,samples=1,min_sample_ms=0,seed=$$" --counters callgrind >/dev/null 2>&1 &
driver=$!
await simulating >/dev/null
worker=$(pgrep -P $driver)
kill -KILL "$worker"
gone() { ! simulating >/dev/null; }
await gone && is "valgrind ends with the worker" gone gone
wait $driver 2>/dev/null

# flop CELL: what ran over what is declared, of phases that are products.
# At least what is declared: prints phases that are not so. 5 % more: OpenBLAS scales each number of a product by alpha, tiles of
# keys are summed (a number each, where it takes 64 to 128 operations), tails are whole vectors.
# Elementwise work declares an exponential as one operation and runs a polynomial: up to tenfold.
flop() {
    complete=$("$attnlab" cell --print-complete "$1,isa=$isa,$small")
    OPENBLAS_NUM_THREADS=1 valgrind -q --tool=callgrind --vgdb=no --instr-atstart=no --dump-instr=yes \
        --combine-dumps=yes --compress-pos=no --compress-strings=no --callgrind-out-file="$work/instructions" \
        "$here/../../attnlab-worker" simulate "$complete" 2>"$work/stderr"
    "$attnlab" cell "$1,isa=$isa,$small,counters=none" --format json >"$work/record"
    python3 "$here/../slow/counted_flop.py" "$work/instructions" "$work/record" >"$work/flop"
    rm -f "$work/instructions" # Callgrind adds to what is there
    awk '{ most = $1 == "normalize" ? 10 : 1.05; seen++
           if (!($2 >= $3 && $2 <= most * $3)) print $1 ": ran " $2 ", declared " $3 }
        END { if (seen != 5) print seen + 0 " phases" }' "$work/flop"
}
# step_flop CELL: the same of steps of training, of which four more are taken, so that what else a worker does cancels.
# Prints the two numbers if less ran than is declared, or more than twice as much: functions count as one
# operation each and run a polynomial, and the optimiser, batches and masks are not declared.
trained() { # CELL STEPS: what ran, and what the training counted
    complete=$("$attnlab" cell --print-complete "kind=quality,$1,steps=$2,evaluate_every=6,evaluate_limit=1,warmup=0,isa=$isa")
    OPENBLAS_NUM_THREADS=1 valgrind -q --tool=callgrind --vgdb=no --dump-instr=yes --combine-dumps=yes \
        --compress-pos=no --compress-strings=no --callgrind-out-file="$work/instructions" \
        "$here/../../attnlab-worker" run --record-fd 3 "$complete" 3>"$work/record" 2>"$work/stderr"
    python3 "$here/../slow/counted_flop.py" "$work/instructions"
    python3 -c 'import json, sys; print(json.loads(sys.stdin.readlines()[-1])["work"]["flop"])' <"$work/record"
    rm -f "$work/instructions"
}
step_flop() {
    { trained "$1" 2; trained "$1" 6; } | xargs |
        awk '{ ran = $3 - $1; declared = $4 - $2; if (!(declared > 0 && ran >= declared && ran <= 2 * declared))
               print "ran " ran ", declared " declared }'
}
if command -v python3 >/dev/null && command -v objdump >/dev/null; then
    isa=auto
    grep -q avx2 /proc/cpuinfo && isa=avx2
    is "declared FLOP ran: dot products" "$(flop n=128)" ""
    is "of a small network" "$(flop n=128,score=neural,q=mlp)" ""
    is "backward" "$(flop n=128,phase=backward)" ""
    is "of score matrices kept" "$(flop n=128,method=materialised,normalizer=sigmoid)" ""
    few=data=mqar:vocabulary=1000%2Clength=32%2Cpairs=2%2Ctrain=40%2Cvalid=4%2Ctest=4,task=positions
    is "of steps that ask at few places" "$(step_flop $few,d_model=32,heads=2,layers=1,n=32,batch=4)" ""
else
    is "declared FLOP ran # SKIP python3 or objdump is not installed" "" ""
fi
finish
