/* SPDX-License-Identifier: MIT
 * Sets of axes as bits, one set an axis: what it asked for, itself included (axes_memory.h). */
#include "harness/plan/axes/axes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 64 };

struct axes_memory {
    int count, words; /* axes; words of a set */
    bool *held;       /* by axis: its value below is that of the cell in work */
    char **values;
    bool *hidden;
    const char **given; /* what was assigned */
    const struct formula **formulas;
    uint64_t *asked;   /* [count][words] */
    uint64_t *changed; /* [words]: what is assigned otherwise than before */
};

struct axes_memory *axes_memory_make(const struct axes *axes)
{
    size_t count = (size_t)axes->count, words = (count + BITS - 1) / BITS;
    struct axes_memory *m = xalloc(sizeof *m);
    *m = (struct axes_memory){axes->count,
                              (int)words,
                              xarray(count, sizeof *m->held),
                              xarray(count, sizeof *m->values),
                              xarray(count, sizeof *m->hidden),
                              xarray(count, sizeof *m->given),
                              xarray(count, sizeof *m->formulas),
                              xarray(count * words, sizeof *m->asked),
                              xarray(words, sizeof *m->changed)};
    return m;
}

void axes_memory_free(struct axes_memory *m)
{
    if (!m) return;
    free(m->held);
    free(m->values);
    free(m->hidden);
    free(m->given);
    free(m->formulas);
    free(m->asked);
    free(m->changed);
    free(m);
}

static uint64_t *asked_by(const struct axes_memory *m, int axis)
{
    return m->asked + (size_t)axis * (size_t)m->words;
}

static void add(uint64_t *set, int axis) { set[axis / BITS] |= (uint64_t)1 << axis % BITS; }

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static void find_changes(struct axes_memory *m, const struct assignment *now)
{
    memset(m->changed, 0, (size_t)m->words * sizeof *m->changed);
    for (int i = 0; i < m->count; i++) {
        const struct formula *formula = now->formulas ? now->formulas[i] : NULL;
        if (!same_text(m->given[i], now->values[i]) || m->formulas[i] != formula)
            add(m->changed, i);
        m->given[i] = now->values[i];
        m->formulas[i] = formula;
    }
}

void axes_memory_begin(struct axes_memory *m, const struct assignment *now)
{
    find_changes(m, now);
    for (int i = 0; i < m->count; i++) {
        uint64_t *asked = asked_by(m, i);
        for (int w = 0; w < m->words; w++) m->held[i] &= !(asked[w] & m->changed[w]);
        if (m->held[i]) continue;
        memset(asked, 0, (size_t)m->words * sizeof *asked);
        add(asked, i);
    }
}

bool axes_memory_holds(const struct axes_memory *m, int axis, char **value, bool *hidden)
{
    if (!m->held[axis]) return false;
    *value = m->values[axis];
    *hidden = m->hidden[axis];
    return true;
}

void axes_memory_asked(struct axes_memory *m, int axis, int other)
{
    for (int w = 0; w < m->words; w++) asked_by(m, axis)[w] |= asked_by(m, other)[w];
}

void axes_memory_end(struct axes_memory *m, const struct resolved *cell, bool good)
{
    for (int i = 0; i < m->count; i++) {
        m->values[i] = cell->values[i];
        m->hidden[i] = cell->hidden[i];
        m->held[i] = good;
    }
}
