/* SPDX-License-Identifier: MIT
 * Which builds of the kernels this program holds, and which of them this CPU can run. */
#include "kernels.h"

#include <string.h>

extern const struct kernels kernels_double;

#if defined(__aarch64__)
extern const struct kernels kernels_neon;
#else
extern const struct kernels kernels_plain;
#endif

#if defined(__x86_64__)
extern const struct kernels kernels_avx512, kernels_avx2;

/* The features that -march=x86-64-v4 and -v3 let the compiler use. */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

static bool always(void) { return true; }

static const struct {
    const struct kernels *kernels;
    bool (*supported)(void);
} builds[] = {
#if defined(__x86_64__)
    {&kernels_avx512, has_avx512},
    {&kernels_avx2, has_avx2},
    {&kernels_plain, always},
#elif defined(__aarch64__)
    {&kernels_neon, always},
#else
    {&kernels_plain, always},
#endif
};
enum { BUILDS = sizeof builds / sizeof *builds };

const struct kernels *const *kernels_available(void)
{
    static const struct kernels *list[BUILDS + 1]; /* the same at every call */
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
    if (has_avx512()) return "SkylakeX";
    if (has_avx2()) return "Haswell";
#endif
    return NULL;
}
