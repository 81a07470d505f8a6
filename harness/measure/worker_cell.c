/* SPDX-License-Identifier: MIT
 * Parses a complete cell string into struct worker_cell, using the table of axes. */
#include "harness/measure/worker.h"

#include "base/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const struct factor *table;
    int count;
    struct worker_cell *cell;
    struct cell_fields fields;
    char **error;
};

static bool fail(struct reader *r, char *message)
{
    *r->error = message;
    return false;
}

/* ---- storing a value ---- */

static bool set_number(struct reader *r, const struct factor *f, const char *found, double value)
{
    bool whole = f->type == FACTOR_REAL || value == floor(value);
    char lo[32], hi[32];
    if (!whole || !(value >= f->min && value <= f->max))
        return fail(r, xformat("%s=%s: expected %s from %s to %s", f->name, found,
                               f->type == FACTOR_INT ? "an integer" : "a number",
                               number_text(f->min, lo), number_text(f->max, hi)));
    factor_set(f, r->cell, value);
    return true;
}

static bool no_choice(struct reader *r, const struct factor *f, const char *value)
{
    struct text names = {0};
    for (int i = 0; f->choices[i]; i++) text_add(&names, "%s%s", i ? ", " : "", f->choices[i]);
    fail(r, xformat("%s=%s: expected one of %s", f->name, value, names.data));
    text_free(&names);
    return false;
}

static bool set_choice(struct reader *r, const struct factor *f, const char *value)
{
    int i = 0;
    while (f->choices[i] && strcmp(f->choices[i], value)) i++;
    if (!f->choices[i]) return no_choice(r, f, value);
    factor_set(f, r->cell, i);
    return true;
}

static bool set_text(struct reader *r, const struct factor *f, const char *value)
{
    if (!*value) return fail(r, xformat("%s: empty value (expected text)", f->name));
    *factor_text(f, r->cell) = xstrdup(value);
    return true;
}

static bool set_given(struct reader *r, const struct factor *f, const char *value)
{
    if (f->type == FACTOR_CHOICE) return set_choice(r, f, value);
    if (f->type == FACTOR_TEXT) return set_text(r, f, value);
    char *end;
    double number = strtod(value, &end);
    /* NaN is outside every range, so an invalid number is rejected */
    if (end == value || *end) number = NAN;
    return set_number(r, f, value, number);
}

/* ---- the whole cell ---- */

static int first_bit(unsigned bits)
{
    int bit = 0;
    while (!(bits >> bit & 1u)) bit++;
    return bit;
}

/* Reports an axis without a matching table entry. Either the name is unknown, or the axis does not
 * apply to this cell. */
static bool unmatched(struct reader *r, const char *axis)
{
    const struct factor *f = r->table;
    while (f < r->table + r->count && strcmp(f->name, axis)) f++;
    if (f == r->table + r->count)
        return fail(r, xformat("unknown axis '%s'; `attnlab list axes` lists all axes", axis));
    return fail(r, xformat("axis '%s' applies to %s=%s, found %s=%s", axis, f->when->name,
                           f->when->choices[first_bit(f->when_choices)], f->when->name,
                           f->when->choices[(int)factor_number(f->when, r->cell)]));
}

/* Returns the index of an axis among the given fields, or -1. The search starts after the previous
 * match, because complete cells and the table have the same order. */
static int place_of(const struct cell_fields *given, const char *axis, int after)
{
    for (int k = 1; k <= given->count; k++) {
        int i = (after + k) % given->count;
        if (!strcmp(given->list[i].axis, axis)) return i;
    }
    return -1;
}

/* Parses all axes. The cell must contain exactly the axes that apply to it. */
static bool read_all(struct reader *r)
{
    bool *taken = xarray((size_t)r->fields.count + 1, sizeof *taken), good = true;
    const char *missing = NULL;
    for (int i = 0, last = -1; i < r->count && good; i++) {
        const struct factor *f = &r->table[i];
        if (!factor_applies(f, r->cell)) continue;
        int given = place_of(&r->fields, f->name, last);
        if (given < 0) {
            if (!missing) missing = f->name;
            continue;
        }
        taken[last = given] = true;
        good = set_given(r, f, r->fields.list[given].value);
    }
    for (int i = 0; i < r->fields.count && good; i++)
        if (!taken[i]) good = unmatched(r, r->fields.list[i].axis);
    if (good && missing)
        good = fail(r, xformat("missing axis '%s'; complete the cell with "
                               "`attnlab cell --print-complete \"...\"`",
                               missing));
    free(taken);
    return good;
}

/* Selects the vector build. With isa=auto, uses the build named by ATTNLAB_ISA. Without this
 * variable, uses the widest build that this CPU supports. */
static bool choose_build(struct worker_cell *cell, char **error)
{
    const struct kernels *const *builds = kernels_available();
    const char *forced = getenv("ATTNLAB_ISA");
    bool free_choice = cell->isa == 0 && forced && *forced;
    cell->kernels = free_choice ? NULL : builds[cell->isa ? cell->isa - 1 : 0];
    struct text names = {0};
    for (int i = 0; builds[i]; i++) {
        if (free_choice && strcmp(builds[i]->name, forced) == 0) cell->kernels = builds[i];
        text_add(&names, "%s%s", i ? ", " : "", builds[i]->name);
    }
    if (!cell->kernels)
        *error =
            xformat("environment variable ATTNLAB_ISA=%s: unknown build (this CPU supports %s)",
                    forced, names.data);
    free(names.data);
    return cell->kernels != NULL;
}

bool worker_cell_read(const char *string, struct worker_cell *cell, char **error)
{
    *cell = (struct worker_cell){0};
    struct reader r = {.cell = cell, .error = error};
    r.table = factors(&r.count);
    if (!cell_parse(string, &r.fields, error)) return false;
    bool good = read_all(&r);
    cell_free(&r.fields);
    if (1 << cell->kind & CELLS_OF_MODELS) cell->threads = 1;
    return good && choose_build(cell, error);
}

void worker_cell_free(struct worker_cell *cell)
{
    int count;
    const struct factor *table = factors(&count);
    for (int i = 0; i < count; i++)
        if (table[i].store == STORE_TEXT) {
            free(*factor_text(&table[i], cell));
            *factor_text(&table[i], cell) = NULL;
        }
    *cell = (struct worker_cell){0};
}
