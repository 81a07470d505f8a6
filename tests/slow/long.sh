#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the CPU time for planning, running, resuming, reporting and comparing grows in proportion to the
# number of cells. Four times as many cells may take at most eight times as long. The worker answers
# immediately (tests/simulated/).
# make: simulated-build
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # every row is flushed to disk
. "$(dirname "$0")/../cli/lib.sh"
ATTNLAB_WORKER=${SIMULATED_WORKER:-$here/../../build/obj/tests/simulated/worker}
if [ ! -x "$ATTNLAB_WORKER" ]; then
    echo "$ATTNLAB_WORKER is missing; run make simulated-build"
    exit 77
fi
mkdir "$work/bin" && printf '#!/bin/sh\n' >"$work/bin/gnuplot" && chmod +x "$work/bin/gnuplot" # as dear for all sizes
PATH=$work/bin:$PATH

# question SEEDS: writes a question with twelve cells per seed.
question() {
    cat <<Q
question: which is better?
kind: quality
metric: loss
margin: 0.005
baseline: base
fixed: {world: 7, held_out: yes}
factors: {lr: [0.002, 0.004, 0.008], seed: 1-$1}
split: held_out
arms: {base: {twin: 0}, one: {twin: 2, gain: 0.01}, two: {twin: 3, gain: 0.02}, three: {twin: 4}}
Q
}
# hundredths COMMAND...: prints the CPU time of a command and its children in hundredths of a second.
hundredths() {
    (
        "$@" >"$work/said" 2>&1 || echo "$* ended with $?" >>"$work/wrong"
        times >"$work/times" # no pipe, because a separate process would have its own CPU time
        awk 'END { for (i = 1; i <= 2; i++) { split($i, part, "[ms]"); s += 60 * part[1] + part[2] }
            printf "%d\n", 100 * s }' "$work/times"
    )
}
# least COMMAND...: prints the lowest CPU time of three runs.
least() { for _ in 1 2 3; do hundredths "$@"; done | sort -n | head -n 1; }
# grows NAME SMALL LARGE: checks that LARGE is less than eight times SMALL. 1 is added to SMALL, because SMALL
# may be 0.
grows() {
    echo "# $1: $2/100 s for the small plan, $3/100 s for the large plan"
    is "$1: grows in proportion to the number of cells" "$(($3 > 0 && $3 < 8 * ($2 + 1)))" 1
}

: >"$work/wrong"
small=150 large=600
for seeds in $small $large; do
    question $seeds >"$work/$seeds.yaml"
    question $((10 * seeds)) >"$work/plan$seeds.yaml"
done
grows "planning 18,000 and 72,000 cells" "$(least "$attnlab" plan "$work/plan$small.yaml")" \
    "$(hundredths "$attnlab" plan "$work/plan$large.yaml")"
has "all cells are planned" "$(cat "$work/said")" "72000 cells"
begin() { rm -rf "$work/run$1" && "$attnlab" run "$work/$1.yaml" -o "$work/run$1" -q; }
grows "running 1,800 and 7,200 rows" "$(hundredths begin $small)" "$(hundredths begin $large)"
is "all rows are in the table" "$(($(wc -l <"$work/run$large/cells.csv") > 7200))" 1
resume() { "$attnlab" run "$work/$1.yaml" -o "$work/run$1" -q --resume; }
grows "resuming a finished run" "$(least resume $small)" "$(hundredths resume $large)"
report() { "$attnlab" report "$work/run$1"; }
grows report "$(least report $small)" "$(hundredths report $large)"
compare() { "$attnlab" compare "$work/run$1" "$work/run$1"; }
grows compare "$(least compare $small)" "$(hundredths compare $large)"
is "every command succeeded" "$(cat "$work/wrong")" ""
finish
