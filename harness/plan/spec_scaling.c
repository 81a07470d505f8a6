/* SPDX-License-Identifier: MIT
 * The key scaling, `{over: d_model, carry_to: [1e7, 1e8]}`: each arm is trained at several sizes,
 * set apart by one axis and what goes with it, and the loss is asked as a law of the compute
 * (analysis/scaling/). Which axis may set sizes apart is asked in checks/check_design.c. */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

static void read_over(struct reader *r, const struct yaml_entry *e)
{
    int axis = read_axis_name(r, e->value, "scaling: over");
    r->spec->scaling.asked = axis >= 0;
    r->spec->scaling.over = (struct spec_axis){axis, e->value->place};
}

static void read_carry_to(struct reader *r, const struct yaml_entry *e)
{
    struct spec_scaling *s = &r->spec->scaling;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->carry_to = xarray((size_t)e->value->count, sizeof *s->carry_to);
    for (int i = 0; i < e->value->count; i++) {
        struct yaml_entry one = {.key = e->key, .value = e->value->items[i], .place = e->place};
        double value, least = s->carry_count ? s->carry_to[s->carry_count - 1] : 1;
        if (!read_number(r, &one, least, 1e15, false, &value)) return;
        s->carry_to[s->carry_count++] = value;
    }
}

void read_scaling(struct reader *r, const struct yaml_entry *e)
{
    static const struct {
        const char *name;
        void (*read)(struct reader *, const struct yaml_entry *);
    } keys[] = {{"over", read_over}, {"carry_to", read_carry_to}};
    enum { KEYS = sizeof keys / sizeof *keys };
    if (!reader_is(r, e, YAML_MAP)) return;
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *entry = &e->value->entries[i];
        int k = 0;
        while (k < KEYS && strcmp(keys[k].name, entry->key)) k++;
        if (k < KEYS)
            keys[k].read(r, entry);
        else
            reader_unknown(r, entry, e->key, "over or carry_to");
    }
    if (!yaml_get(e->value, "over"))
        reader_expected_node(r, e->value, e->key,
                             "a map with the axis of sizes, {over: d_model, carry_to: [1e7, 1e8]}");
}
