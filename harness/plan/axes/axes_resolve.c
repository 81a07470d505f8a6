/* SPDX-License-Identifier: MIT
 * Turns an assignment into a complete cell (axes.h).
 *
 * Each axis is resolved once, on demand. A condition, derivation or default is evaluated after all
 * axes in it are resolved, so the order of the axis table does not matter. A cycle is an error. */
#include "harness/plan/axes/axes.h"

#include <stdlib.h>
#include <string.h>

enum state { UNTOUCHED, RUNNING, DONE };

struct resolver {
    const struct axes *axes;
    const struct assignment *given;
    struct resolved *out;
    enum state *states;
    int culprit; /* index of the axis that caused the error */
    char *error;
};

static bool resolve(struct resolver *, int axis);

static bool blame(struct resolver *r, int axis, char *message)
{
    if (r->error)
        free(message);
    else {
        r->error = message;
        r->culprit = axis;
    }
    return false;
}

/* Returns the first case whose condition is true. Returns NULL if no condition is true or after an
 * error. */
static const struct axis_case *case_of(struct resolver *r, int axis)
{
    const struct axis *a = &r->axes->list[axis];
    for (int k = 0; k < a->case_count; k++) {
        const struct axis_case *c = &a->cases[k];
        if (c->when_axis < 0) return c;
        if (!resolve(r, c->when_axis)) return NULL;
        if (r->out->values[c->when_axis] == c->when_value) return c;
    }
    return NULL;
}

struct formula_value resolved_value(const struct axes *axes, const struct resolved *cell,
                                    const char *name)
{
    int axis = axes_find(axes, name);
    const char *text = axis < 0 ? NULL : cell->values[axis];
    if (!text) return (struct formula_value){.type = FORMULA_ABSENT};
    if (axes->list[axis].type == AXIS_INT || axes->list[axis].type == AXIS_REAL)
        return (struct formula_value){FORMULA_NUMBER, strtod(text, NULL), NULL};
    return (struct formula_value){FORMULA_TEXT, 0, text};
}

static struct formula_value lookup(void *context, const char *name)
{
    struct resolver *r = context;
    int axis = axes_find(r->axes, name);
    if (axis >= 0) resolve(r, axis);
    return resolved_value(r->axes, r->out, name);
}

/* Returns the value of a formula as text, or NULL after an error. */
static char *formula_text(struct resolver *r, int axis, const struct formula *f)
{
    struct formula_value value;
    char *error = NULL, digits[32];
    bool good = formula_eval(f, lookup, r, &value, &error);
    if (r->error) return free(error), NULL;
    if (!good) return blame(r, axis, error), NULL;
    return xstrdup(value.type == FORMULA_TEXT ? value.text : number_text(value.number, digits));
}

static const struct formula *derivation_of(const struct resolver *r, int axis)
{
    return r->given->formulas ? r->given->formulas[axis] : NULL;
}

static bool is_given(const struct resolver *r, int axis)
{
    return r->given->values[axis] || derivation_of(r, axis);
}

static bool is_default(struct resolver *r, int axis, const struct axis_case *c)
{
    if (!is_given(r, axis)) return true;
    char *error = NULL, *raw = c->default_formula ? formula_text(r, axis, c->default_formula)
                                                  : xstrdup(c->default_text);
    char *canonical = raw ? axis_canonical(&r->axes->list[axis], c, raw, &error) : NULL;
    bool same = canonical && !strcmp(canonical, r->out->values[axis]);
    free(raw);
    free(canonical);
    free(error);
    return same;
}

/* ---- values of formulas ---- */

/* The axes in a formula, for error messages. */
struct sources {
    const struct resolver *r;
    struct text words; /* axes with their values, such as "d_model = 65, heads = 2" */
    int given;         /* index of the first axis that the user set; -1 if the user set none */
};

static void add_source(void *context, const char *name)
{
    struct sources *s = context;
    int axis = axes_find(s->r->axes, name);
    const char *value = s->r->out->values[axis];
    text_add(&s->words, "%s%s = %s", s->words.length ? ", " : "", name, value ? value : "absent");
    if (is_given(s->r, axis) && s->given < 0) s->given = axis;
}

/* Reports an invalid computed value. The error is reported at the axis's derivation. Without a
 * derivation, the error is reported at the first axis of the formula that the user set. */
static bool blame_sources(struct resolver *r, int axis, const struct formula *f, char *why)
{
    struct sources s = {r, {0}, -1};
    formula_names(f, add_source, &s);
    char *message = xformat("%s: %s (computed from %s)", r->axes->list[axis].name, why,
                            s.words.length ? s.words.data : "no other axis");
    text_free(&s.words);
    free(why);
    return blame(r, derivation_of(r, axis) || s.given < 0 ? axis : s.given, message);
}

static bool settle(struct resolver *r, int axis, const struct axis_case *c)
{
    const struct axis *a = &r->axes->list[axis];
    const char *written = r->given->values[axis];
    const struct formula *f = written ? NULL : derivation_of(r, axis);
    char *error = NULL;
    if (!written && !f && c->default_value) {
        r->out->values[axis] = c->default_value;
        r->out->hidden[axis] = a->quiet;
        return true;
    }
    if (!written && !f) f = c->default_formula;
    char *raw = f ? formula_text(r, axis, f) : xstrdup(written);
    if (!raw) return false;
    char *value = axis_canonical(a, c, raw, &error);
    free(raw);
    if (value) {
        r->out->values[axis] = interned_keep(r->axes->values, value);
        r->out->hidden[axis] = a->quiet && is_default(r, axis, c);
        return true;
    }
    if (f) return blame_sources(r, axis, f, error);
    if (c->when_axis < 0) return blame(r, axis, error);
    blame(r, axis,
          xformat("%s (with %s=%s)", error, r->axes->list[c->when_axis].name, c->when_value));
    free(error);
    return false;
}

static bool resolve(struct resolver *r, int axis)
{
    if (r->error) return false;
    if (r->states[axis] == RUNNING)
        return blame(r, axis, xformat("%s depends on itself", r->axes->list[axis].name));
    if (r->states[axis] == DONE) return true;
    r->states[axis] = RUNNING;
    const struct axis_case *c = case_of(r, axis);
    bool good = !r->error && (!c || settle(r, axis, c));
    r->states[axis] = DONE;
    return good;
}

bool axes_resolve(const struct axes *axes, const struct assignment *given, struct resolved *out,
                  int *axis, char **error)
{
    size_t count = (size_t)axes->count;
    struct resolver r = {.axes = axes, .given = given, .out = out, .culprit = -1};
    *out =
        (struct resolved){xarray(count, sizeof *out->values), xarray(count, sizeof *out->hidden)};
    r.states = xarray(count, sizeof *r.states);
    for (int i = 0; i < axes->count && !r.error; i++) resolve(&r, i);
    free(r.states);
    *axis = r.culprit;
    *error = r.error;
    return !r.error;
}

void resolved_free(struct resolved *cell)
{
    free(cell->values);
    free(cell->hidden);
    *cell = (struct resolved){0};
}
