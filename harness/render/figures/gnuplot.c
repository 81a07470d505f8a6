/* SPDX-License-Identifier: MIT
 * Running gnuplot, as many at a time as there are cores.
 *
 * No shell is involved, and gnuplot is given no names but those of files that figures.c made: it
 * runs in the folder that these are relative to. What it says goes to a file without a name. */
#include "harness/render/figures/figure_kinds.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void start(struct gnuplot_job *j, const char *folder)
{
    char *format = xformat("format='%s'", j->format);
    const char *const argv[] = {"gnuplot", "-e", format, j->script, NULL};
    posix_spawn_file_actions_t files;
    j->said = tmpfile();
    if (!j->said) die("no file for gnuplot's messages: %s", strerror(errno));
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, fileno(j->said), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(j->said), STDOUT_FILENO);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    int fault = posix_spawnp(&j->pid, "gnuplot", &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (fault) {
        j->fault = xformat("gnuplot does not start: %s", strerror(fault));
        j->pid = 0;
        fclose(j->said);
    }
    free(format);
}

static void end(struct gnuplot_job *j, int status)
{
    struct text said = {0};
    char chunk[4096];
    rewind(j->said);
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, j->said)) > 0;)
        text_add_bytes(&said, chunk, got);
    fclose(j->said);
    j->pid = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        j->fault = xstrdup(said.length ? said.data : "gnuplot failed and said nothing");
    text_free(&said);
}

void gnuplot_run(struct gnuplot_job *jobs, int count, const char *folder)
{
    cpu_set_t set;
    int most = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set), running = 0, status;
    for (int next = 0; next < count || running;) {
        if (next < count && running < most) {
            if (jobs[next].script) start(&jobs[next], folder);
            running += jobs[next++].pid > 0;
            continue;
        }
        pid_t pid = waitpid(-1, &status, 0);
        if (pid < 0 && errno != EINTR) die("waitpid: %s", strerror(errno));
        for (int i = 0; i < next && pid > 0; i++)
            if (jobs[i].pid == pid) end(&jobs[i], status), running--;
    }
}

bool gnuplot_found(void)
{
    struct gnuplot_job version = {.format = "svg", .script = (char[]){"--version"}};
    gnuplot_run(&version, 1, ".");
    bool found = !version.fault;
    free(version.fault);
    return found;
}
