/* SPDX-License-Identifier: MIT
 * Writes labels of entries and conditions for tables, legends and panels. The specification
 * determines which axes labels show (plan/spec_labels.c). */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <string.h>

/* Returns true if an axis has several values within one condition for the given arm. If `arm` is
 * -1, all entries of the question are compared. */
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

/* Returns true if labels show an axis. The pass is not shown, because separate passes have separate
 * tables. */
bool label_shows_axis(const struct analysis *a, int entry, const struct varied_axis *v)
{
    const struct entry *e = &a->entries[entry];
    bool pass =
        *a->conditions[e->condition].pass && !strcmp(a->run->axes.list[v->axis].name, PASS_AXIS);
    const struct spec *spec = entry_spec(a, entry);
    bool said = label_names_axis(spec->arms[e->arm].label, a->run->axes.list[v->axis].name);
    return !pass && !said && *entry_value(a, entry, v->axis) &&
           varies(a, entry_question(a, entry), v->axis, v->of_arm ? e->arm : -1);
}

/* Returns the label of an entry's arm if `of_arm` is true, otherwise the label of its condition. If
 * an arm runs the slow formula in only one pass, the arm has a separate row for this pass. */
static char *label_of(const struct analysis *a, const struct question *q, int entry, bool of_arm)
{
    const struct entry *e = &a->entries[entry];
    const struct plan_cell *cell = a->members[a->candidates[e->first].first]->cell;
    const struct axes *axes = &a->run->axes;
    char *arm = of_arm ? spec_label(axes, q->spec->arms[e->arm].label, cell->values) : xstrdup("");
    struct text out = {0};
    text_add(&out, "%s", arm);
    free(arm);
    for (int i = 0; i < q->spec->varied_count; i++) {
        const struct varied_axis *v = &q->spec->varied[i];
        if (v->of_arm != of_arm || !label_shows_axis(a, entry, v)) continue;
        char *said = axes_value_label(axes, v->axis, cell->values, entry_value(a, entry, v->axis));
        text_add(&out, "%s%s", out.length ? ", " : "", said);
        free(said);
    }
    if (of_arm && e->by_formula) text_add(&out, " (by formula)");
    return out.data;
}

/* Numbers the rows by arm, then by first appearance. Arms with the same label get separate
 * rows. */
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

/* Returns text that describes the baselines of a question with several baselines. With a baseline
 * map, the baseline of an arm is the same arm with other settings. */
static char *baselines_of(const struct analysis *a, const struct question *q)
{
    const struct settings *set = &q->spec->baseline_set;
    struct text out = {0};
    if (!q->spec->baseline_is_map) return xstrdup("its own baseline");
    text_add(&out, "%s", "the same arm with ");
    for (int i = 0; i < set->count; i++) {
        const struct setting *s = &set->list[i];
        char *said = axes_value_label(&a->run->axes, s->axis, NULL, s->values[0]);
        text_add(&out, "%s%s", i ? ", " : "", said);
        free(said);
    }
    return out.data;
}

void name_entries(struct analysis *a, struct question *q)
{
    q->baselines = baselines_of(a, q);
    for (int i = q->entries.first; i < q->entries.last; i++)
        a->entries[i].label = label_of(a, q, i, true);
    for (int i = q->conditions.first; i < q->conditions.last; i++)
        a->conditions[i].label = label_of(a, q, a->conditions[i].first, false);
    number_rows(a, q);
    number_columns(a, q);
}

/* ---- data ---- */

/* Returns the first value of a text column in the rows of an entry that is not empty, or "" if all
 * are empty. */
static const char *first_text(const struct analysis *a, const struct entry *e, const char *column)
{
    const char *text = "";
    for (int i = a->candidates[e->first].first; i < a->candidates[e->last - 1].end && !*text; i++)
        text = trial_text(a->run, a->members[i], column);
    return text;
}

char *entry_data(const struct analysis *a, int entry)
{
    static const char mark[] = " is not the complete set";
    const char *at = first_text(a, &a->entries[entry], "input_notes");
    struct text parts = {0}, out = {0};
    for (const char *end; (end = strstr(at, mark)); at = end + strlen(mark)) {
        const char *name = end;
        while (name > at && name[-1] != ' ') name--;
        text_add(&parts, "%s%.*s", parts.length ? ", " : "", (int)(end - name), name);
    }
    text_add(&out, "%s", entry_value(a, entry, axes_find(&a->run->axes, "data")));
    if (parts.length) text_add(&out, " (only %s)", parts.data);
    text_free(&parts);
    return out.data;
}
