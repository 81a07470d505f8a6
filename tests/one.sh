#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one test, saves its output in LOG, and prints failures, skips and the CPU time.
#
# usage: tests/one.sh LOG tap|plain NAME COMMAND...
#
#   tap    the command prints TAP lines; status 77 is a skip with the reason in the last line
#   plain  the exit status is the result
#
# A nonzero status without a "not ok" line counts as one failure. The first line of LOG has the CPU time of
# the command and its child processes.
#
# Each process may use one hour of CPU time; the slowest needs minutes. A test that waits without using CPU
# time is ended after six hours.
set -u
log=$1 kind=$2 name=$3
shift 3

# as_planned: succeeds if at least one test was planned and all planned tests ran.
as_planned() {
    awk '/^1\.\.[0-9]/ { planned += substr($0, 4); plans++ } /^(not )?ok/ { count++ }
        END { exit !(plans && planned == count) }'
}

ulimit -S -t 3600
# Descriptor 9 is the lock of run.sh. It is closed, so that processes left by a test do not hold the lock.
timeout --foreground 6h "$@" >"$log.part" 2>&1 9>&-
code=$?
times >"$log.times" # second line: user and system time of all finished child processes, "0m1.25s 0m0.50s"
seconds=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.1f", $1 * 60 + $2 + $3 * 60 + $4 }' "$log.times")
sed -i 's/^not ok \(.*# SKIP\)/ok \1/' "$log.part" # some versions of cmocka print this for a skip
{
    echo "# $name: $seconds s of CPU"
    case $kind in
    tap)
        if [ "$code" -eq 77 ]; then echo "ok - $name # SKIP $(tail -n 1 "$log.part")"
        elif [ "$code" -ne 0 ] && ! grep -q '^not ok' "$log.part"; then
            echo "not ok - $name ended with status $code"
        elif [ "$code" -eq 0 ] && ! as_planned <"$log.part"; then
            echo "not ok - $name exited with 0 but did not run all planned tests (1..N)"
        fi ;;
    plain) if [ "$code" -eq 0 ]; then echo "ok - $name"; else echo "not ok - $name"; fi ;;
    esac
    cat "$log.part"
} >"$log"
rm "$log.part" "$log.times"

# The lines of a test are printed at once, so that parallel tests do not mix their output.
said=$(grep -E '^(not ok|# skipped:|ok - .*# SKIP)' "$log")
[ "$code" -eq 0 ] || [ "$code" -eq 77 ] || said=$(printf '%s\n' "$said" && tail -n 40 "$log")
printf '# %s: %s s of CPU\n%s' "$name" "$seconds" "${said:+$said
}"
