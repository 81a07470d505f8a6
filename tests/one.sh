#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one test, keeps all that it says in a file and prints what a reader of the whole run needs.
#   tests/one.sh LOG tap|plain NAME COMMAND...
# tap: the command prints TAP lines; a bad end without a "not ok" of its own is one failure, and 77
# is a skip with the reason in the last line. plain: the exit status is the result.
# How long a test takes depends on what else the machine does, so limits are of CPU time: an hour for
# each process, where the slowest needs minutes. What waits for ever uses none: six hours by the
# clock are the last resort, without which it would hold up the run.
# The first line of the file says how much CPU time the command and all that it waited for took.
set -u
log=$1 kind=$2 name=$3
shift 3

# Whether there are as many tests as its plans foretell, one plan a group; none is no test.
as_planned() {
    awk '/^1\.\.[0-9]/ { planned += substr($0, 4); plans++ } /^(not )?ok/ { count++ }
        END { exit !(plans && planned == count) }'
}

ulimit -S -t 3600
# 9 is the lock of the whole run (run.sh): what a test leaves running must not hold it.
timeout --foreground 6h "$@" >"$log.part" 2>&1 9>&-
code=$?
times >"$log.times" # its second line: the user and system time of all that has ended, "0m1.25s 0m0.50s"
seconds=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.1f", $1 * 60 + $2 + $3 * 60 + $4 }' "$log.times")
sed -i 's/^not ok \(.*# SKIP\)/ok \1/' "$log.part" # as some versions of cmocka say it
{
    echo "# $name: $seconds s of CPU"
    case $kind in
    tap)
        if [ "$code" -eq 77 ]; then echo "ok - $name # SKIP $(tail -n 1 "$log.part")"
        elif [ "$code" -ne 0 ] && ! grep -q '^not ok' "$log.part"; then
            echo "not ok - $name ended with status $code"
        elif [ "$code" -eq 0 ] && ! as_planned <"$log.part"; then
            echo "not ok - $name ended well without all tests of its plan (1..N)"
        fi ;;
    plain) if [ "$code" -eq 0 ]; then echo "ok - $name"; else echo "not ok - $name"; fi ;;
    esac
    cat "$log.part"
} >"$log"
rm "$log.part" "$log.times"

# Printed at once, so that tests side by side do not mix their lines.
said=$(grep -E '^(not ok|# skipped:|ok - .*# SKIP)' "$log")
[ "$code" -eq 0 ] || [ "$code" -eq 77 ] || said=$(printf '%s\n' "$said" && tail -n 40 "$log")
printf '# %s: %s s of CPU\n%s' "$name" "$seconds" "${said:+$said
}"
