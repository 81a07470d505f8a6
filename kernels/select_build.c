/* SPDX-License-Identifier: MIT
 * Lists the kernel builds of this program that the CPU can run. */
#include "kernels.h"

#include <string.h>

#define DECLARE(build) extern const struct kernels kernels_##build;
DECLARE(double)
/* The Makefile lists the builds, fastest first. */
EACH_VECTOR_BUILD(DECLARE, )

/* ---- required CPU features per build, from its -march ---- */

static inline bool plain_runs(void) { return true; } /* unused if the program has no plain build */
#if defined(__aarch64__)
static bool neon_runs(void) { return true; }
#endif
#if defined(__x86_64__)
static bool avx2_runs(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
static bool avx512_runs(void)
{
    return avx2_runs() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

#define ENTRY(build) {&kernels_##build, build##_runs},
static const struct {
    const struct kernels *kernels;
    bool (*supported)(void);
} builds[] = {EACH_VECTOR_BUILD(ENTRY, )};
enum { BUILDS = sizeof builds / sizeof *builds };

const struct kernels *const *kernels_available(void)
{
    static const struct kernels *list[BUILDS + 1]; /* Threads may write this list at the same time,
                                                      because all of them write the same values. */
    int count = 0;
    for (int i = 0; i < BUILDS; i++)
        if (builds[i].supported()) list[count++] = builds[i].kernels;
    return list;
}

const struct kernels *kernels_by_name(const char *name)
{
    if (strcmp(name, kernels_double.name) == 0) return &kernels_double;
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        if (strcmp((*k)->name, name) == 0) return *k;
    return NULL;
}

const char *blas_missed_core(void)
{
    if (strcmp(blas_core_name(), "Prescott") != 0) return NULL;
#if defined(__x86_64__)
    if (avx512_runs()) return "SkylakeX";
    if (avx2_runs()) return "Haswell";
#endif
    return NULL;
}
