/* SPDX-License-Identifier: MIT
 * Runs one job at a time on pinned threads. The caller starts a job by incrementing `generation`.
 * Helper threads notice the new number, process items until none are left, and decrement `working`.
 * A thread that waits for a change spins, then sleeps in the kernel (futex). */
#define _GNU_SOURCE /* for sched_getcpu() */
#include "harness/measure/team.h"
#include "base/mem.h"

#include <errno.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- denormals: MXCSR on x86-64, FPCR on ARM ---- */

#if defined(__x86_64__)
enum { FLUSH = 1 << 15 | 1 << 6 }; /* FTZ flushes denormal results, DAZ flushes denormal operands */
static uint64_t control(void) { return _mm_getcsr(); }
static void set_control(uint64_t bits) { _mm_setcsr((unsigned)bits); }
#elif defined(__aarch64__)
enum { FLUSH = 1 << 24 }; /* FZ flushes denormal results and operands */
static uint64_t control(void)
{
    uint64_t bits;
    __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
    return bits;
}
static void set_control(uint64_t bits) { __asm__ volatile("msr fpcr, %0" ::"r"(bits)); }
#else
enum { FLUSH = 1 };
static uint64_t control(void) { return 0; }
static void set_control(uint64_t bits) { (void)bits; }
#endif

bool denormals_flushed(void) { return (control() & FLUSH) == FLUSH; }

bool denormals_flush(void)
{
    set_control(control() | FLUSH);
    return denormals_flushed();
}

/* ---- threads ---- */

enum { SPINS = 2000, STACK_TOUCHED = 256 * 1024 };

struct work_order {
    /* called for each item; if NULL, `each` is called once per thread */
    void (*job)(void *arg, int item, int thread);
    void (*each)(void *arg, int thread);
    void *arg;
    int items;
};

struct crew;
struct member {
    struct crew *crew;
    int index;
    pthread_t thread;
    struct team_thread facts;
    char apart[64]; /* padding that keeps members on separate cache lines */
};

/* A number that threads wait for, on its own cache line. */
struct signal_word {
    atomic_uint value;
    char apart[64];
};

struct crew {
    struct team team; /* must be first, because `struct team *` is cast to `struct crew *` */
    const struct topology *topology;
    struct member *members;
    struct work_order order;
    bool ending;
    struct signal_word generation; /* number of the current job */
    struct signal_word working;    /* number of helpers that still work on the job */
    struct signal_word sleepers;
    atomic_int next_item;
};

static struct crew *crew_of(const struct team *team) { return (struct crew *)team; }

/* ---- waiting ---- */

static void pause_a_moment(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Waits until *value differs from `old`. No wake-up is lost: the kernel compares again before it
 * sleeps, and a waking thread changes the value before it reads `sleepers`. */
static void wait_while(struct crew *crew, atomic_uint *value, unsigned old)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(value, memory_order_acquire) != old) return;
        pause_a_moment();
    }
    atomic_fetch_add(&crew->sleepers.value, 1);
    while (atomic_load(value) == old)
        syscall(SYS_futex, value, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
    atomic_fetch_sub(&crew->sleepers.value, 1);
}

static void wake(struct crew *crew, atomic_uint *value)
{
    if (atomic_load(&crew->sleepers.value))
        syscall(SYS_futex, value, FUTEX_WAKE_PRIVATE, crew->team.threads, NULL, NULL, 0);
}

/* ---- working ---- */

static void note_cpu(struct team_thread *facts)
{
    int cpu = sched_getcpu();
    if (facts->last_cpu >= 0 && cpu != facts->last_cpu) facts->migrations++;
    facts->last_cpu = cpu;
}

static void take_part(struct crew *crew, struct member *member)
{
    const struct work_order *order = &crew->order;
    if (!order->job) order->each(order->arg, member->index);
    while (order->job) {
        int item = atomic_fetch_add_explicit(&crew->next_item, 1, memory_order_relaxed);
        if (item >= order->items) break;
        order->job(order->arg, item, member->index);
    }
    note_cpu(&member->facts);
}

static void run_job(struct crew *crew, struct work_order order)
{
    unsigned helpers = (unsigned)crew->team.threads - 1, left;
    require(atomic_load(&crew->working.value) == 0);
    crew->order = order;
    atomic_store_explicit(&crew->next_item, 0, memory_order_relaxed);
    atomic_store(&crew->working.value, helpers);
    atomic_fetch_add(&crew->generation.value, 1);
    wake(crew, &crew->generation.value);
    take_part(crew, &crew->members[0]);
    while ((left = atomic_load_explicit(&crew->working.value, memory_order_acquire)))
        wait_while(crew, &crew->working.value, left);
}

static void touch_stack(void)
{
    volatile char bytes[STACK_TOUCHED];
    for (size_t i = 0; i < sizeof bytes; i += 4096) bytes[i] = 0;
}

static void set_up(struct member *member)
{
    struct team_thread *facts = &member->facts;
    facts->tid = syscall(SYS_gettid);
    facts->binding = topology_bind(member->crew->topology, facts->cpu);
    facts->denormals_flushed = denormals_flush();
    facts->last_cpu = -1;
    touch_stack();
}

static void *help(void *arg)
{
    struct member *member = arg;
    struct crew *crew = member->crew;
    set_up(member);
    for (unsigned seen = 0;; seen++) {
        if (atomic_fetch_sub(&crew->working.value, 1) == 1) wake(crew, &crew->working.value);
        wait_while(crew, &crew->generation.value, seen);
        if (crew->ending) return NULL;
        take_part(crew, member);
    }
}

/* ---- the team ---- */

static void run(struct team *team, void (*job)(void *arg, int item, int thread), void *arg,
                int items)
{
    run_job(crew_of(team), (struct work_order){.job = job, .arg = arg, .items = items});
}

void team_each(struct team *team, void (*f)(void *arg, int thread), void *arg)
{
    if (team)
        run_job(crew_of(team), (struct work_order){.each = f, .arg = arg});
    else
        f(arg, 0);
}

/* Explains why a thread could not be started. EAGAIN means too many threads, or no memory for the
 * stack if the address space is limited. */
static _Noreturn void refuse_thread(int thread, int threads, int error)
{
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    if (error != EAGAIN || !limited)
        die("cannot start thread %d of %d: %s", thread, threads, strerror(error));
    fprintf(stderr, "attnlab: out of memory: no memory for the stack of thread %d of %d\n", thread,
            threads);
    exit(EXIT_OUT_OF_MEMORY);
}

struct team *team_start(const struct topology *topology, const struct placement *placement)
{
    int threads = placement->threads;
    struct crew *crew = xalloc(sizeof *crew);
    crew->team = (struct team){.threads = threads, .run = run};
    crew->topology = topology;
    crew->members = xarray((size_t)threads, sizeof *crew->members);
    /* number of helpers that are still starting */
    atomic_store(&crew->working.value, (unsigned)threads - 1);
    for (int i = 0; i < threads; i++) {
        struct member *member = &crew->members[i];
        *member = (struct member){.crew = crew, .index = i, .facts.cpu = placement->cpus[i]};
        int error = i ? pthread_create(&member->thread, NULL, help, member) : 0;
        if (error) refuse_thread(i, threads, error);
    }
    set_up(&crew->members[0]);
    for (unsigned left; (left = atomic_load(&crew->working.value));)
        wait_while(crew, &crew->working.value, left);
    return &crew->team;
}

void team_stop(struct team *team)
{
    if (!team) return;
    struct crew *crew = crew_of(team);
    crew->ending = true;
    atomic_fetch_add(&crew->generation.value, 1);
    wake(crew, &crew->generation.value);
    for (int i = 1; i < team->threads; i++) pthread_join(crew->members[i].thread, NULL);
    free(crew->members);
    free(crew);
}

/* ---- facts ---- */

const struct team_thread *team_thread(const struct team *team, int thread)
{
    return &crew_of(team)->members[thread].facts;
}

bool team_shares_core(const struct team *team, int cpu)
{
    for (int i = 0; i < team->threads; i++)
        if (topology_same_core(crew_of(team)->topology, team_thread(team, i)->cpu, cpu))
            return true;
    return false;
}

bool team_bound(const struct team *team)
{
    bool all = true;
    for (int i = 0; i < team->threads; i++) all &= team_thread(team, i)->binding.strict;
    return all;
}

bool team_denormals_flushed(const struct team *team)
{
    bool all = true;
    for (int i = 0; i < team->threads; i++) all &= team_thread(team, i)->denormals_flushed;
    return all;
}

long team_migrations(const struct team *team)
{
    long sum = 0;
    for (int i = 0; i < team->threads; i++) sum += team_thread(team, i)->migrations;
    return sum;
}

char *team_last_cpus(const struct team *team)
{
    int *cpus = xarray((size_t)team->threads, sizeof *cpus), count = 0;
    for (int i = 0; i < team->threads; i++)
        if (team_thread(team, i)->last_cpu >= 0) cpus[count++] = team_thread(team, i)->last_cpu;
    char *text = ranges_text(cpus, count);
    free(cpus);
    return text;
}
