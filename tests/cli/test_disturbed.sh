#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests timed rows while another program uses their core. Such rows are measured again at once. If they remain
# disturbed, they are marked and their ratios get wider intervals. The fake worker reports the disturbance.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_DISTURBED
skip_without taskset
cpu=$(first_cpu)
cat >"$work/timed.yaml" <<T
question: does the gate cost time?
rounds: 2
fixed: {n: 256, d_model: 64, heads: 2, samples: 3, min_sample_ms: 20, counters: none}
arms: {plain: , gated: {gate: sigmoid}}
T
taskset -c "$cpu" sh -c 'while :; do :; done' &
load=$!
run "$work/timed.yaml" --cpus "$cpu" -o "$work/run" >/dev/null
is "a run with disturbed rows ends" $? 0
is "every disturbed row is marked" "$(column "$work/run/cells.csv" status | sort | uniq -c | tr -s ' ')" " 4 unstable"
has "each row names the cause" "$(column "$work/run/cells.csv" reason | sort -u)" "the worker's threads waited for a CPU for "
"$attnlab" report "$work/run" >/dev/null 2>&1
has "the page counts the disturbed rows" "$(page "$work/run/report.md")" \
    "4 rows were disturbed by other programs. The intervals of their ratios include the lost time. "
is "disturbed rows have means and are counted" "$(column "$work/run/summary.csv" n | sort -u) $(column "$work/run/summary.csv" unstable | sort -u)" "2 2"
is "the page does not mention an enabled disturbance check" "$(grep -c 'check for other programs was off' "$work/run/report.md")" 0
key=$(column "$work/run/cells.csv" key | head -n 1)
"$attnlab" cell "$key" --cpus "$cpu" >"$work/cell" 2>&1
is "a disturbed cell that is run again succeeds" $? 0
has "attnlab cell reports the disturbance" "$(cat "$work/cell")" "unstable: the worker's threads waited for a CPU for "
run "$work/timed.yaml" --cpus "$cpu" --strict -o "$work/strict" >/dev/null
is "--strict refuses a disturbed machine" $? 3
has "the message of --strict says what to do" "$(cat "$work/stderr")" "load average"
kill $load
wait $load 2>/dev/null
ATTNLAB_DISTURBED=no run "$work/timed.yaml" --cpus "$cpu" -o "$work/run" --resume >/dev/null
is "--resume measures disturbed rows again" "$?-$(column "$work/run/cells.csv" status | sort | uniq -c | tr -s ' ')" "0- 4 ok"
has "the manifest records whether disturbances were looked for" "$(grep disturbances_looked "$work/run/manifest.json" | tr -d ' ,\n')" \
    '"disturbances_looked_for":true"disturbances_looked_for":false'
sed -i 's/"load_average": [0-9.]*/"load_average": 5.84/' "$work/run/manifest.json"
"$attnlab" report "$work/run" >/dev/null 2>&1
has "the page says that the disturbance check was off" "$(page "$work/run/report.md")" "The check for other programs was off (\`ATTNLAB_DISTURBED=no\`)"
has "the page says that the machine was busy" "$(page "$work/run/report.md")" "The machine was busy: load average 5.84 when a session began."

# The fake worker reports other programs on its core in the field `noise`.
sed 's/"environment":{"isa"/"noise":{"measured_ns":1e9,"run_delay_ns":4e7,"steal_ticks":STEAL,"sibling_ticks":BUSY},&/' \
    "$here/fake-worker" >"$work/worker"
disturbed_by() { # STEAL BUSY: prints status and reason of a row that lost this many ticks of 100
    sed "s/STEAL/$1/; s/BUSY/$2/" "$work/worker" >"$work/worker-now" && chmod +x "$work/worker-now"
    rm -rf "$work/fake"
    spec "$work/fake.yaml" "n: [8]"
    ATTNLAB_WORKER=$work/worker-now run "$work/fake.yaml" --set rounds=1 -o "$work/fake" ${3:+"$3"} >/dev/null
    echo "$? $(column "$work/fake/cells.csv" status) $(column "$work/fake/cells.csv" reason)"
}
is "small disturbances are ignored" "$(disturbed_by 5 5)" "0 ok "
is "time taken by a hypervisor is detected" "$(disturbed_by 6 0)" "0 unstable the hypervisor took the worker's CPUs for 6 % of the time"
is "load on the core's other threads is detected" "$(disturbed_by 0 90)" "0 unstable the other hardware threads of the worker's cores were busy for 90 % of the time"

# After a brief disturbance, the row is measured again at once.
{ echo '#!/bin/sh'
  echo "if [ \"\$1\" = run ] && mkdir '$work/disturbed-once' 2>/dev/null; then exec '$work/worker-once' \"\$@\"; fi"
  echo "exec '$here/fake-worker' \"\$@\""; } >"$work/worker-moment"
sed "s/STEAL/6/; s/BUSY/0/" "$work/worker" >"$work/worker-once"
chmod +x "$work/worker-moment" "$work/worker-once"
ATTNLAB_WORKER=$work/worker-moment run "$work/fake.yaml" --set rounds=4 -o "$work/moment" >/dev/null
is "a briefly disturbed row is measured again" \
    "$? $(grep -c '"unstable"' "$work/moment/journal.jsonl") $(grep -c '"key"' "$work/moment/journal.jsonl") $(column "$work/moment/cells.csv" status | sort | uniq -c | tr -s ' ')" "0 0 4  4 ok"

# Both times are equal, but up to a fifth of each may be due to the disturbance. The ratio therefore lies
# between 4/5 and 5/4.
sed "s/STEAL/16/; s/BUSY/0/" "$work/worker" >"$work/worker-now"
spec "$work/wide.yaml" "score: [dot, neural]" "n: [8]"
echo "baseline: {score: dot}" >>"$work/wide.yaml"
ATTNLAB_WORKER=$work/worker-now "$attnlab" run "$work/wide.yaml" --set rounds=6 -o "$work/wide" >/dev/null 2>"$work/stderr"
has "after ten rows, the disturbed rows are counted" "$(cat "$work/stderr")" "10 of 10 rows were disturbed by other programs; the last: the hypervisor took"
"$attnlab" report "$work/wide" >/dev/null 2>&1
is "intervals of disturbed rows include the time lost" "$(for name in effect low high; do column "$work/wide/effects.csv" $name; done | xargs)" "0 -25 20"

# --strict needs an idle machine and a committed program.
echo 'int getloadavg(double *load, int count) { while (count--) load[count] = 0; return 1; }' >"$work/rest.c"
${CC:-cc} -shared -fPIC -o "$work/rest.so" "$work/rest.c"
sed "s/STEAL/6/; s/BUSY/0/" "$work/worker" >"$work/worker-now"
strict() { # OPTION...: prints the exit status and the number of rows in the journal
    LD_PRELOAD=$work/rest.so ATTNLAB_WORKER=$work/worker-now "$attnlab" run "$work/fake.yaml" --set rounds=1 --strict \
        -o "$work/strict-row" -q "$@" >/dev/null 2>"$work/stderr"
    echo "$? $(grep -c '"key"' "$work/strict-row/journal.jsonl" 2>/dev/null)"
}
found=$(strict)
if ! grep -q '^refused: ' "$work/stderr"; then
    is "--strict ends the run at a disturbed row and discards the row" "$found" "3 0"
    has "the message names the row and says what to do" "$(cat "$work/stderr")" "took the worker's CPUs for 6 % of the time. --strict refuses disturbed rows. End the other"
    is "--resume measures the discarded row" "$(ATTNLAB_DISTURBED=no strict --resume)" "0 1"
else
    echo "ok $((tests += 1)) - # SKIP --strict of a row: $(head -n 1 "$work/stderr")"
fi
finish
