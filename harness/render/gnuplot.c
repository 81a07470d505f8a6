/* SPDX-License-Identifier: MIT
 * See gnuplot.h. */
#include "harness/render/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void gnuplot_set(struct text *t, const char *name, const char *value)
{
    text_add(t, "%s = '", name);
    for (; *value; value++) {
        char c = (unsigned char)*value < ' ' ? ' ' : *value;
        text_add_bytes(t, &c, 1);
        if (c == '\'') text_add_bytes(t, &c, 1);
    }
    text_add(t, "'; ");
}

bool gnuplot_name(const char *name)
{
    if (!*name || isdigit((unsigned char)*name)) return false;
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return !*name;
}

/* Starts gnuplot with standard error going to the pipe's end; 0 or an error number. */
static int start(pid_t *pid, int error, const char *const *argv)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, error, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, error, STDOUT_FILENO);
    int fault = posix_spawnp(pid, "gnuplot", &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return fault;
}

static void read_all(int fd, struct text *said)
{
    char chunk[4096];
    ssize_t got;
    text_add(said, "%s", "");
    while ((got = read(fd, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0) text_add_bytes(said, chunk, (size_t)got);
}

/* NULL when it ended well, else why not; *output (NULL: not wanted) is what it wrote. */
static char *run(const char *const *argv, char **output)
{
    int ends[2], status = 0;
    pid_t pid = 0;
    struct text said = {0};
    if (pipe2(ends, O_CLOEXEC)) return xformat("no pipe: %s", strerror(errno));
    int fault = start(&pid, ends[1], argv);
    close(ends[1]);
    if (!fault) read_all(ends[0], &said);
    close(ends[0]);
    if (fault) return xformat("gnuplot does not start: %s", strerror(fault));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        if (output)
            *output = said.data;
        else
            text_free(&said);
        return NULL;
    }
    text_add(&said, "%s", said.length ? "" : "gnuplot failed and said nothing");
    return said.data;
}

bool gnuplot_found(void)
{
    char *fault = run((const char *const[]){"gnuplot", "--version", NULL}, NULL);
    free(fault);
    return !fault;
}

/* The first line of an output that begins with "note: ", without that. */
static char *note_in(const char *output)
{
    static const char mark[] = "note: ";
    const char *at = strncmp(output, mark, strlen(mark)) ? strstr(output, "\nnote: ") : output;
    if (!at) return xstrdup("");
    at += strlen(mark) + (*at == '\n');
    return xformat("%.*s", (int)strcspn(at, "\n"), at);
}

char *gnuplot_run(const char *variables, const char *script, char **note)
{
    char *output = NULL;
    char *fault = run((const char *const[]){"gnuplot", "-e", variables, script, NULL}, &output);
    *note = note_in(output ? output : "");
    free(output);
    return fault;
}
