/* SPDX-License-Identifier: MIT
 * Names for people: what an entry and a condition are called in a table, a legend, a panel. The
 * specification says which axes tell them apart (plan/varied_axes.c). */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <string.h>

/* Whether an axis has several values in the question; of an arm (-1: any), in one condition: what
 * changes with the condition is said of that. */
static bool varies(const struct analysis *a, const struct question *q, int axis, int arm)
{
    const struct entry *first = NULL;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        if (arm >= 0 && e->arm != arm) continue;
        if (!first || (arm >= 0 && e->condition != first->condition)) first = e;
        if (strcmp(entry_value(a, (int)(first - a->entries), axis), entry_value(a, i, axis)))
            return true;
    }
    return false;
}

/* Passes that stand apart have a table each and are told there. */
bool entry_tells(const struct analysis *a, int entry, const struct varied_axis *v)
{
    const struct entry *e = &a->entries[entry];
    bool pass =
        *a->conditions[e->condition].pass && !strcmp(a->run->axes.list[v->axis].name, PASS_AXIS);
    return !pass && *entry_value(a, entry, v->axis) &&
           varies(a, entry_question(a, entry), v->axis, v->of_arm ? e->arm : -1);
}

/* The label of an entry's arm, or of its condition. What ran by formula in one pass only is there
 * another row than in the others. */
static char *label_of(const struct analysis *a, const struct question *q, int entry, bool of_arm)
{
    struct text out = {0};
    text_add(&out, "%s", of_arm ? q->spec->arms[a->entries[entry].arm].label : "");
    for (int i = 0; i < q->spec->varied_count; i++) {
        const struct varied_axis *v = &q->spec->varied[i];
        if (v->of_arm == of_arm && entry_tells(a, entry, v))
            text_add(&out, "%s%s = %s", out.length ? ", " : "", a->run->axes.list[v->axis].name,
                     entry_value(a, entry, v->axis));
    }
    if (of_arm && a->entries[entry].by_formula) text_add(&out, " (by formula)");
    return out.data;
}

/* By arm, those of an arm as they are first met. Two arms with the same label are still two rows.
 */
static void number_rows(struct analysis *a, struct question *q)
{
    for (int arm = 0; arm < q->spec->arm_count; arm++)
        for (int i = q->entries.first; i < q->entries.last; i++) {
            const struct entry *first = &a->entries[q->entries.first];
            struct entry *e = &a->entries[i];
            if (e->arm != arm) continue;
            while (first->arm != arm || strcmp(first->label, e->label)) first++;
            e->row = first < e ? first->row : q->rows++;
        }
}

static void number_columns(struct analysis *a, struct question *q)
{
    for (int i = q->conditions.first; i < q->conditions.last; i++) {
        const struct condition *first = &a->conditions[q->conditions.first];
        struct condition *c = &a->conditions[i];
        while (strcmp(first->label, c->label)) first++;
        c->column = first < c ? first->column : q->columns++;
    }
}

void name_entries(struct analysis *a, struct question *q)
{
    for (int i = q->entries.first; i < q->entries.last; i++)
        a->entries[i].label = label_of(a, q, i, true);
    for (int i = q->conditions.first; i < q->conditions.last; i++)
        a->conditions[i].label = label_of(a, q, a->conditions[i].first, false);
    number_rows(a, q);
    number_columns(a, q);
}
