#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests usage, messages, the environment of workers, CSV output and the check command with the fake worker.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_PEAKS # the fake worker returns peaks immediately
spec "$work/one.yaml" "n: [8]" "score: [dot, neural]"
printf '%s\n' "baseline: {score: dot}" >>"$work/one.yaml"

usage() { # NAME PART ARGUMENTS...
    name=$1 part=$2
    shift 2
    "$attnlab" "$@" >"$work/stdout" 2>"$work/stderr"
    has "$name" "$?-$(cat "$work/stderr")" "$part"
}
is "without a command the usage is printed" "$("$attnlab"; echo $?)" "$("$attnlab" --help; echo 2)"
has "the usage groups the commands" "$("$attnlab")" "
Every day:
  run        measure"
usage "an unknown command is rejected" "did you mean check" chek
usage "an unknown option is rejected" "2-attnlab run: unknown option '--teir'; did you mean --tier?" run "$work/one.yaml" --teir full
usage "an unknown option of attnlab is rejected" "2-attnlab: unknown option '--colour'" --colour
is "list alone prints its topics" "$("$attnlab" list | awk '{ print $1 }' | tr '\n' ' ')" \
    "slots axes ablations setups datasets events figures columns "
usage "an unknown topic is rejected" "did you mean figures?" list figure
usage "an unknown choice is rejected" "2-attnlab plan: --tier: found 'quik', expected smoke, quick or full; did you mean quick?" plan --tier quik
usage "a missing specification is reported" "2-attnlab run: expected at least one specification" run
usage "a missing value is reported" "2-attnlab run: --timeout: found nothing, expected TIME" run "$work/one.yaml" --timeout
usage "a missing value of a plan option is reported" "2-attnlab run: --set: found nothing, expected AXIS=V1,V2" run "$work/one.yaml" --set
usage "an invalid value is reported" "2-attnlab run: --timeout: found 'soon', expected a time above 0" run "$work/one.yaml" --timeout=soon
usage "a nonexistent specification is reported" "2-" run "$work/none.yaml"
for question in score-scale score-scale.yaml ablations/score-scale.yaml; do
    is "$question in the wrong folder is reported" "$(cd "$work" && "$attnlab" plan $question 2>&1 |
        sed 's|mean .*/ablations/|mean HOME/ablations/|')" \
        "$question: cannot be read: No such file or directory; did you mean HOME/ablations/score-scale.yaml?"
done
usage "an invalid filter of check is reported" "2-attnlab check: --filter" check --filter softmax
usage "a formula as a filter of check is rejected" "--filter behave == ok: expected axis=value" check --filter 'behave == ok'
usage "a filter together with a single cell is rejected" "2-attnlab check: --cell and --filter cannot be combined" check --cell n=7 --filter n=8
usage "a cell that cannot be checked does not pass" "1-" check --cell "behave=unsupported"
usage "an unknown format of cell is rejected" "2-attnlab cell: --format: found 'xml', expected text or json" cell n=8 --format xml
is "check's filter accepts other spellings of a value" \
    "$("$attnlab" check --list --filter n=07 2>&1 | cksum)" "$("$attnlab" check --list --filter n=7 | cksum)"
for command in run cell check; do
    usage "$command --help" "0-" $command --help
    has "$command --help goes to stdout" "$(cat "$work/stdout")" "usage: attnlab $command"
done
is "the help of each command lists its exit statuses" "$(
    "$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | while read -r command; do
        "$attnlab" "$command" --help | grep -q '^Exit status: 0' || echo "$command"
    done)" ""
is "the help texts of options are aligned and fit a page" "$(
    "$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | while read -r command; do
        "$attnlab" "$command" --help | awk -v command="$command" '
            /^ +-/ { if (substr($0, 33, 2) !~ /^ [^ ]/) print command ": " $0 }
            length > 100 { print command ": " $0 }'
    done)" ""
is "each option with a value has a default or may be repeated" "$(
    "$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | while read -r command; do
        "$attnlab" "$command" --help | awk -v command="$command" '
            function end() { if (option && text !~ /default:|repeated/) print command ": " option }
            /^(  +-|  [A-Z])/ || /^Exit/ { end(); option = substr($0, 1, 32); text = ""; if (option !~ /--[a-z-]* [A-Za-z]/) option = "" }
            { text = text " " $0 }'
    done | grep -v -- '--output\|--question\|--random\|--cell \|--export')" ""
is "attnlab help is the same as --help" "$("$attnlab" help)" "$("$attnlab" --help)"
is "attnlab help COMMAND is the same as COMMAND --help" "$("$attnlab" help merge)" "$("$attnlab" merge --help)"
usage "help on an unknown command is an error" "2-attnlab: unknown command 'mrge'; did you mean merge?" help mrge
usage "--help works next to an unknown topic" "0-" list -h extra
for command in plan run cell reproduce "list"; do
    has "$command takes --data" "$("$attnlab" $command --help)" "--data DIR "
    # shellcheck disable=SC2086 # word splitting is intended
    usage "$command: --data with a path that is not a folder is an error" \
        "2-attnlab $command: --data: found '/nowhere', expected a folder of data sets" \
        $command --data /nowhere "$work/one.yaml"
done
has "--version prints a commit" "$("$attnlab" --version)" "attnlab 0."
has "the worker's data sets are listed" "$("$attnlab" list datasets)" "letters          language   a to z
  from generated
  licence: none"
has "the real worker lists data sets" "$(unset ATTNLAB_WORKER && "$attnlab" list datasets)" "
multi30k         pairs "
has "slots describe the initial values of parameters" "$(unset ATTNLAB_WORKER && "$attnlab" list slots)" "
    initial: w N(0, 1/fan_in), b 0
"
ATTNLAB_WORKER=/nowhere/attnlab-worker usage "a missing worker is reported" "2-attnlab run: " run "$work/one.yaml"
mkdir -p "$work/strange/bin"
cp "$attnlab" "$work/strange/bin" && cp "$here/fake-worker" "$work/strange/attnlab-worker"
has "a worker in a folder above the program is not used" "$(unset ATTNLAB_WORKER && "$work/strange/bin/attnlab" list slots 2>&1)" \
    "cannot run $work/strange/bin/attnlab-worker: No such file or directory); build the worker with \`make\`"

# Workers do not inherit the environment of the shell.
export ATTNLAB_FAKE_LOG="$work/log" SECRET=shell OPENBLAS_NUM_THREADS=64 LANG=de_DE.UTF-8
run "$work/one.yaml" -o "$work/one" >/dev/null
is "a successful run exits with 0" $? 0
log=$(cat "$work/log-env")
has "the worker uses one BLAS thread" "$log" "OPENBLAS_NUM_THREADS=1
"
has "the worker's locale is C" "$log" "LC_ALL=C"
is "the worker does not inherit the shell's environment" "$(grep -c SECRET "$work/log-env")" 0
is "the memory padding differs between rounds" "$(grep PADDING "$work/log-env" | sort -u | wc -l)" 2
unset ATTNLAB_FAKE_LOG OPENBLAS_NUM_THREADS

csv=$work/one/cells.csv
is "the median excludes the warm-up" "$(column "$csv" time_ns_median | sort -u)" 2000
is "the quartiles are right" "$(column "$csv" time_ns_q1 | sort -u)-$(column "$csv" time_ns_q3 | sort -u)" 1500-2500
is "the rate is right" "$(column "$csv" gflops | sort -u)" 2
is "the share of the sgemm peak is right" "$(column "$csv" sgemm_share | sort -u)" 0.2
is "the share of the bandwidth is right" "$(column "$csv" triad_share | sort -u)" 0.1
is "an axis that does not apply is an empty field" "$(column "$csv" d_prime | sort | tr '\n' .)" "..16.16."
is "a quiet axis has its default" "$(column "$csv" behave | sort -u)" ok
is "an unmeasured value is an empty field" "$(column "$csv" steal_ticks | sort -u)" ""
is "absent counters are named" "$(column "$csv" counter_status | sort -u)" absent:cycles
is "samples.csv has the samples" "$(wc -l <"$work/one/samples.csv")" 17
is "phases.csv has the phases" "$(wc -l <"$work/one/phases.csv")" 5
is "counters.csv has the counters" "$(wc -l <"$work/one/counters.csv")" 5
has "the manifest has the reason for absent counters" "$(cat "$work/one/manifest.json")" '"cycles": "no hardware counters"'
has "the manifest has the peaks" "$(cat "$work/one/manifest.json")" '"sgemm_gflops": 10.0'
is "plan.yaml contains the specification" "$(grep -c 'score: \[dot, neural\]' "$work/one/plan.yaml")" 1
columns=$(head -n 1 "$csv" | tr ',' '\n' | sort)
is "no column occurs twice" "$(echo "$columns" | uniq -d)" ""
axes="score d_prime normalizer mask n m threads behave note seed"
"$attnlab" report "$work/one" >/dev/null 2>&1
is "the report writes summary.csv" "$(test -s "$work/one/summary.csv" && echo yes)" yes
has "describe.json has the axes" "$(cat "$work/one/describe.json")" '"name": "d_prime"'
dictionary=$here/../../results/columns.md
"$attnlab" list columns >"$work/columns"
is "results/columns.md lists the program's columns" "$(sed '1,/^An axis/d' "$dictionary" | diff - "$work/columns")" ""
missing=$(ls "$work"/one/*.csv | xargs head -qn 1 | tr ',' '\n' | sort -u | while read -r c; do
    grep -q "\`$c\`" "$dictionary" || echo " $axes " | grep -q " $c " || echo "$c"
done)
is "every column is listed in results/columns.md" "$missing" ""

for command in "check --cell n=7" "cell n=7"; do
    # shellcheck disable=SC2086 # word splitting is intended
    is "$command prints what a kernel writes to stderr" "$(ATTNLAB_FAKE_SAYS="s is 0.5" "$attnlab" $command 2>&1 >/dev/null)" "s is 0.5"
done
"$attnlab" check -q --timeout 0.1 --limit 100 >"$work/check" 2>"$work/stderr"
is "check detects the bad behaviours" $? 1
grep -q '^crashed: SIGSEGV' "$work/check"
is "a crash affects only its own cell" $? 0
has "the worst ratio excludes failed cells" "$(cat "$work/check")" \
    "refused with a reason; worst error/tolerance ratio of the passed compositions 0."
has "an endless computation is stopped by its CPU time" "$(cat "$work/check")" \
    "timeout: no result within 0.1 s of CPU time"
has "an endless wait is stopped by a long time limit" "$(cat "$work/check")" \
    "timeout: no result within 3 s
"
has "unsupported cells are counted" "$(cat "$work/check")" "refused with a reason"
has "choices are counted" "$(cat "$work/check")" "4 choices passed when checked alone, 0 failed"
has "choices without fast functions are named" "$(cat "$work/check")" "choices without a fast function (only the formula was checked): score neural"
is "choices without worked examples are named last" "$(tail -n 1 "$work/check")" "choices without worked examples: score neural"
"$attnlab" check -q --filter score=dot --filter behave=ok >"$work/check" 2>&1
is "choices that no cell uses are left out" "$(tail -n 1 "$work/check")" "3 choices passed when checked alone, 0 failed"
"$attnlab" check --filter behave=ok >"$work/check" 2>&1
is "check passes if all cells pass" $? 0
has "check prints the worst ratio" "$(cat "$work/check")" "0 failed, 0 refused with a reason; worst error/tolerance ratio 0.1 in score="
"$attnlab" check --filter behave=dead >"$work/check" 2>&1
is "an inconclusive test point is replaced" $? 0
has "check counts the replaced points" "$(cat "$work/check")" "passed at a later test point, because the first could not reveal errors"
is "--list prints every cell once" "$("$attnlab" check --list | sort | uniq -d)" ""
is "equal seeds give equal cells" "$("$attnlab" check --list | cksum)" "$("$attnlab" check --list | cksum)"
is "--limit limits the cells" "$("$attnlab" check --list --limit 7 | wc -l)" 7
has "the matrix includes incomplete vectors" "$("$attnlab" check --list)" "n=63,m=65"
has "the matrix includes parameters" "$("$attnlab" check --list)" "score=neural,d_prime=1,"
"$attnlab" check --filter behave=incorrect >"$work/check" 2>&1
failed=$(sed -n 's/^.* passed, \([0-9]*\) failed, .*/\1/p' "$work/check" | head -n 1)
is "at most ten similar failures are shown" "$(grep -c '^incorrect: ' "$work/check")" 10
has "the other failures are counted" "$(cat "$work/check")" "
$((failed - 10)) more checks failed for the same reasons"
"$attnlab" check --cell "score=dot,behave=incorrect" >"$work/check" 2>&1
is "--cell checks one cell" $? 1

# ---- output that cannot be written ----
if [ -c /dev/full ]; then
    for command in "list datasets" --help "cell --print-complete n=16"; do
        # shellcheck disable=SC2086 # word splitting is intended
        "$attnlab" $command >/dev/full 2>"$work/stderr"
        is "$command to a full disk is an error" "$?-$(cat "$work/stderr")" \
            "1-attnlab: cannot write to standard output: No space left on device; the output is incomplete"
    done
else
    echo "ok $((tests += 1)) - output to a full disk # SKIP /dev/full is missing"
fi
# ---- a restricted machine ----
(ulimit -s 256 && "$attnlab" list axes) >"$work/said" 2>&1
has "a small stack is reported" "$?-$(cat "$work/said")" "the stack is limited to 256 KiB, expected at least 512 KiB"
(ulimit -S -s 256 && "$attnlab" list axes) >"$work/said" 2>&1
is "the stack is enlarged if possible" $? 0
if unshare -m true 2>/dev/null; then
    unshare -m sh -c "umount -l /proc; '$attnlab' list axes" >"$work/said" 2>&1
    has "a missing /proc is reported" "$?-$(cat "$work/said")" "2-attnlab: missing /proc/self/exe"
else
    echo "ok $((tests += 1)) - a missing /proc # SKIP needs root"
fi

printf 'question: a\n' | iconv -t UTF-16 >"$work/wide.yaml"
has "a UTF-16 file is reported" "$("$attnlab" plan "$work/wide.yaml" 2>&1)" "save a UTF-16 file as UTF-8"

# ---- a worker older than its sources, because make failed or was not run ----
tree=$work/tree
mkdir -p "$tree/kernels/scores" "$tree/models" "$tree/datasets"
touch -d '2 minutes ago' "$tree/kernels/scores/mine.c" "$tree/datasets/list.def"
cp "$here/fake-worker" "$tree/attnlab-worker"
older() { { ATTNLAB_WORKER=$tree/attnlab-worker "$attnlab" list axes >/dev/null; } 2>&1; }
is "a worker newer than its sources gets no note" "$(older)" ""
touch -d '9 minutes ago' "$tree/attnlab-worker"
touch -d '3 minutes ago' "$tree/datasets/list.def"
is "a worker older than its sources is reported with the latest source" "$(older)" \
    "note: $tree/kernels/scores/mine.c was changed after $tree/attnlab-worker was built; rebuild it with \`make\`"
touch -d 'next week' "$tree/kernels/scores/mine.c"
is "a source dated in the future is reported" "$(older)" \
    "note: $tree/kernels/scores/mine.c is dated in the future; \`touch\` it, then run \`make\`"
is "the command still runs" "$(ATTNLAB_WORKER=$tree/attnlab-worker "$attnlab" list axes 2>/dev/null)" "$("$attnlab" list axes)"
finish
