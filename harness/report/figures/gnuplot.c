/* SPDX-License-Identifier: MIT
 * Running gnuplot, as many at a time as there are cores.
 *
 * It runs in the folder of the run, as a user would; no shell is involved. What it says goes to a
 * file without a name. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np, sched_getaffinity */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/report/figures/figures.h"

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
static char *start(struct child *c, const char *folder, const char *const argv[])
{
    posix_spawn_file_actions_t files;
    char *program = path_program("gnuplot");
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
    char *fault = start(&c, ".", (const char *const[]){"gnuplot", "--version", NULL});
    while (!fault && waitpid(c.pid, &status, 0) < 0 && errno == EINTR) continue;
    if (!fault) fault = end(&c, status);
    bool found = !fault;
    free(fault);
    return found;
}

/* The pictures that are being drawn, in a new folder of that of the run: what stands under their
 * names in an old one may be a link to anywhere. */
struct drawn {
    const char *folder, *plots;
    char *fresh; /* its name; NULL: it cannot be made */
};

static char *start_figure(struct child *c, const struct figure *f, const struct drawn *d)
{
    if (!d->fresh) return xformat("%s: no new folder can be made there", d->folder);
    char *script = xformat("%s/%s.gp", d->plots, f->kind), *csv = xformat("%s.csv", f->stem),
         *svg = xformat("%s%s.svg", d->fresh, strrchr(f->stem, '/'));
    char *fault =
        start(c, d->folder, (const char *const[]){"gnuplot", "-d", "-c", script, csv, svg, NULL});
    free(script);
    free(csv);
    free(svg);
    return fault;
}

/* Gives a picture its place; of a figure that failed none is left, half or of an earlier report. */
static void take(struct figure *f, const struct drawn *d)
{
    char *from = xformat("%s/%s%s.svg", d->folder, d->fresh, strrchr(f->stem, '/'));
    char *to = xformat("%s/%s.svg", d->folder, f->stem);
    if (!f->fault && rename(from, to)) f->fault = xformat("%s: %s", to, strerror(errno));
    if (f->fault) unlink(from), unlink(to);
    free(from);
    free(to);
}

/* Waits for one of them to end. */
static void wait_for_one(struct figures *all, struct child *children)
{
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno != EINTR) die("waitpid: %s", strerror(errno));
    for (int i = 0; i < all->count && pid > 0; i++)
        if (children[i].pid == pid) all->list[i].fault = end(&children[i], status);
}

static int count_running(const struct child *children, int count)
{
    int running = 0;
    for (int i = 0; i < count; i++) running += children[i].pid > 0;
    return running;
}

void gnuplot_draw(struct figures *all, const char *folder, const char *plots)
{
    cpu_set_t set;
    int most = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    struct child *children = xarray((size_t)all->count + 1, sizeof *children);
    struct drawn d = {folder, plots, make_new_folder(folder)};
    for (int i = 0; i < all->count; i++) {
        struct figure *f = &all->list[i];
        while (count_running(children, i) >= most) wait_for_one(all, children);
        if (!f->fault) f->fault = start_figure(&children[i], f, &d);
    }
    while (count_running(children, all->count)) wait_for_one(all, children);
    for (int i = 0; i < all->count && d.fresh; i++) take(&all->list[i], &d);
    char *fresh = xformat("%s/%s", folder, d.fresh ? d.fresh : "");
    if (d.fresh) rmdir(fresh);
    free(fresh);
    free(d.fresh);
    free(children);
}
