/* SPDX-License-Identifier: MIT
 * Running gnuplot, as many at a time as there are cores.
 *
 * No shell is involved, and gnuplot is given no names but those of files that figures.c made: it
 * runs in the folder that these are relative to. What it says goes to a file without a name. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np, sched_getaffinity */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/render/figures/figures.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const formats[] = {"svg", "png"};
enum { FORMATS = sizeof formats / sizeof *formats };

struct child {
    pid_t pid; /* 0: none */
    FILE *said;
};

/* NULL, or why it does not start. */
static char *start(struct child *c, const char *folder, const char *format, const char *script)
{
    char *setting = xformat("format='%s'", format), *program = path_program("gnuplot");
    const char *const argv[] = {"gnuplot", "-e", setting, script, NULL};
    posix_spawn_file_actions_t files;
    c->said = tmpfile();
    if (!c->said) die("no file for gnuplot's messages: %s", strerror(errno));
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, fileno(c->said), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(c->said), STDOUT_FILENO);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    int fault =
        !program ? ENOENT : posix_spawn(&c->pid, program, &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    free(program);
    free(setting);
    if (!fault) return NULL;
    fclose(c->said);
    c->pid = 0;
    return xformat("gnuplot does not start: %s", strerror(fault));
}

/* After its end: NULL when that was well, else why not. Of a series that a panel does not have it
 * warns, which is no fault. */
static char *end(struct child *c, int status)
{
    struct text said = {0};
    char *line = NULL;
    size_t room = 0;
    rewind(c->said);
    while (getline(&line, &room, c->said) > 0)
        if (!strstr(line, "warning: Skipping data file with no valid points"))
            text_add(&said, "%s", line);
    free(line);
    fclose(c->said);
    c->pid = 0;
    bool good = WIFEXITED(status) && !WEXITSTATUS(status);
    char *fault =
        good ? NULL : xstrdup(said.length ? said.data : "gnuplot failed and said nothing");
    text_free(&said);
    return fault;
}

bool gnuplot_found(void)
{
    struct child c;
    int status = 0;
    char *fault = start(&c, ".", formats[0], "--version");
    while (!fault && waitpid(c.pid, &status, 0) < 0 && errno == EINTR) continue;
    if (!fault) fault = end(&c, status);
    bool found = !fault;
    free(fault);
    return found;
}

/* The first fault of a figure is its own; then no picture is left, half or of an earlier report. */
static void note(struct figure *f, char *fault, const char *folder)
{
    for (int k = 0; k < FORMATS && (fault || f->fault); k++) {
        char *half = xformat("%s/%s.%s", folder, f->stem, formats[k]);
        unlink(half);
        free(half);
    }
    if (f->fault)
        free(fault);
    else
        f->fault = fault;
}

void gnuplot_draw(struct figures *all, const char *folder)
{
    cpu_set_t set;
    int most = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set), running = 0, status;
    int count = all->count * FORMATS;
    struct child *children = xarray((size_t)count, sizeof *children);
    for (int next = 0; next < count || running;) {
        struct figure *f = &all->list[next / FORMATS];
        if (next < count && running < most) {
            char *script = xformat("%s.gp", f->stem);
            const char *format = formats[next % FORMATS];
            if (!f->fault) note(f, start(&children[next], folder, format, script), folder);
            running += children[next++].pid > 0;
            free(script);
            continue;
        }
        pid_t pid = waitpid(-1, &status, 0);
        if (pid < 0 && errno != EINTR) die("waitpid: %s", strerror(errno));
        for (int i = 0; i < next && pid > 0; i++) {
            if (children[i].pid != pid) continue;
            note(&all->list[i / FORMATS], end(&children[i], status), folder);
            running--;
        }
    }
    free(children);
}
