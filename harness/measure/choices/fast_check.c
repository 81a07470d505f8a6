/* SPDX-License-Identifier: MIT
 * Runs the checks of fast functions in every build that this CPU supports. */
#include "harness/measure/choices/fast_check.h"

#include "harness/measure/choices/choice_trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

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

void fast_near(struct fast_check *c, const char *function, const char *what,
               const struct guarded *found, double start, const double *want, size_t count,
               int roundings, const char *inputs)
{
    double epsilon = found->real_size == 4 ? 0x1p-23 : 0x1p-52, most = start;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(want[i]));
    for (size_t i = 0; i < count; i++)
        if (!(fabs(get(found, i) - start - want[i]) <= roundings * epsilon * most))
            fast_fails(c, "your %s gives %s[%zu] = %.9g, but your formula %.9g, for %s", function,
                       what, i, get(found, i) - start, want[i], inputs);
}

void fast_release(struct fast_check *c, struct guarded *g, const char *function)
{
    if (!guarded_free(g)) fast_fails(c, "your %s writes past the end of a buffer", function);
}

void fast_release_input(struct fast_check *c, struct guarded *g, const double *x,
                        const char *function)
{
    for (size_t i = 0; i < g->bytes / g->real_size; i++)
        if (get(g, i) != x[i]) fast_fails(c, "your %s changes an input or a parameter", function);
    fast_release(c, g, function);
}

char *numbers_text(const double *x, int count)
{
    enum { SHOWN = 8 };
    struct text text = {0};
    text_add(&text, "[");
    for (int i = 0; i < count && i < SHOWN; i++) text_add(&text, "%s%.9g", i ? ", " : "", x[i]);
    text_add(&text, count > SHOWN ? ", ... of %d]" : "]", count);
    return text.data;
}

struct guarded guarded_copy(const double *x, size_t count, size_t real_size)
{
    struct guarded g = guarded(count, real_size);
    for (size_t i = 0; i < count; i++) put(&g, i, x[i]);
    return g;
}

struct guarded guarded_filled(double x, size_t count, size_t real_size)
{
    struct guarded g = guarded(count, real_size);
    for (size_t i = 0; i < count; i++) put(&g, i, x);
    return g;
}

static void check_build(enum slot_id slot, struct fast_check *c)
{
    static void (*const checks[SLOTS][2])(struct fast_check *) = {
        [SLOT_Q] = {projection_forward_check, projection_backward_check},
        [SLOT_K] = {projection_forward_check, projection_backward_check},
        [SLOT_V] = {projection_forward_check, projection_backward_check},
        [SLOT_O] = {projection_forward_check, projection_backward_check},
        [SLOT_FORGET] = {projection_forward_check, projection_backward_check},
        [SLOT_SCORE] = {score_forward_check, score_backward_check},
        [SLOT_LOGITS] = {logits_fast_check},
        [SLOT_NORMALIZER] = {normalizer_forward_check, normalizer_backward_check},
        [SLOT_GATE] = {gate_fast_check},
    };
    for (int i = 0; i < 2 && checks[slot][i] && !c->wrong; i++) checks[slot][i](c);
}

char *fast_check(enum slot_id slot, int index, const struct args *args)
{
    const struct kernels *const *builds = kernels_available();
    int count = 0;
    while (builds[count]) count++;
    for (int b = 0; b <= count; b++) {
        const struct kernels *k = b < count ? builds[b] : kernels_by_name("double");
        struct fast_check c = {.formula = N(slots)[slot].choices[index],
                               .fast = k->slots[slot].choices[index],
                               .build = k->name,
                               .real_size = k->real_size,
                               .args = args};
        check_build(slot, &c);
        if (!c.wrong) continue;
        char *arguments = arguments_text(c.formula, args);
        char *reason = xformat("%s%s [build %s]", c.wrong, arguments, c.build);
        free(arguments);
        free(c.wrong);
        return reason;
    }
    return NULL;
}
