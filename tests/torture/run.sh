#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that attnlab survives faults; see README.md. Exits with 1 if rows are lost, doubled or changed.
#   ./run.sh torture [--minutes N | --rounds N] [--once] [--seed N] [--keep DIR] [FAULT]...
# Tries each fault in turn for an hour, N minutes or N rounds, and prints a table. With --once, each fault is
# tried once per round; otherwise, the fault's file sets the number. --seed determines the random choices.
# The folder of a failed try is kept in --keep [default: build/torture], and its path is printed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
minutes=60 rounds='' once='' seed=$(date +%s) keep=$here/../../build/torture wanted=''
usage() {
    sed -n '3,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
whole() { # OPTION TEXT: exits unless TEXT is a whole number
    case $2 in
    '' | *[!0-9]*)
        echo "torture: $1: invalid value '$2' (expected a whole number)" >&2
        exit 2
        ;;
    esac
}
while [ $# -gt 0 ]; do
    case $1 in
    --minutes | --rounds | --seed | --keep)
        [ $# -gt 1 ] || usage
        [ "$1" = --keep ] || whole "$1" "$2"
        case $1 in
        --minutes) minutes=$2 ;;
        --rounds) rounds=$2 ;;
        --seed) seed=$2 ;;
        --keep) keep=$2 ;;
        esac
        shift 2
        ;;
    --once) once=yes && shift ;;
    -*) usage ;;
    *)
        [ -f "$here/faults/$1.sh" ] || {
            echo "torture: unknown fault '$1' (expected one of $(cd "$here/faults" && ls | sed 's/\.sh$//' | paste -sd' '))" >&2
            exit 2
        }
        wanted="$wanted $1" && shift
        ;;
    esac
done
[ -n "$wanted" ] || wanted=$(cd "$here/faults" && ls | sed 's/\.sh$//')
echo "# seed $seed"

tally=$(mktemp)
TORTURE_WHOLE=$(mktemp -d) # undisturbed runs, shared by all faults
export TORTURE_WHOLE
trap 'rm -rf "$tally" "$TORTURE_WHOLE"' EXIT
end=$(($(date +%s) + minutes * 60)) round=0
while :; do
    round=$((round + 1))
    for fault in $wanted; do
        # one.sh prints errors and then a line "=TITLE tries planned lost doubled changed wrong skip".
        "$here/one.sh" "$fault" $((seed + round)) "$keep" ${once:+once} | tee -a "$tally" | grep -v '^=' || true
    done
    if [ -n "$rounds" ]; then [ $round -lt "$rounds" ] || break
    else [ "$(date +%s)" -lt $end ] || break; fi
done

grep '^=' "$tally" | awk -F'\t' '
    { name = substr($1, 2); if (!(name in tries)) order[++n] = name
      tries[name] += $2; planned[name] += $3; lost[name] += $4; doubled[name] += $5; changed[name] += $6
      wrong[name] += $7; if ($8 != "") skipped[name] = $8 }
    END {
        line = "| %-58s | %6s | %8s | %5s | %8s | %8s | %6s |\n"
        printf line, "fault", "tries", "rows", "lost", "doubled", "changed", "wrong"
        printf line, "---", "---:", "---:", "---:", "---:", "---:", "---:"
        for (i = 1; i <= n; i++) {
            name = order[i]
            if (tries[name]) printf line, name, tries[name], planned[name], lost[name], doubled[name], changed[name], wrong[name]
            else printf "| %-58s | skipped: %s\n", name, skipped[name]
            bad += lost[name] + doubled[name] + changed[name] + wrong[name]; all += tries[name]
        }
        printf "%d tries: %s\n", all, bad ? bad " lost, duplicate, changed or wrong results" : "no result was lost, duplicated, changed or wrong"
        exit bad > 0 || all == 0
    }'
