#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests parallel training runs, one per core. A run waits if its predicted memory is not available. Training
# results are simulated (tests/simulated/).
# make: simulated-build
. "$(dirname "$0")/lib.sh"
simulated=${SIMULATED_WORKER:-$here/../../build/obj/tests/simulated/worker}
if [ ! -x "$simulated" ]; then
    echo "$simulated is missing; run make simulated-build"
    exit 77
fi
if [ "$(first_cpu)" = "$(last_cpu)" ]; then
    echo "needs two CPUs to train in parallel"
    exit 77
fi
# The worker predicts that each row needs $work/bytes of memory. It records whether another row runs at the
# same time. While $work/await exists, the first row waits until another row has started.
cat >"$work/worker" <<W
#!/bin/sh
case \$1 in
predict) "$simulated" "\$@" | sed "s/\"memory_bytes\":1e6/\"memory_bytes\":\$(cat "$work/bytes")/" ;;
run)
    mkdir "$work/running" 2>/dev/null && first=yes || echo beside >>"$work/beside"
    sleep 0.1
    looks=0
    while [ -e "$work/await" ] && [ ! -s "$work/beside" ]; do
        [ \$((looks += 1)) -le 1200 ] || rm -f "$work/await"
        sleep 0.1
    done
    [ -z "\${first-}" ] || rmdir "$work/running"
    exec "$simulated" "\$@" ;;
*) exec "$simulated" "\$@" ;;
esac
W
chmod +x "$work/worker"
ATTNLAB_WORKER=$work/worker
cat >"$work/it.yaml" <<'Y'
question: does it help?
kind: quality
metric: loss
baseline: base
simple_baselines: none
fixed: {world: 5, lr: 0.004}
factors: {seed: 1-4}
arms: {base: {twin: 0}, one: {twin: 2, gain: 0.05}}
Y
# with_memory BYTES WHAT: starts 8 training runs and predicts BYTES of memory for each. Records how many of
# them ran in parallel with another run.
with_memory() {
    echo "$1" >"$work/bytes"
    rm -rf "$work/run" "$work/beside"
    : >"$work/beside"
    run "$work/it.yaml" -o "$work/run" >/dev/null
    is "$2 each: all training runs succeed" "$? $(column "$work/run/cells.csv" status | sort | uniq -c | tr -s ' ')" "0  8 ok"
}
# with_share SHARE: predicts this fraction of the machine's memory for each training run.
with_share() {
    with_memory "$(awk -v share="$1" '/^MemTotal/ { printf "%.0f", $2 * 1024 * share }' /proc/meminfo)" "$1 of the memory"
}
# A control group may allow this process less memory than the machine has.
touch "$work/await"
with_share 0.0001
is "training runs with little memory run in parallel" "$([ "$(wc -l <"$work/beside")" -gt 0 ] && echo yes)" yes
touch "$work/await"
with_memory null "unknown memory"
is "unknown memory does not delay a training run" "$([ "$(wc -l <"$work/beside")" -gt 0 ] && echo yes)" yes
rm -f "$work/await"
limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null)
with_share 0.6
case $limit in
"" | max) is "training runs that need more than half of the memory run one at a time" "$(wc -l <"$work/beside")" 0 ;;
*) echo "ok $((tests += 1)) - training runs that need more than half of the memory run one at a time # SKIP a control group limits memory" ;;
esac
finish
