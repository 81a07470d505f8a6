#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests harness/install/attnlab.sbatch with a real Slurm. Tasks are killed and requeued, and a daemon is
# stopped. The merged rows must equal the rows of a single run.
. "$(dirname "$0")/../cli/lib.sh"

# ---- a Slurm with one node of two cores on the loopback interface, in $slurm ----
slurm=$work/slurm port=$((20000 + $$ % 20000)) node=$(uname -n | cut -d. -f1)

# slurm_lacks: prints why Slurm cannot run on this machine, or nothing if it can.
slurm_lacks() {
    for program in munged slurmctld slurmd sbatch; do
        command -v $program >/dev/null || { echo "$program is not installed (apt-get install slurm-wlm munge)"; return; }
    done
    [ "$(id -u)" = 0 ] || echo "slurmd starts jobs as root only"
}
# slurm_node: starts the daemon of the node. Jobs keep running when the daemon ends.
slurm_node() { slurmd -N "$node"; }
slurm_begin() {
    mkdir -p "$slurm/state" "$slurm/spool"
    head -c 1024 /dev/urandom >"$slurm/key" && chmod 400 "$slurm/key"
    chmod 755 "$work" "$slurm"
    cat >"$slurm/slurm.conf" <<C
ClusterName=loop$$
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=2
SchedulerParameters=sched_interval=1,batch_sched_delay=1,requeue_delay=1
AccountingStorageType=accounting_storage/none
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES State=UP
C
    export SLURM_CONF="$slurm/slurm.conf"
    munged --key-file "$slurm/key" --socket "$slurm/socket" --pid-file "$slurm/munged.pid" \
        --log-file "$slurm/munged.log" --seed-file "$slurm/seed" --force 2>/dev/null && slurmctld && slurm_node || return
    for _ in $(seq 60); do
        sinfo -h -o %T 2>/dev/null | grep -q idle && return
        sleep 1
    done
    return 1
}
slurm_end() {
    command -v scancel >/dev/null && [ -n "${SLURM_CONF:-}" ] && scancel -u root 2>/dev/null
    for daemon in slurmd slurmctld munged; do
        [ -s "$slurm/$daemon.pid" ] || continue
        pid=$(cat "$slurm/$daemon.pid")
        kill "$pid" 2>/dev/null
        while [ -d "/proc/$pid" ] && ! grep -q '^State:.*Z' "/proc/$pid/status" 2>/dev/null; do sleep 0.1; done
    done
}
trap 'slurm_end; rm -rf "$work"' EXIT

unset ATTNLAB_WORKER
script=$here/../../harness/install/attnlab.sbatch
ln -s "$(cd "$(dirname "$attnlab")" && pwd)/attnlab" "$work/attnlab"
cd "$work" || exit 1
cat >small.yaml <<'T'
question: what does a model of two layers learn?
kind: quality
simple_baselines: none
fixed: {data: "text:builtin", n: 32, batch: 8, d_model: 32, heads: 2, layers: 2, steps: 400, evaluate_every: 200, evaluate_limit: 4}
factors: {lr: [0.001, 0.003], seed: 1-4}
arms: {dot: , gat: {score: gat}}
T
# learned DIR: prints the training result of each row.
learned() {
    for name in key status valid_loss gradient_norm_max; do column "$1/cells.csv" $name >"$work/c-$name"; done
    paste "$work/c-key" "$work/c-status" "$work/c-valid_loss" "$work/c-gradient_norm_max" | sort
}
why=$(slurm_lacks)
if [ -z "$why" ] && ! slurm_begin >/dev/null 2>&1; then
    why="its daemons do not start here: $(tail -qn 1 "$slurm"/*.log 2>/dev/null | tr '\n' ' ')"
fi
if [ -n "$why" ]; then
    echo "ok 1 - a real Slurm # SKIP $why"
    echo 1..1
    exit
fi

run small.yaml -o undisturbed >/dev/null
learned undisturbed >expected
submit() {
    OUT=run sbatch --parsable --array=1-4 --cpus-per-task=1 --mem=0 --time=10 -o "$work/log-%a.txt" "$script" small.yaml
}
job=$(submit)
is "the array is submitted" $? 0
begun() { [ -s "run/shard-$1/journal.jsonl" ]; }
# requeued TASK: succeeds if the task is pending again, which means that its old processes have ended. If old
# processes were left, the restarted daemon would disable the node.
requeued() { [ "$(squeue -h -j "${job}_$1" -o %T)" = PENDING ]; }
over() { ! squeue -h -j "$job" 2>/dev/null | grep -q .; }
await begun 1
scancel --signal=KILL --full "${job}_1"
await begun 2
scontrol requeue "${job}_2"
await requeued 2
kill -9 "$(cat "$slurm/slurmd.pid")"
sleep 1 && slurm_node
await over
"$attnlab" merge run/shard-* -o short >/dev/null 2>stderr
is "merge reports the missing rows of a killed task and keeps all others" \
    "$? $(grep -c 'missing: .* of shard 1 of 4' stderr)" "1 1"
job=$(submit) # resubmits the array
await over
"$attnlab" merge run/shard-* -o merged >/dev/null 2>stderr
is "after the second submission every row is present" "$? $(cat stderr)" "0 merged 16 rows of 4 shards"
is "every row occurs once and equals its row in an undisturbed run bit for bit" "$(learned merged | cmp - expected 2>&1)" ""
is "each worker stays within the cores that Slurm granted" \
    "$(column merged/cells.csv bound_cpus | sed 1d | grep -vc '^[0-9]*$')" 0
"$attnlab" report merged >/dev/null 2>&1
is "the merged run can be reported" $? 0
finish
