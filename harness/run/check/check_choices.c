/* SPDX-License-Identifier: MIT
 * Which choices the cells use, and what became of each by itself. */
#include "harness/run/check/check_matrix.h"

#include <stdlib.h>
#include <string.h>

/* ---- which ---- */

/* "slot=choice" -> true for all that occur in a cell. */
static json_t *used_choices(const struct matrix *m)
{
    json_t *used = json_object();
    for (int i = 0; i < m->count; i++) {
        struct resolved values;
        char *error = NULL;
        require(axes_read_cell(m->axes, m->cells[i], &values, &error));
        for (int s = 0; s < m->axes->slot_count; s++) {
            const char *value = axes_value(m->axes, values.values, m->axes->slots[s]);
            char *name = value ? xformat("%s=%s", m->axes->slots[s], value) : NULL;
            if (name) json_object_set_new(used, name, json_true());
            free(name);
        }
        resolved_free(&values);
    }
    return used;
}

/* In the order of every legend; to be freed, with its entries. */
static char **list_choices(const struct matrix *m, int *count)
{
    json_t *used = used_choices(m);
    char **list = NULL;
    *count = 0;
    for (int s = 0; s < m->axes->slot_count; s++) {
        const struct axis_case *c = m->axes->list[axes_find(m->axes, m->axes->slots[s])].cases;
        for (int v = 0; v < c->choice_count; v++) {
            char *name = xformat("%s=%s", m->axes->slots[s], c->choices[v]);
            list = xgrow(list, (size_t)*count + 1, sizeof *list);
            if (json_object_get(used, name))
                list[(*count)++] = name;
            else
                free(name);
        }
    }
    json_decref(used);
    return list;
}

/* ---- what became of them ---- */

static void add_name(struct text *list, const char *name, const char *more)
{
    text_add(list, "%s%s%s", list->length ? ", " : "", name, more);
}

/* Of a worker that ended without an answer there is no record. */
static void note_paths(struct choice_counts *t, const char *name, const json_t *record)
{
    bool forward = json_is_true(json_object_get(record, "fast_forward"));
    bool backward = json_is_true(json_object_get(record, "fast_backward"));
    if (!record) return;
    if (!forward || !backward) add_name(&t->formula_only, name, forward ? " (backward)" : "");
    if (!json_integer_value(json_object_get(record, "by_hand")))
        add_name(&t->without_values, name, "");
}

static void take(void *context, const char *line, const struct outcome *o)
{
    struct choice_counts *t = context;
    const char *kind = json_string_value(json_object_get(o->record, "kind"));
    char *name = kind ? xformat("%s %s", kind, strchr(line, '=') + 1) : xstrdup(line);
    bool first = !json_object_get(t->seen, name), good = o->status == STATUS_OK;
    json_object_set_new(t->seen, name, json_true());
    if (first) {
        note_paths(t, name, o->record);
        *(good ? &t->passed : &t->failed) += 1;
    }
    if (first && !good)
        printf("%s: %s: %s\n    attnlab check --filter %s\n", status_names[o->status], name,
               o->reason, line);
    free(name);
}

bool choices_check(struct choice_counts *t, const struct matrix *m, struct check_pool pool,
                   char **error)
{
    *t = (struct choice_counts){.seen = json_object()};
    char **list = list_choices(m, &pool.count);
    pool.command = "choices", pool.cells = list, pool.axes = NULL;
    pool.report = take, pool.context = t;
    bool good = check_pool_run(&pool, error);
    for (int i = 0; i < pool.count; i++) free(list[i]);
    free(list);
    return good;
}

void choices_print(const struct choice_counts *t)
{
    printf("%d choice%s passed by themselves, %d failed\n", t->passed, t->passed == 1 ? "" : "s",
           t->failed);
    if (t->formula_only.length)
        printf("formula only, compared with itself: %s\n", t->formula_only.data);
    if (t->without_values.length) printf("no values by hand: %s\n", t->without_values.data);
}

void choices_free(struct choice_counts *t)
{
    json_decref(t->seen);
    free(t->formula_only.data);
    free(t->without_values.data);
}
