/* SPDX-License-Identifier: MIT
 * Stores columns of per-record numbers and computes metrics from their sums (record_scores.h). */
#include "base/records/record_scores.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void record_scores_open(struct record_scores *s, int records)
{
    *s = (struct record_scores){.records = records};
}

int record_scores_add(struct record_scores *s, const char *name)
{
    require(s->columns < RECORD_COLUMNS && strlen(name) < COLUMN_NAME);
    strcpy(s->name[s->columns], name);
    s->column[s->columns] = xarray((size_t)s->records, sizeof *s->column[0]);
    return s->columns++;
}

int record_scores_add_all(struct record_scores *s, const char *const *names)
{
    int first = s->columns;
    for (; *names; names++) record_scores_add(s, *names);
    return first;
}

struct record_scores record_scores_copy(const struct record_scores *from)
{
    struct record_scores to = {.records = from->records, .hash = from->hash};
    for (int c = 0; c < from->columns; c++) {
        record_scores_add(&to, from->name[c]);
        memcpy(to.column[c], from->column[c], (size_t)to.records * sizeof *to.column[c]);
    }
    return to;
}

void record_scores_free(struct record_scores *s)
{
    for (int c = 0; c < s->columns; c++) free(s->column[c]);
    *s = (struct record_scores){0};
}

/* ---- metrics ---- */

/* A rule with the columns that it reads and its sums over all records. */
struct applied {
    const struct record_rule *rule;
    const double *column[RECORD_COLUMNS];
    int columns, count;
    double *sums;
};

static const double *column_of(const struct record_scores *s, const char *name)
{
    for (int c = 0; c < s->columns; c++)
        if (!strcmp(s->name[c], name)) return s->column[c];
    return NULL;
}

static bool find_columns(struct applied *a, const struct metric *m, const struct record_scores *s)
{
    const char *const own[] = {m->name, NULL};
    bool all = true;
    for (const char *const *name = a->rule->columns ? a->rule->columns : own; *name; name++) {
        a->column[a->columns++] = column_of(s, *name);
        all &= a->column[a->columns - 1] != NULL;
    }
    return all;
}

static void add(const struct applied *a, int record, double weight, double *sums)
{
    double row[RECORD_COLUMNS];
    for (int c = 0; c < a->columns; c++) row[c] = a->column[c][record];
    a->rule->add(row, weight, sums, a->count);
}

/* Computes the sums of a metric over all records. Returns false if the records lack a column of the
 * metric. */
static bool apply(struct applied *a, const struct metric *m, const struct record_scores *s)
{
    *a = (struct applied){.rule = m->records};
    if (!a->rule || !s->records || !find_columns(a, m, s)) return false;
    a->count = a->rule->sums ? a->rule->sums(a->column, s->records) : a->columns + 1;
    a->sums = xarray((size_t)a->count, sizeof *a->sums);
    for (int i = 0; i < s->records; i++) add(a, i, 1, a->sums);
    return true;
}

bool record_metric_known(const struct metric *m, const struct record_scores *s)
{
    struct applied a = {.rule = m->records};
    return a.rule && s->records && find_columns(&a, m, s);
}

double record_metric(const struct metric *m, const struct record_scores *s)
{
    struct applied a;
    if (!apply(&a, m, s)) return NAN;
    double value = a.rule->value(a.sums, a.count);
    free(a.sums);
    return value;
}

static double on_gain_scale(const struct metric *m, double value)
{
    return m->higher_is_better ? value : log(value);
}

double *record_metric_parts(const struct metric *m, const struct record_scores *s)
{
    struct applied a;
    if (s->records < 2 || !apply(&a, m, s)) return NULL;
    double *parts = xarray((size_t)s->records, sizeof *parts), records = s->records;
    double *without = xarray((size_t)a.count, sizeof *without);
    double value = on_gain_scale(m, a.rule->value(a.sums, a.count));
    for (int i = 0; i < s->records; i++) {
        memcpy(without, a.sums, (size_t)a.count * sizeof *without);
        add(&a, i, -1, without);
        parts[i] =
            records * value - (records - 1) * on_gain_scale(m, a.rule->value(without, a.count));
    }
    free(without);
    free(a.sums);
    return parts;
}
