# SPDX-License-Identifier: MIT
# Provides functions for tests of the driver: TAP output, a scratch folder, and the fake worker.
# shellcheck shell=sh
set -u
here=$(cd "$(dirname "$0")/../cli" && pwd) # scripts in sibling folders use this file too
attnlab=${ATTNLAB:-$here/../../attnlab}
ATTNLAB_WORKER=$here/fake-worker
export ATTNLAB_WORKER LC_ALL=C
work=$(mktemp -d)
ATTNLAB_DATA=$work/data # hides data sets that the user has fetched
ATTNLAB_PEAKS=no           # measuring peaks takes seconds; tests that need peaks unset this variable
ATTNLAB_DISTURBED=no       # tests run in parallel and disturb each other
export ATTNLAB_DATA ATTNLAB_PEAKS ATTNLAB_DISTURBED
trap 'rm -rf "$work"' EXIT
cd "$work" || exit # a test with a wrong path must not write into the sources
tests=0 failures=0

# is NAME FOUND EXPECTED: passes if FOUND equals EXPECTED.
is() {
    tests=$((tests + 1))
    if [ "$2" = "$3" ]; then echo "ok $tests - $1"; else
        failures=$((failures + 1))
        echo "not ok $tests - $1"
        printf '%s\n' "found:    $2" "expected: $3" | sed 's/^/#   /'
    fi
}
# has NAME TEXT PART: passes if TEXT contains PART; otherwise prints the beginning of TEXT.
has() {
    case $2 in
    *"$3"*) is "$1" yes yes ;;
    *) is "$1" "$(printf '%s' "$2" | head -c 2000)" "... $3 ..." ;;
    esac
}
# cell_question FILE CELL: writes a question with a single cell.
cell_question() {
    {
        echo "question: one cell"
        case $2 in *kind=quality*) printf 'kind: quality\nsimple_baselines: none\n' ;; *kind=step*) echo "kind: step" ;; esac
        echo "fixed:"
        echo "$2" | tr ',' '\n' | sed '/^kind=/d; s/^\([^=]*\)=\(.*\)/  \1: "\2"/'
    } >"$1"
}
# await COMMAND...: repeats the command until it succeeds, for at most ten minutes.
await() {
    looks=0
    until "$@" 2>/dev/null; do
        [ $((looks += 1)) -le 6000 ] || { echo "# timed out waiting for: $*"; return 1; }
        sleep 0.1
    done
}
# journaled DIR N: succeeds if the journal of a run has at least N rows.
journaled() { [ -f "$1/journal.jsonl" ] && [ "$(wc -l <"$1/journal.jsonl")" -ge "$2" ]; }
finish() {
    echo "1..$tests"
    [ "$failures" -eq 0 ]
}
# first_cpu, last_cpu: print the first and last CPU that this process may use.
first_cpu() { sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status; }
last_cpu() { sed -n 's/^Cpus_allowed_list:.*[^0-9]\([0-9]*\)$/\1/p' /proc/self/status; }
# page FILE: prints a page without its links to definitions.
page() { sed 's/\[\([^]]*\)\](#word-[a-z-]*)/\1/g' "$1"; }
# interruptible COMMAND...: runs a command so that it receives SIGINT. By default, sh ignores SIGINT in
# background commands.
interruptible() { exec env --default-signal=INT "$@"; }
# spec FILE FACTORS...: writes a specification with the given lines under `factors`.
spec() {
    file=$1
    shift
    printf 'name: %s\nquestion: "does it, or not?"\nrounds: 2\nfactors:\n' "$(basename "$file" .yaml)" >"$file"
    for factor in "$@"; do printf '  %s\n' "$factor" >>"$file"; done
}
run() { "$attnlab" run "$@" -q 2>"$work/stderr"; }
# column FILE NAME: prints a column of a CSV file. Fields must not contain line breaks.
column() {
    awk -v name="$2" '
    function split_line(line, field,   i, c, n, quoted) {
        n = 1; field[1] = ""; quoted = 0
        for (i = 1; i <= length(line); i++) {
            c = substr(line, i, 1)
            if (c == "\"" && quoted && substr(line, i + 1, 1) == "\"") { field[n] = field[n] c; i++ }
            else if (c == "\"") quoted = !quoted
            else if (c == "," && !quoted) field[++n] = ""
            else field[n] = field[n] c
        }
        return n
    }
    { n = split_line($0, field) }
    NR == 1 { for (i = 1; i <= n; i++) if (field[i] == name) at = i; next }
    { print field[at] }' "$1"
}
# checksummed FILE: recomputes the checksums of a journal that was edited by the test.
checksummed() {
    while IFS= read -r line; do
        case $line in
        *',"crc32":"'*) body=${line%',"crc32":"'*} ;;
        *) body=${line%?} ;;
        esac
        # A gzip file ends with the CRC-32 and the size, both little-endian.
        printf '%s,"crc32":"%s"}\n' "$body" \
            "$(printf %s "$body" | gzip -c | tail -c 8 | od -An -N4 -tx1 | awk '{ print $4 $3 $2 $1 }')"
    done <"$1" >"$1.new"
    mv "$1.new" "$1"
}
# keys DIR: prints the sorted keys of a run's journal.
keys() { sed -n 's/.*"key": *"\([^"]*\)".*/\1/p' "$1/journal.jsonl" | sort; }
# planned DIR...: writes plan.json for each plan.yaml in these folders. The test must have the line "# make:
# write-plan".
planned() {
    for folder; do
        [ ! -d "$folder" ] || find "$folder" -name plan.yaml \
            -execdir "${WRITE_PLAN:-$here/../../build/obj/tests/cli/write_plan}" . \;
    done
}
# skip_without PROGRAM: skips the test if the program is not installed.
skip_without() {
    command -v "$1" >/dev/null && return
    echo "ok 1 - # SKIP $1 is not installed"
    echo 1..1
    exit 0
}
# again DIR: prints --resume if the run exists.
again() { [ ! -d "$1" ] || echo --resume; }
# killed SPEC KILLS SEED ROWS: kills and resumes runs of SPEC at pseudo-random moments, until KILLS runs have
# been killed. ROWS DIR prints the rows of a run. Prints the number of failures: a resumed run failed, or its
# rows differ from $work/expected.
killed() {
    wrong=0 kills=0 seed=$3
    while [ $kills -lt "$2" ]; do
        rm -rf "$work/killed"
        for attempt in 1 2; do
            seed=$(((seed * 1103515245 + 12345) % 2147483648))
            # shellcheck disable=SC2046 # one option or none
            ATTNLAB_FAKE_SLEEP=0.03 "$attnlab" run "$1" -o "$work/killed" $(again "$work/killed") -q >/dev/null 2>&1 &
            sleep "0.$(printf %03d $((100 + seed / 65536 % 700)))"
            kill -KILL $!
            wait $!
            [ $? -ne 137 ] || kills=$((kills + 1))
        done
        # shellcheck disable=SC2046
        run "$1" -o "$work/killed" $(again "$work/killed") >/dev/null || wrong=$((wrong + 1))
        "$4" "$work/killed" | cmp -s - "$work/expected" || wrong=$((wrong + 1))
    done 2>/dev/null
    echo $wrong
}
# starts_within KIB: succeeds if the worker can start in this address space. If the space is too small, some
# versions of OpenBLAS never stop trying to allocate memory.
starts_within() { (ulimit -v "$1" -t 5; exec "$(dirname "$attnlab")/attnlab-worker" describe) >/dev/null 2>&1; }
