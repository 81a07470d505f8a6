/* SPDX-License-Identifier: MIT
 * Rows of two runs side by side. See compare.h. */
#include "harness/analysis/compare.h"

#include <stdlib.h>
#include <string.h>

const char *const difference_names[DIFFERENCES] = {"program", "system", "CPU model", "vector path",
                                                   "BLAS core"};

/* ---- finding a row again ---- */

/* A key or cell string without the vector path that was asked for; to be freed. */
static char *without_isa(const char *key)
{
    const char *at = strstr(key, ",isa=");
    return at ? xformat("%.*s%s", (int)(at - key), key, at + 1 + strcspn(at + 1, ","))
              : xstrdup(key);
}

struct entry {
    char *name; /* ablation and key */
    int row;
};
static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static char *name_of(const struct table *t, int row)
{
    char *key = without_isa(table_text(t, row, "key"));
    char *name = xformat("%s\n%s", table_text(t, row, "ablation"), key);
    free(key);
    return name;
}

/* For each row of the reference that of the run, -1 where there is none. */
static void find_rows(struct match *matches, const struct table *reference, const struct table *run)
{
    struct entry *index = xarray((size_t)run->rows, sizeof *index);
    for (int i = 0; i < run->rows; i++) index[i] = (struct entry){name_of(run, i), i};
    if (run->rows) qsort(index, (size_t)run->rows, sizeof *index, by_name);
    for (int i = 0; i < reference->rows; i++) {
        struct entry wanted = {name_of(reference, i), 0};
        const struct entry *found =
            run->rows ? bsearch(&wanted, index, (size_t)run->rows, sizeof *index, by_name) : NULL;
        matches[i] = (struct match){.row = found ? found->row : -1, .column = -1};
        free(wanted.name);
    }
    for (int i = 0; i < run->rows; i++) free(index[i].name);
    free(index);
}

/* ---- what must be the same for equal bits ---- */

static bool same_fact(const struct comparison *c, const char *object, const char *name)
{
    return !strcmp(manifest_text(c->reference, object, name), manifest_text(c->run, object, name));
}

/* The same file, or what makes the same file but for the folder that its debugging notes name: a
 * clean commit, compiler, flags and libraries. */
static bool same_program(const struct comparison *c)
{
    static const char *const facts[] = {"commit",       "compiler",  "harness_flags",
                                        "kernel_flags", "libraries", NULL};
    const char *commit = manifest_text(c->reference, "program", "commit");
    if (*manifest_text(c->run, "program", "worker_hash") && same_fact(c, "program", "worker_hash"))
        return true;
    bool same = *commit && strcmp(commit, "unknown") && !strstr(commit, "-dirty");
    for (int i = 0; facts[i]; i++) same &= same_fact(c, "program", facts[i]);
    return same;
}

/* Of a row that was merged in from another host, nothing is known. */
static const char *cpu_of(const struct report *r, int row)
{
    bool own = !strcmp(table_text(&r->rows, row, "host"), manifest_text(r, "machine", "host"));
    return own ? manifest_text(r, "machine", "cpu_model") : "";
}

static bool same_text(const struct comparison *c, int a, int b, const char *column)
{
    return !strcmp(table_text(&c->reference->rows, a, column),
                   table_text(&c->run->rows, b, column));
}

static unsigned differences(const struct comparison *c, bool program, int a, int b)
{
    const char *cpu = cpu_of(c->reference, a);
    bool differs[DIFFERENCES] = {
        [DIFFERENT_PROGRAM] = !program,
        [DIFFERENT_SYSTEM] = !same_fact(c, "machine", "system"),
        [DIFFERENT_CPU] = !*cpu || strcmp(cpu, cpu_of(c->run, b)) != 0,
        [DIFFERENT_ISA] = !same_text(c, a, b, "isa_used"),
        [DIFFERENT_BLAS] = !same_text(c, a, b, "blas_core"),
    };
    unsigned bits = 0;
    for (int i = 0; i < DIFFERENCES; i++) bits |= (unsigned)differs[i] << i;
    return bits;
}

char *difference_found(const struct comparison *c, int row, enum difference what)
{
    int other = c->matches[row].row;
    const char *column = what == DIFFERENT_ISA ? "isa_used" : "blas_core";
    const char *a, *b;
    if (what == DIFFERENT_PROGRAM) {
        a = manifest_text(c->reference, "program", "commit");
        b = manifest_text(c->run, "program", "commit");
        if (!strcmp(a, b)) return xformat("another build of commit %s", *a ? a : "unknown");
    } else if (what == DIFFERENT_SYSTEM) {
        a = manifest_text(c->reference, "machine", "system");
        b = manifest_text(c->run, "machine", "system");
    } else if (what == DIFFERENT_CPU) {
        a = cpu_of(c->reference, row);
        b = cpu_of(c->run, other);
    } else {
        a = table_text(&c->reference->rows, row, column);
        b = table_text(&c->run->rows, other, column);
    }
    return xformat("%s, in the reference %s", *b ? b : "unknown", *a ? a : "unknown");
}

/* ---- results ---- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* What a training leaves that its cell decides alone: no times, and no memory of the process. */
static bool is_result(const char *column)
{
    static const char *const results[] = {"status",
                                          "steps_done",
                                          "selected_step",
                                          "tokens",
                                          "flop",
                                          "recomputed_flop",
                                          "flop_per_token",
                                          "parameters",
                                          "work_version",
                                          "gradient_norm_max",
                                          "cut_records",
                                          "metric",
                                          "corpus_hash",
                                          "swap_tokens",
                                          "swap_flop",
                                          "tokenizer_hash",
                                          "activation_bytes",
                                          "input_notes",
                                          NULL};
    for (int i = 0; results[i]; i++)
        if (!strcmp(column, results[i])) return true;
    return begins(column, "valid_") || begins(column, "test_");
}

/* The first column of the reference in which a result differs, -1 when none does. Numbers are
 * written so that they read back as the same double: equal texts, equal bits. */
static int first_different(const struct comparison *c, int a, int b)
{
    const struct table *reference = &c->reference->rows, *run = &c->run->rows;
    for (int i = 0; i < reference->columns; i++) {
        int other = is_result(reference->name[i]) ? table_column(run, reference->name[i]) : -1;
        if (other >= 0 && strcmp(table_at(reference, a, i), table_at(run, b, other))) return i;
    }
    return -1;
}

static bool has_result(const struct table *t, int row)
{
    const char *status = table_text(t, row, "status");
    return !strcmp(status, "ok") || !strcmp(status, "unstable") || !strcmp(status, "diverged");
}

static bool wrong(const struct table *t, int row)
{
    const char *status = table_text(t, row, "status");
    return !strcmp(status, "incorrect") || !strcmp(status, "mistrusted");
}

static void judge(const struct comparison *c, int row, bool program)
{
    struct match *m = &c->matches[row];
    const struct table *reference = &c->reference->rows, *run = &c->run->rows;
    if (m->row < 0) return;
    if (has_result(reference, row) && has_result(run, m->row))
        m->different = differences(c, program, row, m->row);
    if (!has_result(reference, row))
        m->state = MATCH_NO_RESULT;
    else if (!has_result(run, m->row))
        m->state = wrong(run, m->row) ? MATCH_WRONG : MATCH_LOST;
    else if (!same_text(c, row, m->row, "corpus_hash") ||
             !same_text(c, row, m->row, "tokenizer_hash"))
        m->state = MATCH_DATA;
    else if (!row_trains(reference, row))
        m->state = MATCH_TIMED;
    else {
        m->state = m->different ? MATCH_INTERVAL : MATCH_BITS;
        m->column = first_different(c, row, m->row);
    }
}

struct comparison compare(const struct report *reference, const struct report *run, double level)
{
    struct comparison c = {.reference = reference, .run = run};
    int rows = reference->rows.rows, found = 0;
    bool program = same_program(&c);
    c.matches = xarray((size_t)rows, sizeof *c.matches);
    find_rows(c.matches, &reference->rows, &run->rows);
    for (int i = 0; i < rows; i++) {
        struct match *m = &c.matches[i];
        judge(&c, i, program);
        c.states[m->state]++;
        found += m->row >= 0;
        if (m->state == MATCH_BITS || m->state == MATCH_INTERVAL)
            c.equal[m->state == MATCH_INTERVAL] += m->column < 0;
        for (int d = 0; d < DIFFERENCES; d++) c.different[d] += (int)(m->different >> d & 1);
    }
    c.extra = run->rows.rows - found;
    compare_effects(&c, level);
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
