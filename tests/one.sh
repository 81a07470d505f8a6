#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one test, keeps all that it says in a file and prints what a reader of the whole run needs.
#   tests/one.sh LOG tap|plain NAME COMMAND...
# tap: the command prints TAP lines; a bad end without a "not ok" of its own is one failure, and 77
# is a skip with the reason in the last line. plain: the exit status is the result.
# How long a test takes depends on what else the machine does, so limits are of CPU time: an hour for
# each process, where the slowest needs minutes. What waits for ever uses none: six hours by the
# clock are the last resort, without which it would hold up the run.
set -u
log=$1 kind=$2 name=$3
shift 3

ulimit -S -t 3600
timeout --foreground 6h "$@" >"$log.part" 2>&1
code=$?
sed -i 's/^not ok \(.*# SKIP\)/ok \1/' "$log.part" # as some versions of cmocka say it
{
    echo "# $name"
    case $kind in
    tap)
        if [ "$code" -eq 77 ]; then echo "ok - $name # SKIP $(tail -n 1 "$log.part")"
        elif [ "$code" -ne 0 ] && ! grep -q '^not ok' "$log.part"; then
            echo "not ok - $name ended with status $code"
        fi ;;
    plain) if [ "$code" -eq 0 ]; then echo "ok - $name"; else echo "not ok - $name"; fi ;;
    esac
    cat "$log.part"
} >"$log"
rm "$log.part"

# Printed at once, so that tests side by side do not mix their lines.
said=$(grep -E '^(not ok|# skipped:|ok - .*# SKIP)' "$log")
[ "$code" -eq 0 ] || [ "$code" -eq 77 ] || said=$(printf '%s\n' "$said" && tail -n 40 "$log")
printf '# %s\n%s' "$name" "${said:+$said
}"
