/* SPDX-License-Identifier: MIT
 * Runs cmark-gfm and gnuplot (page.h). Their output goes to an unnamed temporary file. */
#define _GNU_SOURCE /* for posix_spawn_file_actions_addchdir_np() */
#include "harness/report/page/page.h"
#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char *read_all(FILE *f)
{
    struct text all = {0};
    char piece[4096];
    size_t n;
    rewind(f);
    text_add(&all, "%s", "");
    while ((n = fread(piece, 1, sizeof piece, f)) > 0) text_add_bytes(&all, piece, n);
    return all.data;
}

char *run_program(const char *const argv[], const char *folder, FILE *in, char **output)
{
    posix_spawn_file_actions_t files;
    char *program = path_program(argv[0]);
    FILE *printed = tmpfile();
    pid_t pid;
    int status = 0;
    if (!printed)
        die("cannot create a temporary file for the output of %s: %s", argv[0], strerror(errno));
    posix_spawn_file_actions_init(&files);
    if (in)
        posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, fileno(printed), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(printed), STDOUT_FILENO);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    int fault =
        !program ? ENOENT : posix_spawn(&pid, program, &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    while (!fault && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    *output = read_all(printed);
    fclose(printed);
    bool good = WIFEXITED(status) && !WEXITSTATUS(status);
    char *error =
        !program ? xformat("%s is not installed (harness/install/packages.tsv lists its package)",
                           argv[0])
        : fault  ? xformat("%s does not start: %s", argv[0], strerror(fault))
        : good   ? NULL
                 : xformat("%s failed: %s", argv[0], **output ? *output : "no message");
    free(program);
    return error;
}
