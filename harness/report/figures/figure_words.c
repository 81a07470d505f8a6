/* SPDX-License-Identifier: MIT
 * Titles and labels of figures. */
#include "harness/report/figures/figure_kinds.h"

#include <stdlib.h>
#include <string.h>

char *axis_words(const struct axes *axes, int axis)
{
    static const char *const known[][2] = {{"n", "sequence length n (tokens)"},
                                           {"m", "keys m (tokens)"},
                                           {"batch", "batch (sequences)"},
                                           {"d_model", "model width (features)"},
                                           {"d_head", "head width (features)"},
                                           {"d_prime", "score width d' (features)"},
                                           {"threads", "threads"},
                                           {"lr", "learning rate"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], axes->list[axis].name)) return xstrdup(known[i][1]);
    return axes_label(axes, axis);
}

char *change_words(const struct metric *m)
{
    return xformat("change in %s%s", metric_said(m), m->higher_is_better ? "" : " (%)");
}

/* The label of what all entries are compared with; NULL: they differ. */
static const char *one_reference(const struct request *r)
{
    const char *label = NULL;
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], r->comparison);
        if (!e || e->reference < 0) continue;
        const char *own = r->analysis->entries[e->reference].label;
        if (label && strcmp(label, own)) return NULL;
        label = own;
    }
    return label;
}

const char *baseline_words(const struct request *r)
{
    const char *label = one_reference(r);
    return label ? label : r->question->baselines ? r->question->baselines : "its own baseline";
}

char *against_words(const struct request *r)
{
    if (r->comparison == COMPARE_STEPS)
        return xformat("at equal steps, against %s", baseline_words(r));
    const char *label = one_reference(r);
    return xformat("at equal parameters, against %s", label ? label : "each arm's control");
}

char *time_words(const struct request *r)
{
    const struct analysis *a = r->analysis;
    const char *pass = a->conditions[a->entries[r->entries[0]].condition].pass;
    for (int i = 1; i < r->count; i++)
        if (strcmp(a->conditions[a->entries[r->entries[i]].condition].pass, pass)) pass = "";
    return xformat("time of a %s", pass_title(pass));
}

void add_conditions(struct figure_table *t, const struct request *r)
{
    const struct setting *list = r->figure->where.set.list;
    for (int i = 0; i < r->figure->where.set.count && r->count; i++) {
        if (list[i].value_count != 1) continue;
        char *said = said_value(r, r->entries[0], list[i].axis), *before = t->title;
        t->title = xformat("%s, %s", before, said);
        free(said);
        free(before);
    }
}
