/* SPDX-License-Identifier: MIT
 * Writes the tables of an analysis. tables.def lists their columns. */
#include "harness/analysis/scaling.h"
#include "base/csv_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The data of one table line. Members that the table does not use are NULL. */
struct line {
    const struct analysis *a;
    const struct question *q;
    int index;
    const struct entry *entry, *reference;
    const struct candidate *candidate; /* winning candidate of the entry, or its first candidate if
                                          there is no winner */
    const char *arm, *label, *condition, *pass, *metric, *unit, *split, *tune_axis, *cell;
    /* effect in this line; for an interaction, `first` is the effect at the first level */
    const struct effect *effect, *first;
    const struct factor_effect *factor;
    const struct interaction *interaction;
    const char *axis;
    const struct judged *judged;
    const struct spec_claim *claim;
    const struct validity *validity;
    const struct scaling_fit *fit;
    const struct scaling_point *point;
    struct estimate gain,
        log_time; /* log_time: logarithm of the time divided by the reference's time */
};

static const char *tune_value(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    return c ? c->value : NULL;
}

/* Returns true if the variance due to tuning is known. The variance may be 0. */
static bool is_tuned_apart(const struct line *l)
{
    return l->q->spec->tune_apart && l->q->tuned >= 0;
}

static double value_of(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    if (!c) return NAN;
    return entry_question(a, entry)->trains ? c->mean : a->entries[entry].median;
}

static const char *effect_unit(const struct question *q)
{
    return q->metric && q->metric->higher_is_better ? q->metric->unit : "%";
}

/* Returns a bound of an interval, or NaN if there is only one pair. */
static double end_of(const struct estimate *e, double end) { return e->n < 2 ? (double)NAN : end; }

static double in_short(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return strtod(text, NULL);
}

static double effect_size(const struct question *q, double gain)
{
    return in_short(gain_shown(q->metric, gain));
}

/* ---- columns ---- */

struct table_column {
    const char *name, *meaning;
};

/* clang-format off */
#define TABLE(table, item, title) static const struct table_column table##_columns[] = {
#define COLUMN(name, value, meaning) {name, meaning},
#define END {NULL, NULL}};
#include "harness/analysis/tables.def"

#define TABLE(table, item, title) static void put_##table(struct csv *out, const struct line *l) {
#define COLUMN(name, value, meaning) \
    _Generic(value, double: csv_number, int: csv_integer, bool: csv_integer, default: csv_text)(out, value);
#define END csv_end_line(out); }
#include "harness/analysis/tables.def"
/* clang-format on */

/* ---- lines ---- */

static struct line line_of(const struct analysis *a, const struct question *q, int condition)
{
    return (struct line){.a = a,
                         .q = q,
                         .condition = a->conditions[condition].label,
                         .pass = a->conditions[condition].pass,
                         .metric = q->trains ? q->metric->name : "time",
                         .unit = q->trains ? q->metric->unit : "ns",
                         .split = q->trains ? split_names[q->split] : NULL,
                         .tune_axis = q->tuned < 0 ? NULL : a->run->axes.list[q->tuned].name};
}

static struct line line_of_entry(const struct analysis *a, int index)
{
    const struct entry *e = &a->entries[index];
    struct line l = line_of(a, entry_question(a, index), e->condition);
    l.index = index;
    l.entry = e;
    l.reference = e->reference < 0 ? NULL : &a->entries[e->reference];
    l.candidate = &a->candidates[e->winner < 0 ? e->first : e->winner];
    l.arm = l.q->spec->arms[e->arm].name;
    l.label = e->label;
    l.cell = a->members[l.candidate->first]->cell->string;
    return l;
}

static struct line line_of_effect(const struct analysis *a, int index)
{
    const struct effect *e = &a->effects[index];
    struct line l = line_of_entry(a, e->entry);
    const struct estimate *g = &e->gain;
    l.effect = e;
    l.reference = &a->entries[e->reference];
    l.gain = *g;
    l.log_time = e->cost.log_time;
    if (!l.q->trains)
        l.log_time = (struct estimate){
            .centre = -g->centre, .interval = {.low = -g->interval.high, .high = -g->interval.low}};
    return l;
}

static struct line line_of_factor(const struct analysis *a, int index)
{
    const struct factor_effect *f = &a->factors[index];
    int entry = a->conditions[f->condition].first;
    struct line l = line_of(a, entry_question(a, entry), f->condition);
    l.factor = f;
    l.gain = f->gain;
    return l;
}

static struct line line_of_interaction(const struct analysis *a, int index)
{
    const struct interaction *x = &a->interactions[index];
    struct line l = line_of_effect(a, x->effect);
    l.interaction = x;
    l.axis = a->run->axes.list[x->axis].name;
    l.first = &a->effects[x->first];
    l.gain = x->gain;
    return l;
}

static struct line line_of_judged(const struct analysis *a, int index)
{
    const struct judged *j = &a->judged[index];
    struct line l = {.q = a->questions, .gain = stats_paired(NULL, 0, a->level)};
    while (index >= l.q->judged.last) l.q++;
    if (j->effect >= 0) l = line_of_effect(a, j->effect);
    if (j->effect >= 0) l.gain = *judged_gain(a, j);
    l.arm = j->claim->arm;
    l.judged = j;
    l.claim = j->claim;
    return l;
}

static struct line line_of_validity(const struct analysis *a, int index)
{
    struct line l = line_of_entry(a, a->validity[index].baseline);
    l.validity = &a->validity[index];
    return l;
}

static struct line line_of_scaling_fit(const struct analysis *a, int index)
{
    const struct scaling_fit *f = &a->scaling_fits[index];
    struct line l = line_of_entry(a, f->entry);
    l.fit = f;
    l.reference = &a->entries[f->reference];
    return l;
}

static struct line line_of_scaling_point(const struct analysis *a, int index)
{
    const struct scaling_point *p = &a->scaling_points[index];
    struct line l = line_of_scaling_fit(a, p->fit);
    l.point = p;
    l.condition = a->conditions[a->entries[p->entry].condition].label;
    return l;
}

/* ---- tables ---- */

static const struct output {
    const char *file, *title;
    const struct table_column *columns;
    void (*put)(struct csv *, const struct line *);
    struct line (*line)(const struct analysis *, int index);
    size_t count; /* offset of the item count in struct analysis */
} outputs[] = {
#define TABLE(table, item, title)                                                                  \
    {#table ".csv", title,          table##_columns,                                               \
     put_##table,   line_of_##item, offsetof(struct analysis, item##_count)},
#define COLUMN(name, value, meaning)
#define END
#include "harness/analysis/tables.def"
};
enum { OUTPUTS = sizeof outputs / sizeof *outputs };

static bool save(const struct analysis *a, const struct output *t, const char *path)
{
    struct csv out = {0};
    int count = *(const int *)((const char *)a + t->count);
    if (!count) return unlink(path), true;
    for (const struct table_column *c = t->columns; c->name; c++) csv_text(&out, c->name);
    csv_end_line(&out);
    for (int i = 0; i < count; i++) {
        struct line line = t->line(a, i);
        t->put(&out, &line);
    }
    return csv_save(&out, path);
}

bool analysis_save(const struct analysis *a, const char *directory, const char **file)
{
    bool good = true;
    for (int i = 0; good && i < OUTPUTS; i++) {
        char *path = xformat("%s/%s", directory, *file = outputs[i].file);
        good = save(a, &outputs[i], path);
        free(path);
    }
    return good;
}

void analysis_columns_print(FILE *out)
{
    for (int i = 0; i < OUTPUTS; i++) {
        const char *meaning = "";
        fprintf(out, "\n### %s: %s\n\n| column | meaning |\n| --- | --- |\n", outputs[i].file,
                outputs[i].title);
        for (const struct table_column *c = outputs[i].columns; c->name; c++) {
            fprintf(out, "%s`%s`", *c->meaning ? "| " : ", ", c->name);
            if (*c->meaning) meaning = c->meaning;
            if (!c[1].name || *c[1].meaning) fprintf(out, " | %s |\n", meaning);
        }
    }
}
