#!/bin/sh
# SPDX-License-Identifier: MIT
# What becomes of a worker becomes the status of its row, and the sweep goes on.
. "$(dirname "$0")/lib.sh"

spec "$work/bad.yaml" "behave: [ok, crash, abort, outofmemory, killed, exit3, silent, garbage, half, strange, incorrect, unsupported, refused, large]"
run "$work/bad.yaml" --set rounds=1 -o "$work/bad" >"$work/stdout"
is "a run with failed rows exits with 1" $? 1
is "the directory goes to stdout" "$(cat "$work/stdout")" "$work/bad"

# The journal's own status and reason stand before the record.
statuses() {
    sed 's/,"record":.*//' "$work/bad/journal.jsonl" >"$work/plain"
    while IFS=' ' read -r behave expected words; do
        line=$(grep "behave=$behave," "$work/plain")
        is "$behave becomes $expected" "$(echo "$line" | sed 's/.*"status":"\([^"]*\)".*/\1/')" "$expected"
        has "the reason of $behave" "$line" "$words"
    done
}
statuses <<'T'
crash crashed SIGSEGV: Segmentation fault (stderr: about to fall)
abort crashed SIGABRT
outofmemory oom an allocation failed (stderr: attnlab: out of memory)
killed oom killed by SIGKILL that the driver did not send
exit3 crashed exit code 3 (stderr: bad ? bytes)
silent crashed ended without a record
garbage crashed the record is not JSON
half crashed the record is not JSON
strange crashed no known status (found 'splendid')
incorrect incorrect y[0,3,17]: 0.25 for 0.26
unsupported unsupported has no meaning here
refused unsupported this combination has no meaning
large skipped needs
T
is "the good row is ok" "$(grep -v behave= "$work/plain" | grep -c '"status":"ok"')" 1
is "one line for each row" "$(wc -l <"$work/bad/journal.jsonl")" 14
is "one line of CSV for each row" "$(wc -l <"$work/bad/cells.csv")" 15
has "a failure shows the command that reruns it" "$(cat "$work/stderr")" 'attnlab cell "score=dot'

# Alone: a limit by the clock that is short enough for a test might end others on a busy machine.
spec "$work/hang.yaml" "behave: [hang]"
ATTNLAB_FAKE_LOG=$work/log run "$work/hang.yaml" --set rounds=1 --timeout 1 -o "$work/hang" >/dev/null
is "a run with a row that hangs exits with 1" $? 1
has "it becomes timeout" "$(cat "$work/hang/journal.jsonl")" '"status":"timeout","reason":"no result within 1 s"'
child=$(sed -n 's/^child=//p' "$work/log")
gone() { ! grep -q sleep "/proc/$child/cmdline"; } # nobody, or dead and not yet buried
await gone
is "the hanging worker's child is gone" "${child:+known}-$(gone && echo gone)" known-gone

spec "$work/refused.yaml" "behave: [refused, large]"
run "$work/refused.yaml" -o "$work/refused" >/dev/null
is "unsupported and skipped rows do not fail the run" $? 0

run "$work/bad.yaml" --fail-fast -o "$work/fast" >/dev/null
is "--fail-fast exits with 1" $? 1
is "--fail-fast ends with the first failure" "$(tail -n 1 "$work/fast/journal.jsonl" | grep -cE '"status":"(crashed|oom|timeout|incorrect)"')" 1

"$attnlab" cell "score=neural" >"$work/cell"
is "cell exits with 0 for a good one" $? 0
has "cell prints its median" "$(cat "$work/cell")" "0.002 ms median of 3"
"$attnlab" cell "behave=crash" >"$work/cell"
is "cell exits with 1 for a crash" $? 1
has "cell prints the status" "$(cat "$work/cell")" "crashed: SIGSEGV"
has "cell takes a key and prints JSON" "$("$attnlab" cell "score=dot,round=3" --format json)" '"round": 3'
"$attnlab" cell "score=dott" 2>"$work/stderr"
is "a cell that is none exits with 2" $? 2
has "and says what was expected" "$(cat "$work/stderr")" "dot"
finish
