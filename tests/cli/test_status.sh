#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the exit of a worker determines the status of its row, and that the run continues afterwards.
. "$(dirname "$0")/lib.sh"

spec "$work/bad.yaml" "behave: [ok, crash, abort, outofmemory, killed, exit3, silent, garbage, half, strange, incorrect, unsupported, refused, large]"
run "$work/bad.yaml" --set rounds=1 -o "$work/bad" >"$work/stdout"
is "a run with failed rows exits with 1" $? 1
is "the folder is printed to stdout" "$(cat "$work/stdout")" "$work/bad"

# statuses: checks the status and reason of each row. The worker's record, which follows them in the journal,
# is ignored.
statuses() {
    sed 's/,"record":.*//' "$work/bad/journal.jsonl" >"$work/plain"
    while IFS=' ' read -r behave expected words; do
        line=$(grep "behave=$behave," "$work/plain")
        is "behave=$behave gives status $expected" "$(echo "$line" | sed 's/.*"status":"\([^"]*\)".*/\1/')" "$expected"
        has "behave=$behave gives a reason" "$line" "$words"
    done
}
statuses <<'T'
crash crashed SIGSEGV: Segmentation fault (stderr: about to fall)
abort crashed SIGABRT
outofmemory oom an allocation failed (stderr: attnlab: out of memory)
killed oom killed by a SIGKILL that attnlab did not send
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
is "the correct row is ok" "$(grep -v behave= "$work/plain" | grep -c '"status":"ok"')" 1
is "each row has one line in the journal" "$(wc -l <"$work/bad/journal.jsonl")" 14
is "each row has one line in the CSV" "$(wc -l <"$work/bad/cells.csv")" 15
has "a failure prints the command that reruns it" "$(cat "$work/stderr")" 'attnlab cell score=dot'

# This row has a short time limit. It runs alone, because other rows could slow it down.
spec "$work/hang.yaml" "behave: [hang]"
ATTNLAB_FAKE_LOG=$work/log run "$work/hang.yaml" --set rounds=1 --timeout 1 -o "$work/hang" >/dev/null
is "a run with a hanging row exits with 1" $? 1
has "a hanging row becomes timeout" "$(cat "$work/hang/journal.jsonl")" '"status":"timeout","reason":"no result within 1 s"'
child=$(sed -n 's/^child=//p' "$work/log")
gone() { ! grep -q sleep "/proc/$child/cmdline"; } # the process does not exist or is a zombie
await gone
is "the hanging worker's child is killed" "${child:+known}-$(gone && echo gone)" known-gone

spec "$work/refused.yaml" "behave: [refused, large]"
run "$work/refused.yaml" -o "$work/refused" >"$work/stdout"
is "a run without any result fails" "$?-$(cat "$work/stdout")" "1-$work/refused"
is "each reason is printed once" "$(cat "$work/stderr")" "attnlab run: no row has a result:
  2 rows unsupported: this combination has no meaning
  2 rows skipped: $(column "$work/refused/cells.csv" reason | grep '^needs' | head -n 1)"
"$attnlab" run "$work/refused.yaml" --set behave=ok,refused -o "$work/some" >/dev/null 2>"$work/stderr"
is "unsupported rows next to rows with a result do not fail the run" $? 0
has "unsupported rows are counted in the summary" "$(cat "$work/stderr")" "4 of 4 rows: 2 ok 2 unsupported
  2 rows unsupported: this combination has no meaning
results: "

spec "$work/unread.yaml" "behave: [ok, nodata, refused]"
fault="2 of 6 rows need data that cannot be opened:
  2 rows: there is no folder letters"
run "$work/unread.yaml" -o "$work/unread" >"$work/stdout"
is "data that cannot be opened end a run" "$?-$(cat "$work/stdout")" "2-"
has "each reason for unreadable data is printed once" "$(cat "$work/stderr")" "attnlab run: $fault"
has "the message says what to do about the data" "$(cat "$work/stderr")" "No row was run. \`attnlab data fetch NAME\` downloads a missing data set, --data DIR chooses another folder, and --skip-missing-data skips these rows."
is "no folder is created" "$(ls "$work" | grep -c '^unread$')" 0
"$attnlab" plan "$work/unread.yaml" >"$work/stdout" 2>"$work/stderr"
is "the plan prints the reasons after its counts" "$?-$(grep -c 'round: 6 rows\|rounds: 6 rows' "$work/stdout")" 2-1
has "the plan names the unreadable data" "$(cat "$work/stderr")" "attnlab plan: $fault"
"$attnlab" plan "$work/unread.yaml" --skip-missing-data >/dev/null 2>&1
is "--skip-missing-data plans the other rows" $? 0
run "$work/unread.yaml" --skip-missing-data -o "$work/unread" >/dev/null
is "--skip-missing-data runs the other rows" \
    "$? $(column "$work/unread/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" \
    "0  2 ok 2 skipped 2 unsupported "
run "$work/unread.yaml" --resume -o "$work/unread" >/dev/null
is "--resume needs the data again" $? 2
run "$work/unread.yaml" --resume -o "$work/unread" --skip-missing-data >/dev/null
is "finished rows need no data" $? 0
run "$work/unread.yaml" --data "$work/nowhere" -o "$work/none" >/dev/null
is "--data must be a folder" "$?-$(cat "$work/stderr")" \
    "2-attnlab run: --data: found '$work/nowhere', expected a folder of data sets"

run "$work/bad.yaml" --fail-fast -o "$work/fast" >/dev/null
is "--fail-fast exits with 1" $? 1
is "--fail-fast ends with the first failure" "$(tail -n 1 "$work/fast/journal.jsonl" | grep -cE '"status":"(crashed|oom|timeout|incorrect)"')" 1

"$attnlab" cell "score=neural" >"$work/cell"
is "attnlab cell exits with 0 for a good cell" $? 0
has "attnlab cell prints the median" "$(cat "$work/cell")" "0.002 ms (median of 3 samples)"
"$attnlab" cell "behave=crash" >"$work/cell"
is "attnlab cell exits with 1 for a crash" $? 1
has "attnlab cell prints the status" "$(cat "$work/cell")" "crashed: SIGSEGV"
has "attnlab cell accepts a key and prints JSON" "$("$attnlab" cell "score=dot,round=3" --format json)" '"round": 3'
"$attnlab" cell "score=dott" 2>"$work/stderr"
is "an invalid cell exits with 2" $? 2
has "an invalid cell: the message says what was expected" "$(cat "$work/stderr")" "dot"
finish
