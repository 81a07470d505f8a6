/* SPDX-License-Identifier: MIT
 * Reads page faults, context switches and migrations during a sample, and stolen time and waiting
 * time during a row. */
#include "harness/measure/noise.h"
#include "harness/measure/clock.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct sample_noise sample_noise_now(const struct team *team)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (struct sample_noise){u.ru_minflt, u.ru_majflt, u.ru_nvcsw, u.ru_nivcsw,
                                 team ? team_migrations(team) : 0};
}

struct sample_noise sample_noise_since(const struct sample_noise *before, const struct team *team)
{
    struct sample_noise now = sample_noise_now(team);
    return (struct sample_noise){now.minor_faults - before->minor_faults,
                                 now.major_faults - before->major_faults,
                                 now.voluntary_switches - before->voluntary_switches,
                                 now.involuntary_switches - before->involuntary_switches,
                                 now.migrations - before->migrations};
}

static bool has_cpu(const struct team *team, int cpu)
{
    for (int i = 0; i < team->threads; i++)
        if (team_thread(team, i)->cpu == cpu) return true;
    return false;
}

/* Parses lines of /proc/stat: "cpuN user nice system idle iowait irq softirq steal ...". Skips the
 * line "cpu user ...", which has the sums over all CPUs. */
void row_noise_read_ticks(const struct team *team, FILE *stat, struct row_noise *n)
{
    char line[512];
    long long user, nice, system, irq, softirq, steal;
    int cpu;
    while (fgets(line, sizeof line, stat)) {
        if (strncmp(line, "cpu ", 4) == 0 ||
            sscanf(line, "cpu%d %lld %lld %lld %*s %*s %lld %lld %lld", &cpu, &user, &nice, &system,
                   &irq, &softirq, &steal) != 7)
            continue;
        if (!team_shares_core(team, cpu)) continue;
        if (n->steal_ticks < 0) n->steal_ticks = n->sibling_ticks = 0;
        if (has_cpu(team, cpu))
            n->steal_ticks += steal;
        else
            n->sibling_ticks += user + nice + system + irq + softirq;
    }
}

static void read_ticks(const struct team *team, struct row_noise *n)
{
    FILE *stat = team ? fopen("/proc/stat", "r") : NULL;
    n->steal_ticks = n->sibling_ticks = -1;
    if (!stat) return;
    row_noise_read_ticks(team, stat, n);
    fclose(stat);
}

/* Reads the waiting time from a file that contains "on-cpu-ns waiting-ns slices". Returns -1 if the
 * file does not exist. */
static long long delay_in(const char *path)
{
    long long delay = -1;
    FILE *f = fopen(path, "r");
    if (!f) return -1;
    if (fscanf(f, "%*s %lld", &delay) != 1) delay = -1;
    fclose(f);
    return delay;
}

static long long delay_of_task(const char *task)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/self/task/%.32s/schedstat", task);
    return delay_in(path);
}

long long thread_run_delay_ns(void) { return delay_in("/proc/thread-self/schedstat"); }

static long long delay_of_process(void)
{
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks) return -1;
    long long sum = -1;
    for (struct dirent *entry; (entry = readdir(tasks));) {
        long long delay = entry->d_name[0] == '.' ? -1 : delay_of_task(entry->d_name);
        if (delay >= 0) sum = (sum < 0 ? 0 : sum) + delay;
    }
    closedir(tasks);
    return sum;
}

struct row_noise row_noise_now(const struct team *team)
{
    struct row_noise n = {.run_delay_ns = delay_of_process(), .clock_ns = (double)clock_now_ns()};
    read_ticks(team, &n);
    return n;
}

static long long since(long long before, long long now)
{
    return before < 0 || now < 0 ? -1 : now - before;
}

struct row_noise row_noise_since(const struct row_noise *before, const struct team *team)
{
    struct row_noise now = row_noise_now(team);
    return (struct row_noise){since(before->steal_ticks, now.steal_ticks),
                              since(before->sibling_ticks, now.sibling_ticks),
                              since(before->run_delay_ns, now.run_delay_ns),
                              now.clock_ns - before->clock_ns};
}
