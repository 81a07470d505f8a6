#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests harness/install/attnlab.sbatch without Slurm by running each task of a job array. slow/slurm.sh uses a
# real Slurm.
# suite: slow
. "$(dirname "$0")/lib.sh"
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
# task OUT I N ARGUMENTS...: runs the batch script as task I of N.
task() {
    OUT=$1 SLURM_ARRAY_TASK_ID=$2 SLURM_ARRAY_TASK_COUNT=$3 SLURM_JOB_ID=17
    export OUT SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT SLURM_JOB_ID
    shift 3
    exec sh "$script" "$@" >/dev/null 2>&1
}

# ---- without Slurm ----
for i in 3 1 2; do (task "dry %A %d" $i 3 small.yaml --set 'seed=1-3' --set steps=40 --keep weights); done
"$attnlab" merge "dry %A %d"/shard-* -o by-hand 2>stderr >/dev/null
is "three tasks are merged" "$? $(cat stderr)" "0 merged 12 rows of 3 shards"
is "the requested files are written" "$(ls by-hand/weights | wc -l)" 12

# Shortly before its time limit, a task stops, asks to be requeued, and is resumed later.
mkdir bin && printf '#!/bin/sh\necho "$@" >>"%s/asked"\n' "$work" >bin/scontrol && chmod +x bin/scontrol
(PATH="$work/bin:$PATH" && task late 1 1 small.yaml --set seed=1 --set steps=1500) &
late=$!
await journaled late/shard-1 1
kill -USR1 $late
wait $late
is "near its time limit a task stops and asks once to be requeued" "$? $(cat asked)" "143 requeue 17"
(task late 1 1 small.yaml --set seed=1 --set steps=1500)
is "a requeued task does the remaining rows" "$? $(keys late/shard-1 | wc -l) $(keys late/shard-1 | uniq -d)" "0 4 "
finish
