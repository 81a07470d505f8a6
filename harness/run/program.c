/* SPDX-License-Identifier: MIT
 * Facts about this program, and hashes of programs and plans (manifest.h). The Makefile writes
 * build_commit.h and build_flags.h into the build folder. */
#include "base/mem.h"
#include "base/paths.h"
#include "base/rng.h"
#include "base/training_identity.h"
#include "build_commit.h"
#include "build_flags.h"
#include "harness/run/manifest.h"

#include <stdlib.h>
#include <string.h>

const struct program program = {
    .version = FACT_VERSION,
    .commit = FACT_COMMIT,
    .compiler = FACT_COMPILER,
    .harness_flags = FACT_HARNESS_FLAGS,
    .kernel_flags = FACT_KERNEL_FLAGS,
    .libraries = FACT_LIBRARIES,
};

char *program_hash(const char *path)
{
    char *file = strchr(path, '/') ? xstrdup(path) : path_program(path);
    char *text = file ? identity_of_program(file) : xstrdup("");
    free(file);
    return text;
}

/* ---- plans ---- */

/* Returns the hash of a string and frees the string. */
static char *hash_of(struct text *all)
{
    char *hash = xformat("%016llx", (unsigned long long)rng_stream(all->data));
    text_free(all);
    return hash;
}

char *plan_hash(const struct plan *plan)
{
    struct text all = {0};
    text_add(&all, "%d cells, seed %llu\n", plan->cell_count, (unsigned long long)plan->order_seed);
    for (int i = 0; i < plan->cell_count; i++) {
        const struct spec *spec = &plan->specs[plan->cells[i].spec];
        text_add(&all, "%s\t%s\t%d\n", spec->name, plan->cells[i].string, spec->rounds);
    }
    return hash_of(&all);
}

static void add_list(struct text *all, const char *name, char *const *list, int count)
{
    text_add(all, "%s", name);
    for (int i = 0; i < count; i++) text_add(all, " %s", list[i]);
    text_add(all, "\n");
}

static void add_tuning(struct text *all, const struct spec *s)
{
    if (!s->tune_axis) return;
    text_add(all, "tune %s%s", s->tune_axis, s->tune_apart ? " apart" : "");
    add_list(all, "", s->tune_seeds, s->tune_seed_count);
}

static void add_judging(struct text *all, const struct spec *s)
{
    text_add(all, "metric %s, split %s, margin %.17g\n", s->metric ? s->metric : "",
             s->split ? s->split : "", s->margin);
    add_list(all, "negative_control", s->negative_control, s->negative_control_count);
    add_list(all, "beat", &s->simple_baseline, s->simple_baseline != NULL);
}

char *plan_rules_hash(const struct plan *plan)
{
    struct text all = {0};
    for (int i = 0; i < plan->spec_count; i++) {
        text_add(&all, "question %s\n", plan->specs[i].name);
        add_tuning(&all, &plan->specs[i]);
        add_judging(&all, &plan->specs[i]);
    }
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        const char *arm = c->arm_index < 0 ? "" : plan->specs[c->spec].arms[c->arm_index].name;
        text_add(&all, "%s %d\n", arm, c->baseline);
    }
    return hash_of(&all);
}
