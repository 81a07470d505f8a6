/* SPDX-License-Identifier: MIT
 * Starts the worker under valgrind and reads what Callgrind wrote. */
#define _GNU_SOURCE /* environ, memfd_create, pipe2 */
#include "harness/measure/counters/callgrind.h"
#include "harness/measure/counters/counter_pass.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

const char *simulated_row(int row) { return row == BEFORE_PHASES ? "before" : phase_names[row]; }

/* ---- reading ---- */

/* The rest of a line that begins with this; NULL: it does not. */
static char *after(char *line, const char *start)
{
    size_t length = strlen(start);
    return strncmp(line, start, length) ? NULL : line + length;
}

/* Where a name stands in a list parted by blanks, from 0; -1: nowhere. */
static int place_of(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (int place = 0; *list; place++) {
        size_t one = strcspn(list, " ");
        if (one == length && strncmp(list, name, length) == 0) return place;
        list += one;
        list += strspn(list, " ");
    }
    return -1;
}

/* Which number of a line is which event of the group; false with *reason. */
static bool find_events(const struct counter_group *g, const char *list, int *places, char **reason)
{
    for (int i = 0; i < g->events; i++) {
        places[i] = -1;
        for (int c = 0; c < MAX_CANDIDATES && g->event[i].candidates[c] && places[i] < 0; c++)
            places[i] = place_of(list, g->event[i].candidates[c]);
        if (places[i] >= 0) continue;
        *reason = xformat("event %s: found %s, expected one of Callgrind's: %s", g->event[i].name,
                          g->event[i].candidates[0], list);
        return false;
    }
    return true;
}

/* Zeros at the end of the line are left out by Callgrind. */
static void add_totals(struct thread_counts *counts, int events, const int *places, char *list)
{
    char *rest = NULL;
    int place = 0;
    for (char *one = strtok_r(list, " ", &rest); one; one = strtok_r(NULL, " ", &rest), place++)
        for (int i = 0; i < events; i++)
            if (places[i] == place) counts->sum[counts->row][i] += strtoll(one, NULL, 10);
}

static int row_of(const char *name)
{
    for (int row = 0; row < ROWS; row++)
        if (strcmp(name, simulated_row(row)) == 0) return row;
    return -1;
}

/* A part of the text is what was counted since the part before: why it was written, the events,
 * then (after each function's numbers) their sums. */
static bool read_line(struct counter_pass *pass, int *places, char *line, char **reason)
{
    struct thread_counts *counts = pass->of_thread;
    char *rest;
    line[strcspn(line, "\n")] = '\0';
    if (after(line, "part: ")) counts->row = -1;
    if ((rest = after(line, "desc: Trigger: Client Request: "))) counts->row = row_of(rest);
    if ((rest = after(line, "events: "))) return find_events(pass->group, rest, places, reason);
    if (counts->row >= 0 && (rest = after(line, "totals: ")))
        add_totals(counts, pass->group->events, places, rest);
    return true;
}

static bool any_counted(const struct counter_pass *pass)
{
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < pass->group->events; i++)
            if (pass->of_thread->sum[row][i] > 0) return true;
    return false;
}

struct counter_pass *callgrind_read(const struct counter_group *group, FILE *from, char **reason)
{
    struct counter_pass *pass = xalloc(sizeof *pass);
    *pass = (struct counter_pass){group, NULL, 1, xarray(1, sizeof *pass->of_thread)};
    *pass->of_thread = (struct thread_counts){.used = true, .row = -1};
    int places[MAX_EVENTS] = {0};
    char *line = NULL;
    size_t room = 0;
    *reason = NULL;
    while (getline(&line, &room, from) >= 0)
        if (!*reason) read_line(pass, places, line, reason);
    free(line);
    if (!*reason && any_counted(pass)) return pass;
    if (!*reason) *reason = xstrdup("Callgrind counted nothing");
    counters_close(pass);
    return NULL;
}

/* ---- running ---- */

/* Without the core of OpenBLAS that was asked for, which may be one that valgrind does not know. */
static char **environment(void)
{
    size_t count = 0, kept = 0;
    while (environ[count]) count++;
    char **list = xarray(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        if (!after(environ[i], "OPENBLAS_CORETYPE=")) list[kept++] = environ[i];
    return list;
}

/* Simulated caches are of one size everywhere: 32 KiB for instructions and for data, 8 MiB behind
 * them. Nothing is counted before worker_simulate.c asks for it. */
static int start(const char *cell, int counts, int words, pid_t *child)
{
    enum { COUNTS = 9 }; /* in --callgrind-out-file */
    char self[4096] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) self[0] = '\0';
    const char *argv[] = {"valgrind",
                          "-q",
                          "--tool=callgrind",
                          "--vgdb=no",
                          "--instr-atstart=no",
                          "--cache-sim=yes",
                          "--branch-sim=yes",
                          "--I1=32768,8,64",
                          "--D1=32768,8,64",
                          "--LL=8388608,16,64",
                          "--combine-dumps=yes",
                          "--callgrind-out-file=/proc/self/fd/9",
                          self,
                          "simulate",
                          cell,
                          NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, words, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, words, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, counts, COUNTS);
    char **surroundings = environment();
    int error = posix_spawnp(child, argv[0], &files, NULL, (char **)argv, surroundings);
    posix_spawn_file_actions_destroy(&files);
    free(surroundings);
    return error;
}

/* The last line of what it said, to be freed. */
static char *last_words(int fd)
{
    char *path = xformat("/proc/self/fd/%d", fd), *text = read_file(path, NULL);
    size_t length = text ? strlen(text) : 0;
    while (length && text[length - 1] == '\n') text[--length] = '\0';
    const char *line = length ? strrchr(text, '\n') : NULL;
    char *words = xstrdup(line ? line + 1 : length ? text : "it said nothing");
    free(text);
    free(path);
    return words;
}

/* NULL: it ended well; else why not, to be freed. */
static char *fault_of(pid_t child, int words)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
    bool ended = WIFEXITED(status);
    char *last = last_words(words);
    char *fault = xformat("under valgrind it ended by %s %d: %s", ended ? "status" : "signal",
                          ended ? WEXITSTATUS(status) : WTERMSIG(status), last);
    free(last);
    return fault;
}

static char *start_fault(int error)
{
    if (error == ENOENT)
        return xstrdup("valgrind is not on the PATH: install it (apt install valgrind)");
    return xformat("valgrind cannot be started: %s", strerror(error));
}

/* Reads while it runs: a part comes at every change of phase, thousands of them. */
static struct counter_pass *run(const struct counter_group *group, const char *cell, int words,
                                char **reason)
{
    int ends[2];
    pid_t child;
    if (pipe2(ends, O_CLOEXEC)) return *reason = start_fault(errno), NULL;
    int error = start(cell, ends[1], words, &child);
    close(ends[1]);
    if (error) return close(ends[0]), *reason = start_fault(error), NULL;
    FILE *from = fdopen(ends[0], "r");
    require(from);
    struct counter_pass *pass = callgrind_read(group, from, reason);
    fclose(from);
    char *fault = fault_of(child, words);
    if (!fault) return pass;
    counters_close(pass);
    free(*reason);
    *reason = fault;
    return NULL;
}

struct counter_pass *callgrind_count(const struct counter_group *group, const char *cell,
                                     char **reason)
{
    int words = memfd_create("words", MFD_CLOEXEC); /* nothing is left where anybody is killed */
    if (words < 0) return *reason = start_fault(errno), NULL;
    struct counter_pass *pass = run(group, cell, words, reason);
    close(words);
    return pass;
}
