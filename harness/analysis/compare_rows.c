/* SPDX-License-Identifier: MIT
 * Rows of two runs side by side. */
#include "harness/analysis/compare.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* What it is called; where the manifest has it, or else which column. */
static const struct {
    const char *name, *object, *member, *column;
} facts[DIFFERENCES] = {[DIFFERENT_PROGRAM] = {"program", "program", "commit", NULL},
                        [DIFFERENT_SYSTEM] = {"system", "machine", "system", NULL},
                        [DIFFERENT_CPU] = {"CPU model", "machine", "cpu_model", NULL},
                        [DIFFERENT_ISA] = {"vector path", NULL, NULL, "isa_used"},
                        [DIFFERENT_BLAS] = {"BLAS core", NULL, NULL, "blas_core"}};

/* ---- finding a row again ---- */

/* The question and the key of a trial, without the vector path that was asked for; to be freed. */
static char *name_of(const struct run_data *run, const struct trial *t)
{
    const char *key = run->plan.rows[t - run->trials].key, *isa = strstr(key, ",isa=");
    const char *question = run->plan.specs[t->cell->spec].name;
    return isa ? xformat("%s\n%.*s%s", question, (int)(isa - key), key,
                         isa + 1 + strcspn(isa + 1, ","))
               : xformat("%s\n%s", question, key);
}

/* Pairs the trials that have a row; returns how many of the rerun the reference has not. */
static int find_matches(struct comparison *c)
{
    const struct run_data *reference = c->reference->run, *run = c->run->run;
    json_t *index = json_object();
    int extra = 0;
    for (int i = 0; i < run->trial_count; i++) {
        char *name = name_of(run, &run->trials[i]);
        if (run->trials[i].row >= 0) json_object_set_new(index, name, json_integer(i)), extra++;
        free(name);
    }
    c->matches = xarray((size_t)reference->trial_count, sizeof *c->matches);
    for (int i = 0; i < reference->trial_count; i++) {
        if (reference->trials[i].row < 0) continue;
        char *name = name_of(reference, &reference->trials[i]);
        const json_t *found = json_object_get(index, name);
        c->matches[c->match_count++] =
            (struct match){.own = &reference->trials[i],
                           .again = found ? &run->trials[json_integer_value(found)] : NULL,
                           .column = -1};
        extra -= found != NULL;
        free(name);
    }
    json_decref(index);
    return extra;
}

static int by_own(const void *a, const void *b)
{
    const struct match *x = a, *y = b;
    return (x->own > y->own) - (x->own < y->own);
}

const struct match *match_of(const struct comparison *c, const struct trial *own)
{
    struct match wanted = {.own = own};
    return own && c->match_count
               ? bsearch(&wanted, c->matches, (size_t)c->match_count, sizeof wanted, by_own)
               : NULL;
}

/* ---- what must be the same for equal bits ---- */

static bool same_fact(const struct comparison *c, const char *object, const char *name)
{
    return !strcmp(manifest_text(c->reference->run, object, name),
                   manifest_text(c->run->run, object, name));
}

/* The same file, or what makes the same file but for the folder that its debugging notes name: a
 * clean commit, compiler, flags and libraries. */
static bool same_program(const struct comparison *c)
{
    static const char *const members[] = {"commit",       "compiler",  "harness_flags",
                                          "kernel_flags", "libraries", NULL};
    const char *commit = manifest_text(c->reference->run, "program", "commit");
    if (*manifest_text(c->run->run, "program", "worker_hash") &&
        same_fact(c, "program", "worker_hash"))
        return true;
    bool same = *commit && strcmp(commit, "unknown") && !strstr(commit, "-dirty");
    for (int i = 0; members[i]; i++) same &= same_fact(c, "program", members[i]);
    return same;
}

/* Of the CPU of a row that was merged in from another host, nothing is known. */
static const char *fact_of(const struct run_data *run, const struct trial *t, enum difference what)
{
    if (facts[what].column) return trial_text(run, t, facts[what].column);
    bool own = !strcmp(trial_text(run, t, "host"), manifest_text(run, "machine", "host"));
    if (what == DIFFERENT_CPU && !own) return "";
    return manifest_text(run, facts[what].object, facts[what].member);
}

char *difference_found(const struct comparison *c, const struct match *m, enum difference what)
{
    const char *a = fact_of(c->reference->run, m->own, what);
    const char *b = fact_of(c->run->run, m->again, what);
    if (what == DIFFERENT_PROGRAM && !strcmp(a, b))
        return xformat("program: another build of commit %s", *a ? a : "unknown");
    return xformat("%s: %s, in the reference %s", facts[what].name, *b ? b : "unknown",
                   *a ? a : "unknown");
}

static unsigned differences(const struct comparison *c, const struct match *m, bool program)
{
    unsigned bits = 0;
    for (enum difference d = 0; d < DIFFERENCES; d++) {
        const char *a = fact_of(c->reference->run, m->own, d);
        bool differs = strcmp(a, fact_of(c->run->run, m->again, d)) != 0;
        if (d == DIFFERENT_PROGRAM) differs = !program;
        if (d == DIFFERENT_CPU) differs |= !*a;
        bits |= (unsigned)differs << d;
    }
    return bits;
}

/* ---- results ---- */

/* What a training leaves that its cell decides alone: no times, and no memory of the process. */
static bool is_result(const char *column)
{
    static const char *const results[] = {"status",
                                          "steps_done",
                                          "selected_step",
                                          "tokens",
                                          "flop",
                                          "parameters",
                                          "recomputed_flop",
                                          "flop_per_token",
                                          "work_version",
                                          "gradient_norm_max",
                                          "cut_records",
                                          "metric",
                                          "corpus_hash",
                                          "swap_tokens",
                                          "swap_flop",
                                          "input_notes",
                                          "tokenizer_hash",
                                          "activation_bytes",
                                          NULL};
    for (int i = 0; results[i]; i++)
        if (!strcmp(column, results[i])) return true;
    return !strncmp(column, "valid_", strlen("valid_")) ||
           !strncmp(column, "test_", strlen("test_"));
}

/* The first column of the reference in which a result differs, -1 when none does. Numbers are
 * written so that they read back as the same double: equal texts, equal bits. */
static int first_different(const struct comparison *c, const struct match *m)
{
    const struct table *reference = &c->reference->run->rows, *run = &c->run->run->rows;
    for (int i = 0; i < reference->columns; i++) {
        int other = is_result(reference->name[i]) ? table_column(run, reference->name[i]) : -1;
        if (other >= 0 &&
            strcmp(table_at(reference, m->own->row, i), table_at(run, m->again->row, other)))
            return i;
    }
    return -1;
}

static bool says(const struct run_data *run, const struct trial *t, const char *const *statuses)
{
    const char *status = trial_text(run, t, "status");
    for (int i = 0; statuses[i]; i++)
        if (!strcmp(status, statuses[i])) return true;
    return false;
}

static bool same_text(const struct comparison *c, const struct match *m, const char *column)
{
    return !strcmp(trial_text(c->reference->run, m->own, column),
                   trial_text(c->run->run, m->again, column));
}

static void judge(const struct comparison *c, struct match *m, bool program)
{
    static const char *const results[] = {"ok", "unstable", "diverged", NULL}, *const wrong[] = {
                                                                                   "incorrect",
                                                                                   "mistrusted",
                                                                                   NULL};
    const struct run_data *reference = c->reference->run, *run = c->run->run;
    if (!m->again) return;
    bool own = says(reference, m->own, results), again = says(run, m->again, results);
    if (own && again) m->different = differences(c, m, program);
    if (!own)
        m->state = MATCH_NO_RESULT;
    else if (!again)
        m->state = says(run, m->again, wrong) ? MATCH_WRONG : MATCH_LOST;
    else if (!same_text(c, m, "corpus_hash") || !same_text(c, m, "tokenizer_hash"))
        m->state = MATCH_DATA;
    else if (!spec_trains(&reference->plan.specs[m->own->cell->spec]))
        m->state = MATCH_TIMED;
    else {
        m->state = m->different ? MATCH_INTERVAL : MATCH_BITS;
        m->column = first_different(c, m);
    }
}

struct comparison compare(const struct analysis *reference, const struct analysis *run)
{
    struct comparison c = {.reference = reference, .run = run};
    bool program = same_program(&c);
    c.extra = find_matches(&c);
    for (int i = 0; i < c.match_count; i++) {
        struct match *m = &c.matches[i];
        judge(&c, m, program);
        c.states[m->state]++;
        if (m->state == MATCH_BITS || m->state == MATCH_INTERVAL)
            c.equal[m->state == MATCH_INTERVAL] += m->column < 0;
        for (int d = 0; d < DIFFERENCES; d++) c.different[d] += (int)(m->different >> d & 1);
    }
    compare_effects(&c);
    return c;
}

void comparison_free(struct comparison *c)
{
    for (int i = 0; i < c->agreement_count; i++) {
        free(c->agreements[i].label);
        free(c->agreements[i].reference);
        free(c->agreements[i].run);
    }
    free(c->agreements);
    free(c->matches);
    *c = (struct comparison){0};
}
