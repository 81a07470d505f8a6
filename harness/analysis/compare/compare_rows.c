/* SPDX-License-Identifier: MIT
 * Matches the rows of two runs and compares their results. */
#include "harness/analysis/compare/compare.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Name of each fact, with its path in the manifest or its column in cells.csv. */
static const struct {
    const char *name, *object, *member, *column;
} facts[FACTS] = {[FACT_PROGRAM] = {"program", "program", "commit", NULL},
                  [FACT_SYSTEM] = {"system", "machine", "system", NULL},
                  [FACT_CPU] = {"CPU model", "machine", "cpu_model", NULL},
                  [FACT_CORE] = {"type of core", NULL, NULL, "core_type"},
                  [FACT_ISA] = {"vector path", NULL, NULL, "isa_used"},
                  [FACT_BLAS] = {"BLAS core", NULL, NULL, "blas_core"}};

/* Result columns of a training run that depend only on its cell. Metrics are handled separately;
 * times and process memory are not included. */
static const char *const results[] = {
    "status",      "steps_done",      "selected_step",   "tokens",       "flop",
    "parameters",  "recomputed_flop", "flop_per_token",  "work_version", "gradient_norm_max",
    "cut_records", "metric",          "corpus_hash",     "swap_tokens",  "swap_flop",
    "input_notes", "tokenizer_hash",  "activation_bytes"};

/* ---- matching rows ---- */

/* Returns the question and the key of a trial as text. The key omits the vector path. The caller
 * frees the text. */
static char *name_of(const struct run_data *run, const struct trial *t)
{
    const char *key = run->plan.rows[t - run->trials].key, *isa = strstr(key, ",isa=");
    int before = isa ? (int)(isa - key) : (int)strlen(key);
    return xformat("%s\n%.*s%s", run->plan.specs[t->cell->spec].name, before, key,
                   isa ? isa + 1 + strcspn(isa + 1, ",") : "");
}

static void find_again(struct run_comparison *c)
{
    const struct run_data *reference = c->reference->run, *run = c->run->run;
    json_t *index = json_object();
    for (int i = 0; i < run->trial_count; i++) {
        char *name = name_of(run, &run->trials[i]);
        if (run->trials[i].row >= 0) json_object_set_new(index, name, json_integer(i)), c->extra++;
        free(name);
    }
    for (int i = 0; i < reference->trial_count; i++) {
        char *name = name_of(reference, &reference->trials[i]);
        const json_t *found = json_object_get(index, name);
        if (found && reference->trials[i].row >= 0) {
            c->matches[i].again = &run->trials[json_integer_value(found)];
            c->extra--;
        }
        free(name);
    }
    json_decref(index);
}

/* ---- facts ---- */

/* Returns true if two runs used the same program file, or programs built from one clean commit with
 * the same compiler, flags and libraries. Such programs differ only in debugging information. */
static bool same_program(const struct run_data *reference, const struct run_data *run)
{
    static const char *const members[] = {"worker_hash",   "commit",       "compiler",
                                          "harness_flags", "kernel_flags", "libraries"};
    const char *commit = manifest_text(run, "program", "commit");
    bool same = *commit && strcmp(commit, "unknown") && !strstr(commit, "-dirty");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const char *text = manifest_text(run, "program", members[i]);
        bool equal = !strcmp(text, manifest_text(reference, "program", members[i]));
        if (!i && equal && *text) return true;
        same &= !i || equal;
    }
    return same;
}

static const struct trial *own_of(const struct run_comparison *c, const struct match *m)
{
    return &c->reference->run->trials[m - c->matches];
}

/* Returns a fact about the machine that ran a row. The CPU is unknown if the row did not run on the
 * manifest's host. */
static const char *fact_of(const struct run_data *run, const struct trial *t, enum fact fact)
{
    if (facts[fact].column) return trial_text(run, t, facts[fact].column);
    bool own = !strcmp(trial_text(run, t, "host"), manifest_text(run, "machine", "host"));
    if (fact == FACT_CPU && !own) return "";
    return manifest_text(run, facts[fact].object, facts[fact].member);
}

static bool find_differences(const struct run_comparison *c, struct match *m, bool same)
{
    bool any = false;
    for (enum fact f = 0; f < FACTS; f++) {
        const char *a = fact_of(c->reference->run, own_of(c, m), f);
        const char *b = fact_of(c->run->run, m->again, f);
        /* an unknown core type counts as equal */
        bool equal = !strcmp(a, b) || (f == FACT_CORE && (!*a || !*b));
        m->differs[f] = f == FACT_PROGRAM ? !same : !equal || (f == FACT_CPU && !*a);
        any |= m->differs[f];
    }
    return any;
}

char *difference_found(const struct run_comparison *c, enum fact fact)
{
    const struct match *m = c->matches;
    while (!m->differs[fact]) m++;
    const char *a = fact_of(c->reference->run, own_of(c, m), fact);
    const char *b = fact_of(c->run->run, m->again, fact);
    if (fact == FACT_PROGRAM && !strcmp(a, b)) b = "another build of the same commit";
    return xformat("%s: %s (reference: %s)", facts[fact].name, *b ? b : "unknown",
                   *a ? a : "unknown");
}

/* ---- results ---- */

static bool is_result(const char *column)
{
    bool found = false;
    for_each_scored_split(s)
    {
        size_t length = strlen(split_names[s]);
        found |= !strncmp(column, split_names[s], length) && column[length] == '_';
    }
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        found |= !strcmp(column, results[i]);
    return found;
}

/* Returns the index of the first column in which a result differs from the reference, or -1. Equal
 * texts mean equal bits, because numbers are written with all digits. */
static int first_different(const struct run_comparison *c, const struct match *m)
{
    const struct table *t = &c->reference->run->rows, *again = &c->run->run->rows;
    for (int i = 0; i < t->columns; i++) {
        int other = is_result(t->name[i]) ? table_column(again, t->name[i]) : -1;
        if (other >= 0 &&
            strcmp(table_at(t, own_of(c, m)->row, i), table_at(again, m->again->row, other)))
            return i;
    }
    return -1;
}

static bool same_text(const struct run_comparison *c, const struct match *m, const char *column)
{
    return !strcmp(trial_text(c->reference->run, own_of(c, m), column),
                   trial_text(c->run->run, m->again, column));
}

static enum match_state state_of(const struct run_comparison *c, struct match *m, bool same_program)
{
    const struct trial *own = own_of(c, m);
    if (own->row < 0) return MATCH_UNASKED;
    if (!m->again) return MATCH_ABSENT;
    enum row_status status = m->again->status;
    if (own->state > TRIAL_DIVERGED) return MATCH_NO_RESULT;
    if (status == STATUS_INCORRECT || status == STATUS_MISTRUSTED) return MATCH_WRONG;
    if (m->again->state > TRIAL_DIVERGED) return MATCH_LOST;
    bool differs = find_differences(c, m, same_program);
    m->other_host = !same_text(c, m, "host");
    if (!same_text(c, m, "corpus_hash") || !same_text(c, m, "tokenizer_hash")) return MATCH_DATA;
    if (!spec_trains(&c->reference->run->plan.specs[own->cell->spec])) return MATCH_TIMED;
    m->column = first_different(c, m);
    return differs ? MATCH_INTERVAL : MATCH_BITS;
}

/* Returns true if a row ended in the reference but diverged in the rerun. Rows with equal results
 * and statuses do not count, because only a lack of simple baselines in one run can make their
 * states differ. */
bool match_diverged(const struct run_comparison *c, const struct match *m)
{
    bool trained = m->state == MATCH_BITS || m->state == MATCH_INTERVAL;
    if (!trained || (m->column < 0 && m->again->status == own_of(c, m)->status)) return false;
    return own_of(c, m)->state == TRIAL_OK && m->again->state == TRIAL_DIVERGED;
}

struct run_comparison compare(const struct analysis *reference, const struct analysis *run)
{
    struct run_comparison c = {.reference = reference, .run = run};
    bool same = same_program(reference->run, run->run);
    c.matches = xarray((size_t)reference->run->trial_count, sizeof *c.matches);
    find_again(&c);
    for (int i = 0; i < reference->run->trial_count; i++) {
        struct match *m = &c.matches[i];
        m->column = -1;
        m->state = state_of(&c, m, same);
        c.states[m->state]++;
        c.equal[m->state] += m->column < 0;
        c.diverged += match_diverged(&c, m);
        for (enum fact f = 0; f < FACTS; f++) c.differs[f] += m->differs[f];
    }
    compare_effects(&c);
    compare_changes(&c);
    return c;
}

void comparison_free(struct run_comparison *c)
{
    free(c->agreements);
    free(c->changes);
    free(c->matches);
    *c = (struct run_comparison){0};
}
