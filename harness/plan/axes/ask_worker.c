/* SPDX-License-Identifier: MIT
 * Running the worker for one answer, its output collected. */
#define _GNU_SOURCE /* pipe2, prlimit */
#include "harness/plan/axes/ask_worker.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

char *worker_answer(const char *worker, const char *verb, char **error)
{
    struct text out = {0};
    *error = ask(worker, verb, &out);
    if (*error) text_free(&out);
    return out.data;
}
