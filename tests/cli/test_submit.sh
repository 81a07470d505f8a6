#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab submit without a Slurm: the script that it writes, run by hand as each task of the array.
# slow/slurm.sh submits it to a real one.
. "$(dirname "$0")/lib.sh"
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
finish
