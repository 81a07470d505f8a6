#!/bin/sh
# SPDX-License-Identifier: MIT
# Usage, messages, environment of workers, CSV output and the check command, with the fake worker.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_PEAKS # the fake worker returns peaks at once
spec "$work/one.yaml" "n: [8]" "score: [dot, neural]"
printf '%s\n' "baseline: {score: dot}" >>"$work/one.yaml"

usage() { # NAME PART ARGUMENTS...
    name=$1 part=$2
    shift 2
    "$attnlab" "$@" >"$work/stdout" 2>"$work/stderr"
    has "$name" "$?-$(cat "$work/stderr")" "$part"
}
is "no command: the usage" "$("$attnlab"; echo $?)" "$("$attnlab" --help; echo 2)"
has "which groups the commands" "$("$attnlab")" "
Every day:
  run        measure"
usage "unknown command" "did you mean check" chek
usage "unknown option" "2-attnlab run: unknown option '--teir'; did you mean --tier?" run "$work/one.yaml" --teir full
usage "unknown option of attnlab" "2-attnlab: unknown option '--colour'" --colour
is "list alone: its topics" "$("$attnlab" list | awk '{ print $1 }' | tr '\n' ' ')" \
    "slots axes ablations setups datasets events figures columns "
usage "unknown topic" "did you mean figures?" list figure
usage "unknown choice" "2-attnlab plan: --tier: found 'quik', expected smoke, quick or full; did you mean quick?" plan --tier quik
usage "no specification" "2-attnlab run: expected at least one specification" run
usage "missing value" "2-attnlab run: --timeout: found nothing, expected TIME" run "$work/one.yaml" --timeout
usage "missing value of an option of plans" "2-attnlab run: --set: found nothing, expected AXIS=V1,V2" run "$work/one.yaml" --set
usage "bad value" "2-attnlab run: --timeout: found 'soon', expected a time above 0" run "$work/one.yaml" --timeout=soon
usage "no such specification" "2-" run "$work/none.yaml"
for question in score-scale score-scale.yaml ablations/score-scale.yaml; do
    is "$question, asked for where it is not" "$(cd "$work" && "$attnlab" plan $question 2>&1 |
        sed 's|mean .*/ablations/|mean HOME/ablations/|')" \
        "$question: cannot be read: No such file or directory; did you mean HOME/ablations/score-scale.yaml?"
done
usage "bad filter of check" "2-attnlab check: --filter" check --filter softmax
usage "a formula for check" "--filter behave == ok: expected axis=value" check --filter 'behave == ok'
usage "a filter of one cell" "2-attnlab check: --cell and --filter cannot be combined" check --cell n=7 --filter n=8
usage "a cell that cannot be checked is none that passed" "1-" check --cell "behave=unsupported"
usage "a format of cell that is none" "2-attnlab cell: --format: found 'xml', expected text or json" cell n=8 --format xml
is "a value of check's filter may be written as elsewhere" \
    "$("$attnlab" check --list --filter n=07 2>&1 | cksum)" "$("$attnlab" check --list --filter n=7 | cksum)"
for command in run cell check; do
    usage "$command --help" "0-" $command --help
    has "$command --help goes to stdout" "$(cat "$work/stdout")" "usage: attnlab $command"
done
is "each command's help says how it ends" "$(
    "$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | while read -r command; do
        "$attnlab" "$command" --help | grep -q '^Exit: 0' || echo "$command"
    done)" ""
is "each option has a help text from one column on, and fits a page" "$(
    "$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | while read -r command; do
        "$attnlab" "$command" --help | awk -v command="$command" '
            /^ +-/ { if (substr($0, 33, 2) !~ /^ [^ ]/) print command ": " $0 }
            length > 100 { print command ": " $0 }'
    done)" ""
is "each option with a value has its default, or may be repeated" "$(
    "$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | while read -r command; do
        "$attnlab" "$command" --help | awk -v command="$command" '
            function end() { if (option && text !~ /default:|repeated/) print command ": " option }
            /^  +(-|[A-Z])/ || /^Exit/ { end(); option = substr($0, 1, 32); text = ""; if (option !~ /--[a-z-]* [A-Za-z]/) option = "" }
            { text = text " " $0 }'
    done | grep -v -- '--output\|--question\|--random\|--cell \|--export')" ""
is "attnlab help is --help" "$("$attnlab" help)" "$("$attnlab" --help)"
is "of a command too" "$("$attnlab" help merge)" "$("$attnlab" merge --help)"
usage "help on an unknown command" "2-attnlab: unknown command 'mrge'; did you mean merge?" help mrge
usage "help beside a topic that there is not" "0-" list -h extra
for command in plan run cell reproduce "list"; do
    has "$command takes --data" "$("$attnlab" $command --help)" "--data DIR "
    # shellcheck disable=SC2086 # word splitting is intended
    usage "$command: --data that is not a folder" \
        "2-attnlab $command: --data: found '/nowhere', expected a folder of data sets" \
        $command --data /nowhere "$work/one.yaml"
done
has "--version has a commit" "$("$attnlab" --version)" "attnlab 0."
has "data sets of the worker are listed" "$("$attnlab" list datasets)" "letters          language   a to z
  from generated
  licence: none"
has "the real worker has sets" "$(unset ATTNLAB_WORKER && "$attnlab" list datasets)" "
multi30k         pairs "
has "slots say how parameters begin" "$(unset ATTNLAB_WORKER && "$attnlab" list slots)" "
    initial: w N(0, 1/fan_in), b 0
"
ATTNLAB_WORKER=/nowhere/attnlab-worker usage "no worker" "2-attnlab run: " run "$work/one.yaml"

# Workers start with an environment built from scratch.
export ATTNLAB_FAKE_LOG="$work/log" SECRET=shell OPENBLAS_NUM_THREADS=64 LANG=de_DE.UTF-8
run "$work/one.yaml" -o "$work/one" >/dev/null
is "a good run exits with 0" $? 0
log=$(cat "$work/log-env")
has "one BLAS thread" "$log" "OPENBLAS_NUM_THREADS=1
"
has "locale C" "$log" "LC_ALL=C"
is "nothing of the shell's own" "$(grep -c SECRET "$work/log-env")" 0
is "the padding differs between rounds" "$(grep PADDING "$work/log-env" | sort -u | wc -l)" 2
unset ATTNLAB_FAKE_LOG OPENBLAS_NUM_THREADS

csv=$work/one/cells.csv
is "median of the samples, warm-up left out" "$(column "$csv" time_ns_median | sort -u)" 2000
is "quartiles" "$(column "$csv" time_ns_q1 | sort -u)-$(column "$csv" time_ns_q3 | sort -u)" 1500-2500
is "rate" "$(column "$csv" gflops | sort -u)" 2
is "share of the sgemm peak" "$(column "$csv" sgemm_share | sort -u)" 0.2
is "share of the bandwidth" "$(column "$csv" triad_share | sort -u)" 0.1
is "an axis that does not apply is empty" "$(column "$csv" d_prime | sort | tr '\n' .)" "..16.16."
is "a quiet axis has its default" "$(column "$csv" behave | sort -u)" ok
is "what was not measured is empty" "$(column "$csv" steal_ticks | sort -u)" ""
is "absent counters are named" "$(column "$csv" counter_status | sort -u)" absent:cycles
is "samples.csv" "$(wc -l <"$work/one/samples.csv")" 17
is "phases.csv" "$(wc -l <"$work/one/phases.csv")" 5
is "counters.csv" "$(wc -l <"$work/one/counters.csv")" 5
has "the manifest has the reason of absent counters" "$(cat "$work/one/manifest.json")" '"cycles": "no hardware counters"'
has "the manifest has peaks" "$(cat "$work/one/manifest.json")" '"sgemm_gflops": 10.0'
is "plan.yaml holds the specification" "$(grep -c 'score: \[dot, neural\]' "$work/one/plan.yaml")" 1
columns=$(head -n 1 "$csv" | tr ',' '\n' | sort)
is "no column twice" "$(echo "$columns" | uniq -d)" ""
axes="score d_prime normalizer mask n m threads behave note seed"
"$attnlab" report "$work/one" >/dev/null 2>&1
is "the report writes summary.csv" "$(test -s "$work/one/summary.csv" && echo yes)" yes
has "describe.json holds the axes" "$(cat "$work/one/describe.json")" '"name": "d_prime"'
# columns FILE: prints the columns of a table, as listed in the run's columns.csv.
columns() { awk -F, -v file="$1" '$1 == file { print $2 }' "$work/one/columns.csv"; }
# described FILE COLUMNS...: columns.csv must list every column of the table and the given columns. Tables
# omit empty columns.
described() {
    file=$1
    shift
    { printf '%s\n' "$@"; columns "$file"; } | sort >"$work/listed"
    is "$file has columns of columns.csv" \
        "$(head -n 1 "$work/one/$file" | tr ',' '\n' | sort | comm -23 - "$work/listed")" ""
}
# shellcheck disable=SC2046 # one word per axis
described cells.csv $("$attnlab" list axes | awk '{ print $1 }' | sort -u)
for table in samples phases counters curves; do described $table.csv schema_version ablation key; done
dictionary=$here/../../results/columns.md
{ for part in columns "columns of the report"; do
    sed -n "/^<!-- $part -->\$/,/^<!-- end of $part -->\$/p" "$dictionary" | sed '1d;$d' | sed '${/^$/d}'
done; } >"$work/dictionary"
is "results/columns.md has the columns of the program" "$("$attnlab" list columns | diff "$work/dictionary" -)" ""
missing=$(ls "$work"/one/*.csv | grep -v columns.csv | xargs head -qn 1 | tr ',' '\n' | sort -u | while read -r c; do
    grep -q "\`$c\`" "$dictionary" || echo " $axes " | grep -q " $c " || echo "$c"
done)
is "every column is in results/columns.md" "$missing" ""

# `attnlab check` on the axes of the fake worker.
"$attnlab" check -q --timeout 0.1 --limit 100 >"$work/check" 2>"$work/stderr"
is "check finds the bad behaviours" $? 1
grep -q '^crashed: SIGSEGV' "$work/check"
is "a crash costs its cell only" $? 0
has "the worst ratio beside failures is that of the others" "$(cat "$work/check")" \
    "refused with a reason; worst error/tolerance ratio of those that passed 0."
has "what computes without end has its limit in CPU time" "$(cat "$work/check")" \
    "timeout: no result within 0.1 s of CPU time"
has "what waits without end one by the clock, far away" "$(cat "$work/check")" \
    "timeout: no result within 3 s
"
has "refusals are counted" "$(cat "$work/check")" "refused with a reason"
has "choices are counted" "$(cat "$work/check")" "4 choices passed alone, 0 failed"
has "who is a formula alone is named" "$(cat "$work/check")" "choices without a fast function, compared only with themselves: score neural"
is "who has no values by hand comes last" "$(tail -n 1 "$work/check")" "choices without worked examples: score neural"
"$attnlab" check -q --filter score=dot --filter behave=ok >"$work/check" 2>&1
is "choices that no cell uses are left out" "$(tail -n 1 "$work/check")" "3 choices passed alone, 0 failed"
"$attnlab" check --filter behave=ok >"$work/check" 2>&1
is "check passes when all do" $? 0
has "and says the worst ratio" "$(cat "$work/check")" "0 failed, 0 refused with a reason; worst error/tolerance ratio 0.1 in score="
"$attnlab" check --filter behave=dead >"$work/check" 2>&1
is "a test point that proves nothing is replaced" $? 0
has "check counts them" "$(cat "$work/check")" "passed at a later test point, because the first could not reveal errors"
is "--list prints every cell once" "$("$attnlab" check --list | sort | uniq -d)" ""
is "the same seed gives the same cells" "$("$attnlab" check --list | cksum)" "$("$attnlab" check --list | cksum)"
is "--limit" "$("$attnlab" check --list --limit 7 | wc -l)" 7
has "tails are in the matrix" "$("$attnlab" check --list)" "n=63,m=65"
has "parameters are in the matrix" "$("$attnlab" check --list)" "score=neural,d_prime=1,"
"$attnlab" check --filter behave=incorrect >"$work/check" 2>&1
failed=$(sed -n 's/^.* passed, \([0-9]*\) failed, .*/\1/p' "$work/check" | head -n 1)
is "of failures alike ten are shown" "$(grep -c '^incorrect: ' "$work/check")" 10
has "and the others counted" "$(cat "$work/check")" "
$((failed - 10)) more failed for the same reasons"
"$attnlab" check --cell "score=dot,behave=incorrect" >"$work/check" 2>&1
is "one cell of check" $? 1

# ---- what is printed does not get there ----
if [ -c /dev/full ]; then
    for command in "list datasets" --help "cell --print-complete n=16"; do
        # shellcheck disable=SC2086 # word splitting is intended
        "$attnlab" $command >/dev/full 2>"$work/stderr"
        is "$command to a full disk" "$?-$(cat "$work/stderr")" \
            "1-attnlab: cannot write to standard output: No space left on device; the output is incomplete"
    done
else
    echo "ok $((tests += 1)) - output to a full disk # SKIP there is no /dev/full"
fi
# ---- a machine that lacks something ----
(ulimit -s 256 && "$attnlab" list axes) >"$work/said" 2>&1
has "a small stack is named" "$?-$(cat "$work/said")" "the stack is limited to 256 KiB, expected at least 512 KiB"
(ulimit -S -s 256 && "$attnlab" list axes) >"$work/said" 2>&1
is "and is made larger where that may be" $? 0
if unshare -m true 2>/dev/null; then
    unshare -m sh -c "umount -l /proc; '$attnlab' list axes" >"$work/said" 2>&1
    has "a missing /proc is named" "$?-$(cat "$work/said")" "2-attnlab: missing /proc/self/exe"
else
    echo "ok $((tests += 1)) - a missing /proc # SKIP needs root"
fi

# ---- a worker that is older than the sources beside it: after a make that failed, or none ----
tree=$work/tree
mkdir -p "$tree/kernels/scores" "$tree/models" "$tree/datasets"
touch -d '2 minutes ago' "$tree/kernels/scores/mine.c" "$tree/datasets/list.def"
cp "$here/fake-worker" "$tree/attnlab-worker"
older() { { ATTNLAB_WORKER=$tree/attnlab-worker "$attnlab" list axes >/dev/null; } 2>&1; }
is "a worker that is newer than its sources: nothing is said" "$(older)" ""
touch -d '9 minutes ago' "$tree/attnlab-worker"
touch -d '3 minutes ago' "$tree/datasets/list.def"
is "one that is older is told, with the source changed last" "$(older)" \
    "note: $tree/kernels/scores/mine.c was changed after $tree/attnlab-worker was built; rebuild it with \`make\`"
is "what was asked for is done" "$(ATTNLAB_WORKER=$tree/attnlab-worker "$attnlab" list axes 2>/dev/null)" "$("$attnlab" list axes)"
finish
