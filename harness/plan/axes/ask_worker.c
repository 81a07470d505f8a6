/* SPDX-License-Identifier: MIT
 * Runs the worker to get one answer, and finds sources that are newer than the worker (axes.h). */
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

char *ask_worker(const char *worker, const char *verb, char **error)
{
    /* The limit applies to CPU time, not to address space, because OpenBLAS retries forever if the
     * address space is too small. */
    const struct rlimit cpu_seconds = {60, 60};
    struct text out = {0};
    int ends[2], status = 0;
    pid_t child;
    *error = NULL;
    if (pipe2(ends, O_CLOEXEC))
        return *error = xformat("cannot make a pipe: %s", strerror(errno)), NULL;
    int failed = spawn(worker, verb, ends[1], &child);
    close(ends[1]);
    if (!failed) {
        prlimit(child, RLIMIT_CPU, &cpu_seconds, NULL);
        read_all(ends[0], &out);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    }
    close(ends[0]);
    if (failed)
        *error = xformat("cannot start the worker %s: %s; build it with `make`, or set "
                         "ATTNLAB_WORKER to its path",
                         worker, strerror(failed));
    else if (WIFSIGNALED(status))
        *error = xformat("`%s %s` was killed by signal %d", worker, verb, WTERMSIG(status));
    else if (WEXITSTATUS(status))
        *error = xformat("`%s %s` exited with status %d", worker, verb, WEXITSTATUS(status));
    if (*error) text_free(&out);
    return out.data;
}

/* ---- sources newer than the worker ---- */

static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Templates of `attnlab new` have names that end in .in; they are not sources. */
static bool is_source(const FTSENT *file)
{
    const char *ending = strrchr(file->fts_name, '.');
    return file->fts_info == FTS_F && ending &&
           (!strcmp(ending, ".c") || !strcmp(ending, ".h") || !strcmp(ending, ".def"));
}

char *newer_source(const char *worker)
{
    const char *slash = strrchr(worker, '/');
    struct stat status;
    char *found = NULL;
    if (!slash || stat(worker, &status)) return NULL;
    struct timespec last = status.st_mtim;
    int length = (int)(slash - worker);
    char *folders[] = {xformat("%.*s/kernels", length, worker),
                       xformat("%.*s/models", length, worker),
                       xformat("%.*s/datasets", length, worker), NULL};
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *file; walk && (file = fts_read(walk));) {
        if (!is_source(file) || !is_later(file->fts_statp->st_mtim, last)) continue;
        last = file->fts_statp->st_mtim;
        free(found);
        found = xstrdup(file->fts_path);
    }
    if (walk) fts_close(walk);
    for (char **folder = folders; *folder; folder++) free(*folder);
    return found;
}
