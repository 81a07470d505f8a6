# SPDX-License-Identifier: MIT
# For the tests of the driver: TAP lines, a scratch folder, the fake worker.
# shellcheck shell=sh
set -u
here=$(cd "$(dirname "$0")/../cli" && pwd) # also for scripts of the folders beside it
attnlab=${ATTNLAB:-$here/../../attnlab}
ATTNLAB_WORKER=$here/fake-worker
export ATTNLAB_WORKER LC_ALL=C
work=$(mktemp -d)
ATTNLAB_DATA=$work/data # no test finds what somebody has fetched
ATTNLAB_PEAKS=no           # those of the machine take seconds; tests that read them unset it
ATTNLAB_DISTURBED=no       # tests run side by side; those that are about it unset it
export ATTNLAB_DATA ATTNLAB_PEAKS ATTNLAB_DISTURBED
trap 'rm -rf "$work"' EXIT
cd "$work" || exit # a path that a test gets wrong must not end up in the sources
tests=0 failures=0

# is NAME FOUND EXPECTED
is() {
    tests=$((tests + 1))
    if [ "$2" = "$3" ]; then echo "ok $tests - $1"; else
        failures=$((failures + 1))
        echo "not ok $tests - $1"
        printf '%s\n' "found:    $2" "expected: $3" | sed 's/^/#   /'
    fi
}
# has NAME TEXT PART: PART occurs in TEXT, of which the beginning is shown if it does not
has() {
    case $2 in
    *"$3"*) is "$1" yes yes ;;
    *) is "$1" "$(printf '%s' "$2" | head -c 2000)" "... $3 ..." ;;
    esac
}
# cell_question FILE CELL: a question of this one cell
cell_question() {
    {
        echo "question: one cell"
        case $2 in *kind=quality*) printf 'kind: quality\nsimple_baselines: none\n' ;; *kind=step*) echo "kind: step" ;; esac
        echo "fixed:"
        echo "$2" | tr ',' '\n' | sed '/^kind=/d; s/^\([^=]*\)=\(.*\)/  \1: "\2"/'
    } >"$1"
}
# await COMMAND...: until it succeeds. What is waited for comes, however busy the machine is; ten
# minutes are the last resort against waiting for ever.
await() {
    looks=0
    until "$@" 2>/dev/null; do
        [ $((looks += 1)) -le 6000 ] || { echo "# waited in vain: $*"; return 1; }
        sleep 0.1
    done
}
# journaled DIR N: its journal has N rows
journaled() { [ -f "$1/journal.jsonl" ] && [ "$(wc -l <"$1/journal.jsonl")" -ge "$2" ]; }
finish() {
    echo "1..$tests"
    [ "$failures" -eq 0 ]
}
# The first and the last CPU that this process may use.
first_cpu() { sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status; }
last_cpu() { sed -n 's/^Cpus_allowed_list:.*[^0-9]\([0-9]*\)$/\1/p' /proc/self/status; }
# page FILE: what a reader sees of it: words without the links to what they mean
page() { sed 's/\[\([^]]*\)\](#word-[a-z-]*)/\1/g' "$1"; }
# interruptible COMMAND...: in the background too, where sh has SIGINT ignored
interruptible() { exec env --default-signal=INT "$@"; }
# spec FILE FACTORS...: a specification with these lines under factors
spec() {
    file=$1
    shift
    printf 'name: %s\nquestion: "does it, or not?"\nrounds: 2\nfactors:\n' "$(basename "$file" .yaml)" >"$file"
    for factor in "$@"; do printf '  %s\n' "$factor" >>"$file"; done
}
run() { "$attnlab" run "$@" -q 2>"$work/stderr"; }
# column FILE NAME: the fields of a column of a CSV without line breaks inside fields
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
# checksummed FILE: gives the lines of a journal, which the test has changed, valid checksums
checksummed() {
    while IFS= read -r line; do
        case $line in
        *',"crc32":"'*) body=${line%',"crc32":"'*} ;;
        *) body=${line%?} ;;
        esac
        # gzip ends in the CRC-32, least byte first
        printf '%s,"crc32":"%s"}\n' "$body" \
            "$(printf %s "$body" | gzip -c | tail -c 8 | od -An -N4 -tx1 | awk '{ print $4 $3 $2 $1 }')"
    done <"$1" >"$1.new"
    mv "$1.new" "$1"
}
# keys DIR: keys of the journal, sorted
keys() { sed -n 's/.*"key": *"\([^"]*\)".*/\1/p' "$1/journal.jsonl" | sort; }
# planned DIR...: plan.json of the runs in it, of the plan.yaml that the test made up or edited; needs
# the line "# make: write-plan" in the test
planned() {
    for folder; do
        [ ! -d "$folder" ] || find "$folder" -name plan.yaml \
            -execdir "${WRITE_PLAN:-$here/../../build/obj/tests/cli/write_plan}" . \;
    done
}
# skip_without PROGRAM: ends the test where it is not installed, and says so
skip_without() {
    command -v "$1" >/dev/null && return
    echo "ok 1 - # SKIP $1 is not installed"
    echo 1..1
    exit 0
}
# again DIR: the option that goes on with the run that is there; nothing for a new one
again() { [ ! -d "$1" ] || echo --resume; }
# killed SPEC KILLS SEED ROWS: runs of it into $work/killed, each killed at two moments that hang on SEED
# and resumed, until so many kills have hit one; says how many ended badly, or with other rows than
# ROWS DIR gives and $work/expected has
killed() {
    wrong=0 kills=0 seed=$3
    while [ $kills -lt "$2" ]; do
        rm -rf "$work/killed"
        for attempt in 1 2; do
            seed=$(((seed * 1103515245 + 12345) % 2147483648))
            # shellcheck disable=SC2046 # an option or nothing
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
# starts_within KIB: whether the worker starts in so small an address space; the library of some versions of
# OpenBLAS asks for memory for ever when it is loaded into too small a one
starts_within() { (ulimit -v "$1" -t 5; exec "$(dirname "$attnlab")/attnlab-worker" describe) >/dev/null 2>&1; }
