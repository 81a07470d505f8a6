/* SPDX-License-Identifier: MIT
 * Running the worker for one answer, its output collected. */
#define _GNU_SOURCE
#include "base/mem.h"
#include "harness/plan/axes/axes.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int spawn(const char *worker, const char *verb, int out, pid_t *child)
{
    char *argv[] = {(char *)worker, (char *)verb, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    int error = posix_spawnp(child, worker, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void read_all(int fd, struct text *out)
{
    char chunk[65536];
    ssize_t got;
    text_add_bytes(out, "", 0);
    while ((got = read(fd, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0) text_add_bytes(out, chunk, (size_t)got);
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

/* OpenBLAS, loaded where the address space is too small for it, asks for memory for ever. */
static void limit_time(pid_t child)
{
    const struct rlimit seconds = {60, 60};
    prlimit(child, RLIMIT_CPU, &seconds, NULL);
}

/* Starts the worker and collects; a message on failure. */
static char *ask(const char *worker, const char *verb, struct text *out)
{
    int ends[2];
    pid_t child;
    if (pipe2(ends, O_CLOEXEC)) return xformat("cannot make a pipe: %s", strerror(errno));
    int error = spawn(worker, verb, ends[1], &child);
    close(ends[1]);
    if (!error) limit_time(child), read_all(ends[0], out);
    close(ends[0]);
    if (error)
        return xformat("cannot start the worker %s: %s; build it with `make`, or name it in "
                       "ATTNLAB_WORKER",
                       worker, strerror(error));
    int status = wait_for(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
    if (WIFSIGNALED(status))
        return xformat("`%s %s` was ended by signal %d", worker, verb, WTERMSIG(status));
    return xformat("`%s %s` ended with status %d", worker, verb, WEXITSTATUS(status));
}

char *ask_worker(const char *worker, const char *verb, char **error)
{
    struct text out = {0};
    *error = ask(worker, verb, &out);
    if (*error) text_free(&out);
    return out.data;
}

/* ==== The times of sources against that of the worker: as make asks, of what people add to. ====
 */

static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Not what `attnlab new` makes files from, which ends in .in. */
static bool is_source(const FTSENT *file)
{
    const char *ending = strrchr(file->fts_name, '.');
    return file->fts_info == FTS_F && ending &&
           (!strcmp(ending, ".c") || !strcmp(ending, ".h") || !strcmp(ending, ".def"));
}

/* The last of those that are later than `built`. */
static char *last_of(char *const *folders, struct timespec built)
{
    char *found = NULL;
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *file; walk && (file = fts_read(walk));) {
        if (!is_source(file) || !is_later(file->fts_statp->st_mtim, built)) continue;
        built = file->fts_statp->st_mtim;
        free(found);
        found = xstrdup(file->fts_path);
    }
    if (walk) fts_close(walk);
    return found;
}

char *newer_source(const char *worker, bool *in_future)
{
    const char *slash = strrchr(worker, '/');
    struct stat its;
    if (!slash || stat(worker, &its)) return NULL;
    int length = (int)(slash - worker);
    char *folders[] = {xformat("%.*s/kernels", length, worker),
                       xformat("%.*s/models", length, worker),
                       xformat("%.*s/datasets", length, worker), NULL};
    char *found = last_of(folders, its.st_mtim);
    *in_future = found && !stat(found, &its) && its.st_mtim.tv_sec > time(NULL);
    for (char **folder = folders; *folder; folder++) free(*folder);
    return found;
}
