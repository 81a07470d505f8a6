/* SPDX-License-Identifier: MIT
 * The keys that say what the verdicts of a question of quality stand on: which models that only
 * count are set beside it, which of them the baseline must beat, and which arm is damaged on
 * purpose (spec_read.h; ablations/README.md). */
#include "harness/plan/spec_read.h"
#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

static bool is_yardstick(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->yardstick_count; i++)
        if (!strcmp(axes->yardsticks[i].name, name)) return true;
    return false;
}

static void unknown_yardstick(struct reader *r, const struct yaml *node, const char *key)
{
    const struct axes *axes = r->axes;
    const char **names = xarray((size_t)axes->yardstick_count, sizeof *names);
    struct text expected = {0};
    text_add(&expected, "%s", "the name of a yardstick, one of");
    for (int i = 0; i < axes->yardstick_count; i++) {
        names[i] = axes->yardsticks[i].name;
        text_add(&expected, " %s", names[i]);
    }
    if (node->kind == YAML_SCALAR) add_nearest(&expected, node->text, names, axes->yardstick_count);
    reader_expected_node(r, node, key, expected.data);
    text_free(&expected);
    free(names);
}

/* To be freed; NULL after an error. */
static char *read_name(struct reader *r, const struct yaml *node, const char *key)
{
    if (node->kind == YAML_SCALAR && is_yardstick(r->axes, node->text)) return xstrdup(node->text);
    unknown_yardstick(r, node, key);
    return NULL;
}

/* none, a name, or a list of names. */
void read_yardsticks(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    bool list = e->value->kind == YAML_LIST;
    int count = list ? e->value->count : 1;
    s->no_yardsticks = e->value->kind == YAML_SCALAR && !strcmp(e->value->text, "none");
    if (s->no_yardsticks) return;
    s->yardsticks = xarray((size_t)count, sizeof *s->yardsticks);
    for (int i = 0; i < count; i++) {
        char *name = read_name(r, list ? e->value->items[i] : e->value, e->key);
        if (name) s->yardsticks[s->yardstick_count++] = name;
    }
}

void read_yardstick(struct reader *r, const struct yaml_entry *e)
{
    r->spec->yardstick_place = e->value->place;
    r->spec->yardstick = read_name(r, e->value, e->key);
}

void read_damaged(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    bool list = e->value->kind == YAML_LIST;
    int count = list ? e->value->count : 1;
    s->damaged_place = e->value->place;
    s->damaged = xarray((size_t)count, sizeof *s->damaged);
    for (int i = 0; i < count; i++) {
        const struct yaml *name = list ? e->value->items[i] : e->value;
        if (name->kind == YAML_SCALAR && *name->text)
            s->damaged[s->damaged_count++] = xstrdup(name->text);
        else
            reader_expected_node(r, name, e->key, "the name of an arm, or a list of names");
    }
}

bool spec_damages(const struct spec *s, const char *arm)
{
    for (int i = 0; i < s->damaged_count; i++)
        if (!strcmp(s->damaged[i], arm)) return true;
    return false;
}

bool spec_asks_yardstick(const struct spec *s, const char *name)
{
    bool found = !s->yardsticks;
    for (int i = 0; i < s->yardstick_count; i++) found |= !strcmp(s->yardsticks[i], name);
    return found && !s->no_yardsticks;
}

void gate_keys_check(const struct spec *s, struct diags *diags)
{
    const struct yaml_place at = s->yardstick_place;
    for (int i = 0; i < s->damaged_count; i++)
        need_arm(s, diags, s->damaged_place, "damaged", s->damaged[i]);
    if (s->yardstick && !spec_asks_yardstick(s, s->yardstick))
        diag_add(diags, at.file, at.line, at.column,
                 "key yardstick: found '%s', which the key yardsticks leaves out, expected one "
                 "that is measured",
                 s->yardstick);
}

void gate_keys_free(struct spec *s)
{
    for (int i = 0; i < s->yardstick_count; i++) free(s->yardsticks[i]);
    free(s->yardsticks);
    free(s->yardstick);
    for (int i = 0; i < s->damaged_count; i++) free(s->damaged[i]);
    free(s->damaged);
}
