/* SPDX-License-Identifier: MIT
 * Values of axes: checking one, and completing an assignment to a cell (axes.h).
 *
 * Axes are resolved on demand, each once: a condition, a derivation or a default asks for the
 * axes it names, whatever their order in the table; a circle is found and reported. */
#include "base/nearest.h"
#include "harness/plan/axes/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one value ---- */

/* A decimal number and nothing else; no hexadecimal, no names. */
static bool decimal(const char *text, double *value)
{
    char *end;
    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text)) return false;
    *value = strtod(text, &end);
    return !*end && isfinite(*value);
}

static char *fit(const struct axis *axis, const struct axis_case *c, const char *text)
{
    double value;
    char digits[32];
    if (axis->type == AXIS_TEXT) return xstrdup(text);
    if (axis->type == AXIS_CHOICE) {
        for (int i = 0; i < c->choice_count; i++)
            if (!strcmp(c->choices[i], text)) return xstrdup(text);
        return NULL;
    }
    if (!decimal(text, &value) || value < c->min || value > c->max) return NULL;
    if (axis->type == AXIS_REAL) return xstrdup(number_text(value == 0 ? 0 : value, digits));
    /* Beyond 2^53 a double no longer tells integers apart. */
    return value == trunc(value) && fabs(value) <= 0x1p53 ? xformat("%.0f", value + 0.0) : NULL;
}

static void add_choices(struct text *out, const struct axis *axis, const struct axis_case *only,
                        const char *found)
{
    const char **names = NULL;
    int count = 0;
    for (int k = 0; k < axis->case_count; k++) {
        const struct axis_case *c = &axis->cases[k];
        for (int i = 0; (!only || c == only) && i < c->choice_count; i++) {
            bool seen = false;
            for (int j = 0; j < count; j++) seen |= !strcmp(names[j], c->choices[i]);
            if (seen) continue;
            names = xgrow(names, (size_t)count + 1, sizeof *names);
            names[count++] = c->choices[i];
        }
    }
    text_add(out, "one of");
    for (int i = 0; i < count; i++) text_add(out, " %s", names[i]);
    add_nearest(out, found, names, count);
    free(names);
}

static char *misfit(const struct axis *axis, const struct axis_case *only, const char *text)
{
    struct text out = {0};
    double min = HUGE_VAL, max = -HUGE_VAL;
    text_add(&out, "found '%s', expected ", text);
    for (int k = 0; k < axis->case_count; k++) {
        const struct axis_case *c = &axis->cases[k];
        if (only && c != only) continue;
        min = fmin(min, c->min);
        max = fmax(max, c->max);
    }
    if (axis->type == AXIS_CHOICE)
        add_choices(&out, axis, only, text);
    else
        text_add(&out, "%s from %.15g to %.15g", axis->type == AXIS_INT ? "an integer" : "a number",
                 min, max);
    return out.data;
}

char *axis_canonical(const struct axis *axis, const struct axis_case *only, const char *text,
                     char **error)
{
    char *value = NULL;
    for (int k = 0; k < axis->case_count && !value; k++)
        if (!only || only == &axis->cases[k]) value = fit(axis, &axis->cases[k], text);
    *error = value ? NULL : misfit(axis, only, text);
    return value;
}

/* ---- a whole cell ---- */

enum state { UNTOUCHED, RUNNING, DONE };

struct resolver {
    const struct axes *axes;
    const struct assignment *given;
    struct resolved *out;
    enum state *states;
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
    r->out->values[axis] = axis_canonical(a, c, raw, &error);
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

static bool resolve(struct resolver *r, int axis)
{
    if (r->error) return false;
    if (r->states[axis] == DONE) return true;
    if (r->states[axis] == RUNNING)
        return blame(r, axis, xformat("%s depends on itself", r->axes->list[axis].name));
    r->states[axis] = RUNNING;
    const struct axis_case *c = case_of(r, axis);
    bool good = !r->error && (!c || settle(r, axis, c));
    r->states[axis] = DONE;
    return good;
}

/* The values in one piece of memory, behind the list of them: a plan holds many cells of many short
 * values. */
static void pack(struct resolved *cell)
{
    size_t list = (size_t)cell->count * sizeof *cell->values, size = list;
    for (int i = 0; i < cell->count; i++)
        if (cell->values[i]) size += strlen(cell->values[i]) + 1;
    char **packed = xalloc(size), *to = (char *)packed + list;
    for (int i = 0; i < cell->count; i++) {
        if (!cell->values[i]) continue;
        packed[i] = to;
        to = stpcpy(to, cell->values[i]) + 1;
        free(cell->values[i]);
    }
    free(cell->values);
    cell->values = packed;
}

bool axes_resolve(const struct axes *axes, const struct assignment *given, struct resolved *out,
                  int *axis, char **error)
{
    size_t count = (size_t)axes->count;
    struct resolver r = {.axes = axes, .given = given, .out = out, .culprit = -1};
    *out = (struct resolved){xarray(count, sizeof *out->values), xarray(count, sizeof *out->hidden),
                             axes->count};
    r.states = xarray(count, sizeof *r.states);
    for (int i = 0; i < axes->count && !r.error; i++) resolve(&r, i);
    free(r.states);
    pack(out);
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
