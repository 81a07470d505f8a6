/* SPDX-License-Identifier: MIT
 * Completing an assignment to a cell (axes.h).
 *
 * Axes are resolved on demand, each once: a condition, a derivation or a default asks for the
 * axes it names, whatever their order in the table; a circle is found and reported. What was asked
 * for on the way is kept in a memory, where there is one (axes_memory.h): of the next cell, only
 * axes that something hangs on which changed are resolved again. */
#include "harness/plan/axes/axes.h"

#include <stdlib.h>
#include <string.h>

enum state { UNTOUCHED, RUNNING, DONE };

struct resolver {
    const struct axes *axes;
    const struct assignment *given;
    struct resolved *out;
    enum state *states;
    int running; /* the axis that asks; -1: none */
    int culprit;
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

/* The case that holds; NULL if none does, or on an error. */
static const struct axis_case *case_of(struct resolver *r, int axis)
{
    const struct axis *a = &r->axes->list[axis];
    for (int k = 0; k < a->case_count; k++) {
        const struct axis_case *c = &a->cases[k];
        if (c->when_axis < 0) return c;
        if (!resolve(r, c->when_axis)) return NULL;
        const char *value = r->out->values[c->when_axis];
        if (value && !strcmp(value, c->when_value)) return c;
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

/* The value of a formula as text; NULL on an error. */
static char *formula_text(struct resolver *r, int axis, const struct formula *f)
{
    struct formula_value value;
    char *error = NULL, digits[32];
    bool good = formula_eval(f, lookup, r, &value, &error);
    if (r->error) return free(error), NULL;
    if (!good) return blame(r, axis, error), NULL;
    return xstrdup(value.type == FORMULA_TEXT ? value.text : number_text(value.number, digits));
}

static char *default_value(struct resolver *r, int axis, const struct axis_case *c)
{
    return c->default_formula ? formula_text(r, axis, c->default_formula)
                              : xstrdup(c->default_text);
}

/* The formula that an axis takes its value from; NULL: the value is written somewhere. */
static const struct formula *formula_of(const struct resolver *r, int axis,
                                        const struct axis_case *c)
{
    if (r->given->values[axis]) return NULL;
    if (r->given->formulas && r->given->formulas[axis]) return r->given->formulas[axis];
    return c->default_formula;
}

static char *raw_value(struct resolver *r, int axis, const struct axis_case *c)
{
    const struct formula *f = formula_of(r, axis, c);
    if (r->given->values[axis]) return xstrdup(r->given->values[axis]);
    return f ? formula_text(r, axis, f) : xstrdup(c->default_text);
}

static bool is_given(const struct resolver *r, int axis)
{
    return r->given->values[axis] || (r->given->formulas && r->given->formulas[axis]);
}

static bool is_default(struct resolver *r, int axis, const struct axis_case *c)
{
    if (!is_given(r, axis)) return true;
    char *error = NULL, *raw = default_value(r, axis, c);
    char *canonical = raw ? axis_canonical(&r->axes->list[axis], c, raw, &error) : NULL;
    bool same = canonical && !strcmp(canonical, r->out->values[axis]);
    free(raw);
    free(canonical);
    free(error);
    return same;
}

/* ---- values that nobody wrote ---- */

/* The axes that a formula names: what they make, and the first that a person gave. */
struct sources {
    const struct resolver *r;
    struct text words; /* "d_model = 65, heads = 2" */
    int given;         /* -1: none */
};

static void add_source(void *context, const char *name)
{
    struct sources *s = context;
    int axis = axes_find(s->r->axes, name);
    const char *value = s->r->out->values[axis];
    text_add(&s->words, "%s%s = %s", s->words.length ? ", " : "", name, value ? value : "absent");
    if (is_given(s->r, axis) && s->given < 0) s->given = axis;
}

static bool is_whole(const char *text)
{
    return text && strspn(text, "0123456789") == strlen(text);
}

/* "d_model = 65 is not a multiple of heads = 2", where that is what is wrong; else NULL. */
static char *not_a_multiple(const struct resolver *r, int axis, const struct formula *f,
                            const char *quotient)
{
    const char *above, *below;
    if (r->axes->list[axis].type != AXIS_INT || is_whole(quotient)) return NULL;
    if (!formula_is_quotient(f, &above, &below)) return NULL;
    const char *a = axes_value(r->axes, r->out->values, above);
    const char *b = axes_value(r->axes, r->out->values, below);
    if (!is_whole(a) || !is_whole(b)) return NULL;
    return xformat("%s = %s is not a multiple of %s = %s, so that there is no %s", above, a, below,
                   b, r->axes->list[axis].name);
}

/* A value that a formula made does not fit: the fault is that of the values it was made from. What
 * the person wrote is blamed, and where nothing was written, the axis itself. */
static bool blame_sources(struct resolver *r, int axis, const struct formula *f, const char *raw,
                          char *why)
{
    struct sources s = {r, {0}, -1};
    formula_names(f, add_source, &s);
    char *message = not_a_multiple(r, axis, f, raw);
    if (!message)
        message = xformat("%s: %s (made from %s)", r->axes->list[axis].name, why,
                          s.words.length ? s.words.data : "no other axis");
    bool derived = r->given->formulas && r->given->formulas[axis]; /* the formula has a place */
    text_free(&s.words);
    free(why);
    return blame(r, derived || s.given < 0 ? axis : s.given, message);
}

static bool settle(struct resolver *r, int axis, const struct axis_case *c)
{
    const struct axis *a = &r->axes->list[axis];
    const struct formula *f = formula_of(r, axis, c);
    char *error = NULL, *raw = raw_value(r, axis, c);
    if (!raw) return false;
    char *value = axis_canonical(a, c, raw, &error);
    r->out->values[axis] = value ? interned_keep(r->axes->met, value) : NULL;
    if (error && f) {
        blame_sources(r, axis, f, raw, error);
        free(raw);
        return false;
    }
    free(raw);
    if (error && c->when_axis >= 0) {
        char *more =
            xformat("%s (with %s=%s)", error, r->axes->list[c->when_axis].name, c->when_value);
        free(error);
        error = more;
    }
    if (error) return blame(r, axis, error);
    r->out->hidden[axis] = a->quiet && is_default(r, axis, c);
    return true;
}

static bool settle_first(struct resolver *r, int axis)
{
    int asks = r->running;
    r->running = axis;
    r->states[axis] = RUNNING;
    const struct axis_case *c = case_of(r, axis);
    bool good = !r->error && (!c || settle(r, axis, c));
    r->states[axis] = DONE;
    r->running = asks;
    return good;
}

static bool resolve(struct resolver *r, int axis)
{
    if (r->error) return false;
    if (r->states[axis] == RUNNING)
        return blame(r, axis, xformat("%s depends on itself", r->axes->list[axis].name));
    bool good = r->states[axis] != UNTOUCHED || settle_first(r, axis);
    if (r->given->memory && r->running >= 0) axes_memory_asked(r->given->memory, r->running, axis);
    return good;
}

static void remember(struct resolver *r)
{
    struct axes_memory *m = r->given->memory;
    if (!m) return;
    axes_memory_begin(m, r->given);
    for (int i = 0; i < r->axes->count; i++)
        if (axes_memory_holds(m, i, &r->out->values[i], &r->out->hidden[i])) r->states[i] = DONE;
}

bool axes_resolve(const struct axes *axes, const struct assignment *given, struct resolved *out,
                  int *axis, char **error)
{
    size_t count = (size_t)axes->count;
    struct resolver r = {.axes = axes, .given = given, .out = out, .running = -1, .culprit = -1};
    *out = (struct resolved){xarray(count, sizeof *out->values), xarray(count, sizeof *out->hidden),
                             axes->count};
    r.states = xarray(count, sizeof *r.states);
    remember(&r);
    for (int i = 0; i < axes->count && !r.error; i++) resolve(&r, i);
    free(r.states);
    if (given->memory) axes_memory_end(given->memory, out, !r.error);
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
