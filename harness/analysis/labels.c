/* SPDX-License-Identifier: MIT
 * Names for people: what an entry and a condition are called in a table, a legend, a panel. The
 * specification says which axes tell them apart (plan/varied_axes.c). */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <string.h>

/* Whether an arm has several values of an axis in one condition; what changes with the condition is
 * said of that. */
static bool varies_in_arm(const struct analysis *a, const struct question *q, int arm, int axis)
{
    const char *first = NULL;
    for (int i = q->entries.first, condition = -1; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        if (e->arm != arm) continue;
        if (e->condition != condition) first = entry_value(a, i, axis);
        if (strcmp(first, entry_value(a, i, axis))) return true;
        condition = e->condition;
    }
    return false;
}

static bool varies(const struct analysis *a, const struct question *q, int axis)
{
    for (int i = q->entries.first; i < q->entries.last; i++)
        if (strcmp(entry_value(a, q->entries.first, axis), entry_value(a, i, axis))) return true;
    return false;
}

static void add_value(struct text *out, const struct analysis *a, int entry, int axis)
{
    const char *value = entry_value(a, entry, axis);
    if (*value)
        text_add(out, "%s%s = %s", out->length ? ", " : "", a->run->axes.list[axis].name, value);
}

static char *entry_label(const struct analysis *a, const struct question *q, int entry)
{
    struct text out = {0};
    int arm = a->entries[entry].arm;
    text_add(&out, "%s", q->spec->arms[arm].label);
    for (int i = 0; i < q->spec->varied_count; i++) {
        int axis = q->spec->varied[i].axis;
        if (q->spec->varied[i].of_arm && varies_in_arm(a, q, arm, axis))
            add_value(&out, a, entry, axis);
    }
    return out.data;
}

/* Passes that stand apart have a table each and are told there. */
static char *condition_label(const struct analysis *a, const struct question *q,
                             const struct condition *c)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < q->spec->varied_count; i++) {
        int axis = q->spec->varied[i].axis;
        bool pass = *c->pass && !strcmp(a->run->axes.list[axis].name, PASS_AXIS);
        if (!q->spec->varied[i].of_arm && !pass && varies(a, q, axis))
            add_value(&out, a, c->first, axis);
    }
    return out.data;
}

/* Rows by arm, those of an arm as they are first met. Two arms with the same label are still two
 * rows. */
static int number_rows(struct analysis *a, const struct question *q)
{
    int rows = 0;
    for (int arm = 0; arm < q->spec->arm_count; arm++)
        for (int i = q->entries.first; i < q->entries.last; i++) {
            struct entry *e = &a->entries[i];
            if (e->arm != arm) continue;
            e->row = -1;
            for (int j = q->entries.first; j < i && e->row < 0; j++)
                if (a->entries[j].arm == arm && !strcmp(a->entries[j].label, e->label))
                    e->row = a->entries[j].row;
            if (e->row < 0) e->row = rows++;
        }
    return rows;
}

static int number_columns(struct analysis *a, const struct question *q)
{
    int columns = 0;
    for (int i = q->conditions.first; i < q->conditions.last; i++) {
        struct condition *c = &a->conditions[i];
        c->column = -1;
        for (int j = q->conditions.first; j < i && c->column < 0; j++)
            if (!strcmp(a->conditions[j].label, c->label)) c->column = a->conditions[j].column;
        if (c->column < 0) c->column = columns++;
    }
    return columns;
}

void name_entries(struct analysis *a)
{
    for (int k = 0; k < a->question_count; k++) {
        struct question *q = &a->questions[k];
        for (int i = q->entries.first; i < q->entries.last; i++)
            a->entries[i].label = entry_label(a, q, i);
        for (int i = q->conditions.first; i < q->conditions.last; i++)
            a->conditions[i].label = condition_label(a, q, &a->conditions[i]);
        q->rows = number_rows(a, q);
        q->columns = number_columns(a, q);
    }
}
