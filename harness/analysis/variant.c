/* SPDX-License-Identifier: MIT
 * Describes variants by their differences from softmax attention (variant_matrix.h). */
#include "harness/analysis/variant_matrix.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct difference {
    const struct analysis *a;
    const struct axes *axes;
    int entry, reference;
};

static const char *own(const struct difference *d, int axis)
{
    return entry_value(d->a, d->entry, axis);
}

/* Returns the case of an axis that applies to an entry. Returns NULL if the axis does not apply. */
static const struct axis_case *case_in(const struct difference *d, int entry, int axis)
{
    const struct axis *x = &d->axes->list[axis];
    for (int k = 0; k < x->case_count; k++) {
        const struct axis_case *c = &x->cases[k];
        const char *when = c->when_axis < 0 ? "" : entry_value(d->a, entry, c->when_axis);
        if (c->when_axis < 0 || !strcmp(when, c->when_value)) return c;
    }
    return NULL;
}

static bool is_slot(const struct axes *axes, int axis)
{
    for (int i = 0; i < axes->slot_count; i++)
        if (!strcmp(axes->slots[i], axes->list[axis].name)) return true;
    return false;
}

static bool is_plain(const struct difference *d, int entry)
{
    for (int axis = 0; axis < d->axes->count; axis++) {
        const char *value = entry_value(d->a, entry, axis);
        const struct axis *x = &d->axes->list[axis];
        if (is_slot(d->axes, axis) && *value && strcmp(value, x->cases[0].choices[0])) return false;
    }
    return true;
}

/* Returns true if an axis value differs from the reference. If the axis does not apply to the
 * reference, any value other than the default counts as different. */
static bool differs(const struct difference *d, int axis)
{
    const struct axis *x = &d->axes->list[axis];
    const char *value = own(d, axis), *other = entry_value(d->a, d->reference, axis);
    const struct axis_case *c = case_in(d, d->entry, axis);
    if (x->role != ROLE_VARIANT || !*value || !strcmp(value, other)) return false;
    if (axis == entry_question(d->a, d->entry)->tuned) return false;
    bool comparable = *other && c == case_in(d, d->reference, axis);
    return comparable || !c || strcmp(c->default_text, value);
}

/* Returns true if the default of an axis grows with other axes, as the default of `ffn` grows with
 * the width. Values of such an axis are written as multiples of the reference's value. */
static bool grows(const struct difference *d, int axis)
{
    const struct axis_case *c = case_in(d, d->entry, axis);
    return c && c->default_formula && strchr(c->default_text, '*');
}

/* ---- key and group ---- */

static char *key_of(const struct difference *d)
{
    struct text out = {0};
    for (int x = 0; x < d->axes->count; x++) {
        if (!differs(d, x)) continue;
        text_add(&out, "%s%s=", out.length ? " " : "", d->axes->list[x].name);
        if (grows(d, x))
            text_add(&out, "times %.2g",
                     strtod(own(d, x), NULL) / strtod(entry_value(d->a, d->reference, x), NULL));
        else
            text_add(&out, "%s", own(d, x));
    }
    return out.data;
}

/* Returns the index of the first slot of a group. Slots of one group need not be adjacent. */
static int rank_of(const struct axes *axes, const char *group)
{
    int i = 0;
    while (strcmp(axes->slot_groups[i], group)) i++;
    return i;
}

static void set_group(const struct difference *d, struct variant *v)
{
    v->group_rank = d->axes->slot_count;
    for (int i = 0; i < d->axes->slot_count; i++) {
        int axis = axes_find(d->axes, d->axes->slots[i]);
        if (axis < 0 || !differs(d, axis)) continue;
        if (v->group && strcmp(v->group, d->axes->slot_groups[i])) {
            v->group = VARIANT_SEVERAL;
            v->group_rank = d->axes->slot_count;
            break;
        }
        v->group = d->axes->slot_groups[i];
        v->group_rank = rank_of(d->axes, v->group);
    }
    if (v->group && !d->a->entries[d->entry].negative_control) return;
    v->group = VARIANT_CONTROL;
    v->group_rank = d->axes->slot_count + 1;
}

bool variant_of(const struct analysis *a, int entry, int reference, struct variant *v)
{
    struct difference d = {a, &a->run->axes, entry, reference};
    *v = (struct variant){0};
    if (reference < 0 || reference == entry || !is_plain(&d, reference)) return false;
    v->key = key_of(&d);
    if (!v->key) return false;
    set_group(&d, v);
    return true;
}

static bool keeps_slots(const struct analysis *a, int entry)
{
    struct variant v;
    if (!variant_of(a, entry, a->entries[entry].reference, &v)) return false;
    bool keeps = !strcmp(v.group, VARIANT_CONTROL);
    variant_free(&v);
    return keeps;
}

static bool is_named_control(const struct spec *s, const char *arm)
{
    for (int i = 0; i < s->control_count; i++)
        if (!strcmp(s->controls[i].control, arm)) return true;
    return false;
}

/* Marks entries that are not proposals. If no arm changes a slot, the arms that change settings are
 * the proposals. */
void mark_controls(struct analysis *a, const struct question *q)
{
    bool slots = false;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        struct entry *e = &a->entries[i];
        if (e->reference < 0 || e->reference == i) continue;
        e->control_only = keeps_slots(a, i);
        slots |= !e->control_only && !has_negative_control_choice(a, i);
    }
    for (int i = q->entries.first; i < q->entries.last; i++) {
        struct entry *e = &a->entries[i];
        e->control_only = (slots && e->control_only) || has_negative_control_choice(a, i) ||
                          is_named_control(q->spec, q->spec->arms[e->arm].name);
    }
}

bool is_proposal(const struct analysis *a, const struct effect *e)
{
    return !a->entries[e->entry].negative_control && !a->entries[e->entry].control_only;
}

void variant_free(struct variant *v)
{
    free(v->key);
    *v = (struct variant){0};
}
