/* SPDX-License-Identifier: MIT
 * Finding the lines of a specification that carries values (carry_lines.h). */
#include "harness/plan/tuning/carry_lines.h"
#include "base/cell.h"
#include "harness/plan/tuning/carried.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

struct search {
    struct plan *plan;
    const struct spec *spec;
    int first;   /* cell */
    int *cell;   /* of each family of the plan its first cell; -1: of another specification */
    bool *tells; /* of each axis: it varies at one size of one arm */
};

static const char *size_text(const struct search *s, const struct plan_cell *c)
{
    return c->values[s->spec->carry.axis];
}

double carry_size(const struct plan *plan, const struct plan_cell *c)
{
    const char *text = c->values[plan->specs[c->spec].carry.axis];
    return text ? strtod(text, NULL) : 0;
}

/* ---- which axes tell lines apart ---- */

static void find_families(struct search *s)
{
    s->cell = xarray((size_t)s->plan->family_count + 1, sizeof *s->cell);
    for (int f = 0; f < s->plan->family_count; f++) s->cell[f] = -1;
    for (int i = s->plan->cell_count - 1; i >= s->first; i--)
        if (s->plan->cells[i].family >= 0) s->cell[s->plan->cells[i].family] = i;
}

static void mark_differences(struct search *s, const struct plan_cell *a, const struct plan_cell *b)
{
    if (a->arm_index != b->arm_index || !same(size_text(s, a), size_text(s, b))) return;
    for (int k = 0; k < s->plan->axes->count; k++) s->tells[k] |= !same(a->values[k], b->values[k]);
}

/* What differs within a family follows its value or its seed. */
static void find_telling(struct search *s)
{
    const struct plan *plan = s->plan;
    s->tells = xarray((size_t)plan->axes->count, sizeof *s->tells);
    for (int f = 0; f < plan->family_count; f++)
        for (int g = 0; g < f && s->cell[f] >= 0; g++)
            if (s->cell[g] >= 0)
                mark_differences(s, &plan->cells[s->cell[f]], &plan->cells[s->cell[g]]);
    for (int i = s->first; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        for (int k = 0; k < plan->axes->count && c->family >= 0; k++)
            s->tells[k] &= same(c->values[k], plan->cells[s->cell[c->family]].values[k]);
    }
}

/* ---- lines ---- */

static char *line_key(const struct search *s, const struct plan_cell *c)
{
    struct text out = {0};
    text_add(&out, "%d", c->arm_index);
    for (int k = 0; k < s->plan->axes->count; k++)
        if (s->tells[k] && c->values[k])
            cell_append(&out, s->plan->axes->list[k].name, c->values[k]);
    return out.data;
}

static bool has_value(const struct setting *s, const char *text)
{
    for (int i = 0; text && i < s->value_count; i++)
        if (!strcmp(s->values[i], text)) return true;
    return false;
}

static enum carry_role role_of(const struct search *s, const struct plan_cell *c)
{
    const struct spec_carry *carry = &s->spec->carry;
    return has_value(&carry->from, size_text(s, c))         ? CARRY_RACED
           : has_value(&carry->neighbours, size_text(s, c)) ? CARRY_NEIGHBOURS
                                                            : CARRY_FORETOLD;
}

static void set_line(struct search *s, struct plan_cell *c, json_t *met)
{
    char *key = line_key(s, c);
    const json_t *known = json_object_get(met, key);
    c->line = known ? (int)json_integer_value(known) : s->plan->line_count++;
    if (!known) json_object_set_new(met, key, json_integer(c->line));
    c->carry = role_of(s, c);
    free(key);
}

/* ---- checking ---- */

/* The raced sizes of a line that have trials in the plan. */
static int raced_sizes(const struct search *s, int line)
{
    int sizes = 0, met = -1;
    for (int f = 0; f < s->plan->family_count; f++)
        for (int i = s->first; i < s->plan->cell_count; i++) {
            const struct plan_cell *c = &s->plan->cells[i];
            bool raced = c->family == f && c->line == line && c->carry == CARRY_RACED && c->tuning;
            if (!raced || met == f) continue;
            met = f;
            sizes++;
        }
    return sizes;
}

static void check_line(const struct search *s, const struct plan_cell *c, struct diags *diags)
{
    int sizes = raced_sizes(s, c->line);
    if (sizes >= CARRY_LEAST_SIZES) return;
    const char *axis = s->plan->axes->list[s->spec->carry.axis].name;
    diag_add(diags, s->spec->carry.place.file, s->spec->carry.place.line,
             s->spec->carry.place.column,
             "key carry: found %d raced size%s from which to carry %s of arm %s to %s=%s, expected "
             "at least %d of those in `from` in the plan, with what else varies there",
             sizes, sizes == 1 ? "" : "s", s->spec->tune_axis, s->spec->arms[c->arm_index].name,
             axis, size_text(s, c), CARRY_LEAST_SIZES);
}

void plan_set_lines(struct plan *plan, int first, struct diags *diags)
{
    struct search s = {.plan = plan, .spec = &plan->specs[plan->spec_count - 1], .first = first};
    int known = plan->line_count;
    if (!s.spec->carry.from.value_count) return;
    find_families(&s);
    find_telling(&s);
    json_t *met = json_object();
    for (int i = first; i < plan->cell_count; i++)
        if (plan->cells[i].family >= 0) set_line(&s, &plan->cells[i], met);
    bool *checked = xarray((size_t)(plan->line_count - known) + 1, sizeof *checked);
    for (int i = first; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        if (c->line < 0 || c->carry == CARRY_RACED || checked[c->line - known]) continue;
        check_line(&s, c, diags);
        checked[c->line - known] = true;
    }
    free(checked);
    json_decref(met);
    free(s.cell);
    free(s.tells);
}
