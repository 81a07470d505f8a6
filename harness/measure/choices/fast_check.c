/* SPDX-License-Identifier: MIT
 * Runs the checks of fast functions in every build that this CPU supports. Allocates the guarded
 * arrays of these checks. */
#include "harness/measure/choices/choice_check.h"

#include "base/rng.h"
#include "models/parameters.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

double draw(const char *what, size_t i)
{
    return (double)(float)rng_normal(1, rng_stream(what), i);
}
double *draws(const char *what, size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = draw(what, i);
    return x;
}

void fast_fails(struct fast_check *c, const char *format, ...)
{
    char text[1024];
    va_list list;
    if (c->wrong) return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    c->wrong = xstrdup(text);
}

/* ---- arrays ---- */

struct reals fast_array(struct fast_check *c, const char *name, size_t count)
{
    require(c->count < FAST_ARRAYS);
    if (!c->memory) c->memory = memory_new(THP_NEVER, 1);
    struct reals r = {memory_buffer(c->memory, name, count * c->real_size), count, c->real_size};
    memory_poison(c->memory, r.data, NULL);
    c->arrays[c->count++] = (struct fast_array){r, NULL};
    return r;
}

struct reals fast_filled(struct fast_check *c, const char *name, double x, size_t count)
{
    struct reals r = fast_array(c, name, count);
    for (size_t i = 0; i < count; i++) put(&r, i, x);
    return r;
}

struct reals fast_input(struct fast_check *c, const char *name, const double *x, size_t count)
{
    struct reals r = fast_array(c, name, count);
    for (size_t i = 0; i < count; i++) put(&r, i, x[i]);
    c->arrays[c->count - 1].source = x;
    return r;
}

static bool unchanged(const struct fast_array *a)
{
    for (size_t i = 0; a->source && i < a->reals.count; i++)
        if (get(&a->reals, i) != (a->reals.size == 4 ? (double)(float)a->source[i] : a->source[i]))
            return false;
    return true;
}

void fast_release(struct fast_check *c, int from, const char *function)
{
    char *wrong = c->memory ? memory_check(c->memory) : NULL;
    if (wrong) fast_fails(c, "your %s: %s", function, wrong);
    free(wrong);
    while (c->count > from) {
        struct fast_array *a = &c->arrays[--c->count];
        if (!unchanged(a)) fast_fails(c, "your %s changes an input or a parameter", function);
    }
    if (c->memory) memory_release(c->memory, from);
}

void fast_parameters(struct fast_check *c, const struct choice_trial *t, double start,
                     struct fast_parameters *p)
{
    for (int i = 0; i < t->tensors; i++) {
        size_t count = tensor_count(&t->tensor[i]);
        p->w[i] = fast_input(c, t->tensor[i].name, t->w[i], count).data;
        p->gradient[i] = fast_filled(c, "gradient", start, count);
        p->dw[i] = p->gradient[i].data;
    }
}

union head_run head_run(const struct fast_check *c, const struct choice_trial *t,
                        const real *const *w, double scale, double factor)
{
    union head_run run = {.twice = {&t->dims, &t->args, w, t->head, scale, factor}};
    if (c->real_size == sizeof(float))
        run.logits.scale = (float)scale, run.logits.factor = (float)factor;
    return run;
}

/* ---- builds ---- */

void fast_check_build(struct fast_check *c)
{
    static void (*const checks[SLOTS])(struct fast_check *) = {
        [SLOT_Q] = rows_check,
        [SLOT_K] = rows_check,
        [SLOT_V] = rows_check,
        [SLOT_O] = rows_check,
        [SLOT_FORGET] = rows_check,
        [SLOT_GATE] = rows_check,
        [SLOT_LOGITS] = rows_check,
        [SLOT_SCORE] = score_check,
        [SLOT_NORMALIZER] = normalizer_check};
    if (checks[c->slot]) checks[c->slot](c);
    memory_free(c->memory);
    c->memory = NULL;
}

char *fast_check(enum slot_id slot, int index, const struct args *args)
{
    const struct kernels *const *builds = kernels_available();
    int count = 0;
    while (builds[count]) count++;
    for (int b = 0; b <= count; b++) {
        const struct kernels *k = b < count ? builds[b] : kernels_by_name("double");
        struct fast_check c = {.slot = slot,
                               .formula = N(slots)[slot].choices[index],
                               .fast = k->slots[slot].choices[index],
                               .build = k->name,
                               .real_size = k->real_size,
                               .args = args};
        fast_check_build(&c);
        if (!c.wrong) continue;
        char *arguments = arguments_text(c.formula, args);
        char *reason = xformat("%s%s [build %s]", c.wrong, arguments, c.build);
        free(arguments);
        free(c.wrong);
        return reason;
    }
    return NULL;
}
