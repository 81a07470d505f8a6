#!/bin/sh
# SPDX-License-Identifier: MIT
# A plan as a job array of a real Slurm: tasks that are killed, requeued, or lose their node's daemon, and in the end
# the rows of a run that nobody disturbed. What needs no Slurm is tested without it.
. "$(dirname "$0")/lib.sh"
. "$here/slurm.sh"
unset ATTNLAB_WORKER
cat >"$work/small.yaml" <<'T'
question: what does a model of two layers learn?
kind: quality
yardsticks: none
fixed: {data: "text:builtin", n: 32, batch: 8, d_model: 32, heads: 2, layers: 2, steps: 400, evaluate_every: 200, evaluate_limit: 4}
factors: {lr: [0.001, 0.003], seed: 1-4}
arms: {dot: , gat: {score: gat}}
T
submit() { "$attnlab" submit "$@" >"$work/stdout" 2>"$work/stderr"; }
# learned DIR: of each row what it learned
learned() {
    for name in key status valid_loss gradient_norm_max; do column "$1/cells.csv" $name >"$work/c-$name"; done
    paste "$work/c-key" "$work/c-status" "$work/c-valid_loss" "$work/c-gradient_norm_max" | sort
}

# ---- the script, and what is refused ----
# Steps of which nobody is to catch one, here and below: few.
submit "$work/small.yaml" --set 'seed=1-3' --set steps=40 --tasks 3 --time 10 --mem 1G --sbatch '--nice=10' --dry-run -o "$work/a dry one" \
    -- --keep weights
is "--dry-run: exit 0" "$? $(ls "$work/a dry one")" "0 log
slurm.sh"
has "what would be submitted" "$(cat "$work/stdout")" "sbatch --parsable -o '$work/a dry one/log/%a.txt' "
script=$(cat "$work/a dry one/slurm.sh")
for line in "--array=1-3" "--time=10" "--mem=1G" "--nice=10" "--cpus-per-task=1"; do
    has "the script asks for $line" "$script" "#SBATCH $line"
done
has "it hands on what run is told" "$script" "set -- $work/small.yaml --set seed=1-3 --set steps=40 --keep weights"
is "a shell can read it" "$(sh -n "$work/a dry one/slurm.sh" 2>&1)" ""
is "nothing that is timed, no node of its own" "$(printf %s "$script" | grep -c exclusive)" 0
spec "$work/timed.yaml" "n: [8, 16]"
ATTNLAB_WORKER=$here/fake-worker submit "$work/timed.yaml" --dry-run -o "$work/timed"
has "what is timed has its node alone" "$(cat "$work/timed/slurm.sh")" "#SBATCH --exclusive"
has "and one task, as times of two hosts do not mix" "$(cat "$work/timed/slurm.sh")" "--array=1-1"
# says NAME PART ARGUMENTS...: refused with status 2
says() {
    name=$1 part=$2
    shift 2
    submit "$@"
    has "$name" "$?-$(cat "$work/stderr")" "2-attnlab submit: $part"
}
says "a folder that is in use" "$work/timed is not empty" "$work/small.yaml" -o "$work/timed"
says "no folder" "expected -o DIR" "$work/small.yaml"
says "no specification" "expected at least one specification" -o "$work/x"
says "another batch system" "--engine: found 'abacus', expected slurm" "$work/small.yaml" --engine abacus -o "$work/x"
says "shards of its own" "--shard: each task has its own" "$work/small.yaml" --shard 1/2 -o "$work/x"
PATH=/nowhere "$attnlab" submit "$work/small.yaml" -o "$work/none" >/dev/null 2>"$work/stderr"
has "no Slurm: exit 1, and the command that failed" "$?-$(cat "$work/stderr")" "1-"
has "which is told" "$(cat "$work/stderr")" "not submitted: sbatch --parsable"

# ---- names that are no text, or have a line end: /bin/sh takes them too ----
mkdir "$work/stub"
cat >"$work/stub/sbatch" <<'T'
#!/bin/sh
[ -f "$4" ] && [ -d "${3%/*}" ] && echo 7
T
chmod +x "$work/stub/sbatch"
for folder in "$(printf 'd\374r')" "two
lines, it's"; do
    PATH="$work/stub:$PATH" submit "$work/small.yaml" --set seed=1 --set steps=40 --set lr=0.001 --tasks 1 -o "$work/$folder"
    is "the script of any folder is found" "$? $(cat "$work/stdout")" "0 7"
    SLURM_ARRAY_TASK_ID=1 sh "$work/$folder/slurm.sh" >/dev/null 2>&1
    is "and runs there" "$? $(keys "$work/$folder/shard-1" | wc -l)" "0 2"
done

# ---- by hand: the same script as each task of any system that numbers them ----
for i in 3 1 2; do SLURM_ARRAY_TASK_ID=$i sh "$work/a dry one/slurm.sh" >/dev/null 2>&1; done
"$attnlab" status "$work/a dry one" >"$work/stdout"
is "status: all is done" "$? $(grep -c finished "$work/stdout")" "0 3"
"$attnlab" merge "$work/a dry one" -o "$work/by-hand" 2>"$work/stderr" >/dev/null
is "merged: exit 0" "$? $(cat "$work/stderr")" "0 12 rows of 3 shards"
is "with what was to be kept" "$(ls "$work/by-hand/weights" | wc -l)" 12

# ---- near its limit of time: it stops, asks to be brought back, and goes on ----
mkdir "$work/bin" && printf '#!/bin/sh\necho "$@" >>"%s/asked"\n' "$work" >"$work/bin/scontrol" && chmod +x "$work/bin/scontrol"
# Three rows are left when the first is seen: seconds, of which looking takes a tenth of one.
ATTNLAB_DATA="$work/my data" submit "$work/small.yaml" --set seed=1 --set steps=1500 --tasks 1 --dry-run -o "$work/late"
has "the script names the folder of data sets" "$(cat "$work/late/slurm.sh")" "export ATTNLAB_DATA='$work/my data'"
set -- env PATH="$work/bin:$PATH" SLURM_ARRAY_TASK_ID=1 SLURM_JOB_ID=17 sh "$work/late/slurm.sh"
"$@" >/dev/null 2>&1 &
late=$!
await journaled "$work/late/shard-1" 1
kill -USR1 $late
wait $late
is "it ends as by the signal, and asks once" "$? $(cat "$work/asked")" "143 requeue 17"
"$@" >/dev/null 2>&1
is "brought back, it does what was left" "$? $(keys "$work/late/shard-1" | wc -l) $(keys "$work/late/shard-1" | uniq -d)" "0 4 "

why=$(slurm_lacks)
if [ -z "$why" ] && ! slurm_begin >/dev/null 2>&1; then
    why="its daemons do not start here: $(tail -qn 1 "$slurm"/*.log 2>/dev/null | tr '\n' ' ')"
fi
if [ -n "$why" ]; then
    echo "ok $((tests += 1)) - a real Slurm # SKIP $why"
    finish
    exit
fi

# ---- a real one ----
run "$work/small.yaml" -o "$work/undisturbed" >/dev/null
learned "$work/undisturbed" >"$work/expected"
submit "$work/small.yaml" --tasks 4 -o "$work/run"
is "submitted: exit 0" $? 0
job=$(cat "$work/stdout")
is "the job is kept" "$(cat "$work/run/job.txt")" "slurm $job"
begun() { [ -s "$work/run/shard-$1/journal.jsonl" ]; }
# Before that its old processes are still on the node: a daemon that finds them there drains it.
requeued() { [ "$(squeue -h -j "${job}_$1" -o %T)" = PENDING ]; }
over() { ! squeue -h -j "$job" 2>/dev/null | grep -q .; }
await begun 1
"$attnlab" status "$work/run" >"$work/stdout"
is "status: some are left" $? 1
has "it tells of the tasks" "$(cat "$work/stdout")" "RUNNING"
scancel --signal=KILL --full "${job}_1"
await begun 2
scontrol requeue "${job}_2"
await requeued 2
kill -9 "$(cat "$slurm/slurmd.pid")"
sleep 1 && slurm_node
await over
"$attnlab" status "$work/run" >"$work/status"
is "the task that was killed left rows" $? 1
"$attnlab" merge "$work/run" -o "$work/short" >/dev/null 2>"$work/stderr"
is "which a merge tells, and keeps all others" "$? $(grep -c 'missing: .* of shard 1 of 4' "$work/stderr")" "1 1"
# The same array again: what is done is not done twice.
job=$(sbatch --parsable -o "$work/run/log/%a.txt" "$work/run/slurm.sh")
await over
"$attnlab" status "$work/run" >"$work/status"
is "submitted again: all is done" "$? $(grep -c finished "$work/status")" "0 4"
"$attnlab" merge "$work/run" -o "$work/merged" >/dev/null 2>"$work/stderr"
is "merged: exit 0" "$? $(cat "$work/stderr")" "0 16 rows of 4 shards"
is "every row, once, and to the bit what an undisturbed run learned" "$(learned "$work/merged" | cmp - "$work/expected" 2>&1)" ""
is "each worker within the cores that Slurm granted" \
    "$(column "$work/merged/cells.csv" bound_cpus | sed 1d | grep -vc '^[0-9]*$')" 0
"$attnlab" report "$work/merged" >/dev/null 2>&1
is "and a run like any other" $? 0
finish
