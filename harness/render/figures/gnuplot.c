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
static char *start(struct child *c, const char *folder, const char *setting, const char *script)
{
    const char *const argv[] = {"gnuplot", "-d", "-e", setting, script, NULL};
    char *program = path_program("gnuplot");
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
    char *fault = start(&c, ".", "", "--version");
    while (!fault && waitpid(c.pid, &status, 0) < 0 && errno == EINTR) continue;
    if (!fault) fault = end(&c, status);
    bool found = !fault;
    free(fault);
    return found;
}

/* The pictures that are being drawn, in a new folder of that of the run: what stands under their
 * names in an old one may be a link to anywhere. */
struct drawn {
    const char *folder;
    char *fresh; /* its name; NULL: it cannot be made */
};

static char *drawn_path(const struct drawn *d, const char *stem, const char *format)
{
    return xformat("%s%s.%s", d->fresh, strrchr(stem, '/'), format);
}

static char *start_figure(struct child *c, const struct drawn *d, const char *stem,
                          const char *format)
{
    if (!d->fresh) return xformat("%s: no new folder can be made there", d->folder);
    char *path = drawn_path(d, stem, format), *script = xformat("%s.gp", stem);
    char *setting = xformat("format='%s'; out='%s'", format, path);
    char *fault = start(c, d->folder, setting, script);
    free(setting);
    free(script);
    free(path);
    return fault;
}

/* The first fault of a figure is its own. */
static void note(struct figure *f, char *fault)
{
    if (f->fault)
        free(fault);
    else
        f->fault = fault;
}

/* Gives each picture its place; of a figure that failed none is left, half or of an earlier report.
 */
static void take(struct figure *f, const struct drawn *d)
{
    for (int k = 0; k < FORMATS && d->fresh; k++) {
        char *name = drawn_path(d, f->stem, formats[k]), *from = xformat("%s/%s", d->folder, name);
        char *to = xformat("%s/%s.%s", d->folder, f->stem, formats[k]);
        if (!f->fault && rename(from, to)) f->fault = xformat("%s: %s", to, strerror(errno));
        if (f->fault) unlink(from), unlink(to);
        free(name);
        free(from);
        free(to);
    }
}

static void wait_for_one(struct figures *all, struct child *children, int started)
{
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno != EINTR) die("waitpid: %s", strerror(errno));
    for (int i = 0; i < started && pid > 0; i++)
        if (children[i].pid == pid) note(&all->list[i / FORMATS], end(&children[i], status));
}

static int count_running(const struct child *children, int started)
{
    int running = 0;
    for (int i = 0; i < started; i++) running += children[i].pid > 0;
    return running;
}

void gnuplot_draw(struct figures *all, const char *folder)
{
    cpu_set_t set;
    int most = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    int count = all->count * FORMATS;
    struct child *children = xarray((size_t)count, sizeof *children);
    struct drawn drawn = {folder, make_new_folder(folder)};
    for (int i = 0; i < count; i++) {
        struct figure *f = &all->list[i / FORMATS];
        while (count_running(children, i) >= most) wait_for_one(all, children, i);
        if (!f->fault) note(f, start_figure(&children[i], &drawn, f->stem, formats[i % FORMATS]));
    }
    while (count_running(children, count)) wait_for_one(all, children, count);
    for (int i = 0; i < all->count; i++) take(&all->list[i], &drawn);
    if (drawn.fresh) {
        char *fresh = xformat("%s/%s", folder, drawn.fresh);
        rmdir(fresh);
        free(fresh);
    }
    free(drawn.fresh);
    free(children);
}
