# SPDX-License-Identifier: MIT
# A Slurm of one node of two cores on the loopback, in $slurm: slurm_begin, slurm_node, slurm_end. For tests.
# shellcheck shell=sh
slurm=$work/slurm port=$((20000 + $$ % 20000)) node=$(uname -n | cut -d. -f1)

# Why it cannot be had here; nothing: it can.
slurm_lacks() {
    for program in munged slurmctld slurmd sbatch; do
        command -v $program >/dev/null || { echo "$program is not installed (apt-get install slurm-wlm munge)"; return; }
    done
    [ "$(id -u)" = 0 ] || echo "slurmd starts jobs as root only"
}
# The node's daemon; a job on it outlives it.
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
