/* SPDX-License-Identifier: MIT
 * A job array for Slurm (slurm.schedmd.com/job_array.html): task I runs the I-th shard.
 *
 * A task may end at any time and come again: preempted, on a node that failed, or at its time
 * limit. Its journal holds what is done and checkpoints its trainings, so it goes on from there.
 * Slurm brings back what it ended itself (--requeue); near its limit, of which a signal tells
 * (--signal), a task stops and asks to be brought back. Cores are those that Slurm grants: the
 * driver binds its workers inside of them. */
#include "harness/run/submit/batch_system.h"
#include "base/shell.h"
#include "harness/run/submit/shards.h"

#include <stdlib.h>

enum { NOTICE_S = 60 }; /* before the limit: a driver takes a moment to stop */

static void option(struct text *t, const char *name, const char *value)
{
    if (value) text_add(t, "#SBATCH --%s=%s\n", name, value);
}

static void variable(struct text *t, const char *name, const char *value)
{
    text_add(t, "%s=", name);
    shell_add_to_run(t, value);
    text_add(t, "\n");
}

static void write(const struct submission *s, struct text *t)
{
    text_add(t, "#!/bin/sh\n");
    option(t, "job-name", s->name);
    text_add(t, "#SBATCH --array=1-%d\n#SBATCH --nodes=1\n#SBATCH --ntasks=1\n", s->tasks);
    text_add(t, "#SBATCH --cpus-per-task=%d\n", s->cores);
    option(t, "partition", s->partition);
    option(t, "time", s->time);
    option(t, "mem", s->memory);
    if (s->exclusive) text_add(t, "#SBATCH --exclusive\n");
    if (s->more) text_add(t, "#SBATCH %s\n", s->more);
    text_add(t, "#SBATCH --requeue --open-mode=append --signal=B:USR1@%d\n", NOTICE_S);
    text_add(t, "# Written by attnlab submit; what was asked can be changed here before it is "
                "submitted again.\n");
    variable(t, "folder", s->folder);
    variable(t, "program", s->program);
    if (s->data) variable(t, "export ATTNLAB_DATA", s->data);
    text_add(t, "cd ");
    shell_add_to_run(t, s->directory);
    text_add(t, " || exit\nset -- %s\n", s->arguments);
    text_add(t,
             "shard=$folder/" SHARD_HEAD "$SLURM_ARRAY_TASK_ID again='' late='' code=0\n"
             "# Without a journal there is no row in it, whatever else an end left there.\n"
             "if [ -e \"$shard/journal.jsonl\" ]; then again=--resume; else rm -rf \"$shard\"; fi\n"
             "\"$program\" run \"$@\" --shard \"$SLURM_ARRAY_TASK_ID/%d\" -o \"$shard\" $again &\n"
             "driver=$!\n"
             "trap 'kill -TERM $driver' TERM INT\n"
             "trap 'late=yes; kill -TERM $driver' USR1\n"
             "while kill -0 $driver 2>/dev/null; do wait $driver; code=$?; done\n"
             "[ -z \"$late\" ] || [ $code -lt 128 ] || scontrol requeue \"$SLURM_JOB_ID\"\n"
             "exit $code\n",
             s->tasks);
}

/* Logs are named by --output here, as a path with blanks is quoted in no script. */
static char *submit(const char *folder)
{
    struct text t = {0};
    char *logs = xformat("%s/log/%%a.txt", folder), *script = xformat("%s/slurm.sh", folder);
    text_add(&t, "sbatch --parsable -o ");
    shell_add_to_run(&t, logs);
    text_add(&t, " ");
    shell_add_to_run(&t, script);
    free(logs);
    free(script);
    return t.data;
}

static char *state(const char *job)
{
    struct text t = {0};
    text_add(&t, "squeue -h -r -o %%T -j ");
    shell_add_to_run(&t, job);
    text_add(&t, " 2>/dev/null");
    return t.data;
}

const struct engine slurm = {
    .name = "slurm", .script = "slurm.sh", .write = write, .submit = submit, .state = state};
