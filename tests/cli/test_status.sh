#!/bin/sh
# SPDX-License-Identifier: MIT
# What becomes of a worker becomes the status of its row, and the sweep goes on.
. "$(dirname "$0")/lib.sh"

spec "$work/bad.yaml" "behave: [ok, crash, abort, hang, outofmemory, killed, exit3, silent, garbage, half, strange, incorrect, unsupported, refused, large]"
run "$work/bad.yaml" --set rounds=1 --timeout 1 -o "$work/bad" >"$work/stdout"
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
hang timeout no result within 1 s
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
is "one line for each row" "$(wc -l <"$work/bad/journal.jsonl")" 15
is "one line of CSV for each row" "$(wc -l <"$work/bad/cells.csv")" 16
has "a failure shows the command that reruns it" "$(cat "$work/stderr")" 'attnlab cell "score=dot'
is "the hanging worker's child is gone" "$(ps -eo args | grep -c '^[s]leep 60.0625$')" 0

spec "$work/refused.yaml" "behave: [refused, large]"
run "$work/refused.yaml" -o "$work/refused" >/dev/null
is "unsupported and skipped rows do not fail the run" $? 0

# Memory in which no worker starts: the system ends it before it can say so.
spec "$work/tight.yaml" "n: [8]"
run "$work/tight.yaml" --set memory_mib=1 --set rounds=1 -o "$work/tight" >/dev/null
is "too little memory for any worker fails the run" $? 1
has "its row is oom" "$(cat "$work/tight/journal.jsonl")" \
    '"status":"oom","reason":"a worker does not even start within memory_mib = 1 ('
run "$work/bad.yaml" --filter behave=crash --set memory_mib=4000 --set rounds=1 -o "$work/wide" >/dev/null
has "a crash within enough memory stays one" "$(cat "$work/wide/journal.jsonl")" '"status":"crashed"'

run "$work/bad.yaml" --timeout 1 --fail-fast -o "$work/fast" >/dev/null
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
