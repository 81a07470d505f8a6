/* SPDX-License-Identifier: MIT
 * Child processes of gnuplot, side by side, see gnuplot.h. What one says goes to a file without a
 * name, so that none waits for this program to read. */
#include "harness/render/figures/gnuplot.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct child {
    pid_t pid; /* 0: none */
    FILE *said;
};

/* NULL, or why it does not start. */
static char *start(struct child *c, const char *folder, const char *const *argv)
{
    posix_spawn_file_actions_t files;
    *c = (struct child){0, tmpfile()};
    if (!c->said) return xformat("no file for its messages: %s", strerror(errno));
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, fileno(c->said), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(c->said), STDOUT_FILENO);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    int fault = posix_spawnp(&c->pid, "gnuplot", &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (!fault) return NULL;
    fclose(c->said);
    c->pid = 0;
    return xformat("gnuplot does not start: %s", strerror(fault));
}

/* After its end: NULL when that was well, else why not. */
static char *end(struct child *c, int status)
{
    struct text said = {0};
    char chunk[4096];
    rewind(c->said);
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, c->said)) > 0;)
        text_add_bytes(&said, chunk, got);
    fclose(c->said);
    c->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        text_free(&said);
        return NULL;
    }
    text_add(&said, "%s", said.length ? "" : "gnuplot failed and said nothing");
    return said.data;
}

bool gnuplot_found(void)
{
    struct child c;
    int status = 0;
    char *fault = start(&c, ".", (const char *const[]){"gnuplot", "--version", NULL});
    if (!fault) {
        while (waitpid(c.pid, &status, 0) < 0 && errno == EINTR) continue;
        fault = end(&c, status);
    }
    free(fault);
    return !fault;
}

static int cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

/* Waits for any of the children to end. */
static void wait_for_one(struct child *children, struct gnuplot_job *jobs, int count)
{
    int status = 0;
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno != EINTR) die("waitpid: %s", strerror(errno));
    for (int i = 0; i < count; i++)
        if (pid > 0 && children[i].pid == pid) jobs[i].fault = end(&children[i], status);
}

void gnuplot_run(struct gnuplot_job *jobs, int count, const char *folder)
{
    struct child *children = xarray((size_t)count, sizeof *children);
    int most = cores(), running = 0;
    for (int next = 0; next < count || running;) {
        running = 0;
        for (int i = 0; i < next; i++) running += children[i].pid != 0;
        if (next < count && running < most) {
            char *format = xformat("format='%s'", jobs[next].format);
            const char *const argv[] = {"gnuplot", "-e", format, jobs[next].script, NULL};
            jobs[next].fault = start(&children[next], folder, argv);
            next++;
            free(format);
        } else if (running) {
            wait_for_one(children, jobs, next);
        }
    }
    free(children);
}
