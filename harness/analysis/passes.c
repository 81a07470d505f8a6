/* SPDX-License-Identifier: MIT
 * See passes.h. */
#include "harness/analysis/passes.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *words;
} passes[] = {{"forward", "forward pass"},
              {"backward", "backward pass"},
              {"both", "forward and backward pass"}};
enum { PASSES = sizeof passes / sizeof *passes };

int pass_rank(const char *pass)
{
    int i = 0;
    while (i < PASSES && strcmp(passes[i].name, pass)) i++;
    return i;
}

const char *pass_words(const char *pass)
{
    int i = pass_rank(pass);
    return i < PASSES ? passes[i].words : *pass ? pass : "pass";
}

/* ---- taking cells apart ---- */

static int by_pass(const void *a, const void *b)
{
    const struct summary_cell *x = a, *y = b;
    int order = pass_rank(x->pass) - pass_rank(y->pass);
    if (!order) order = strcmp(x->pass, y->pass);
    return order ? order : x->first - y->first;
}

static int by_group(const void *a, const void *b)
{
    const struct summary_cell *x = a, *y = b;
    int order = strcmp(x->group, y->group);
    return order ? order : x->first - y->first;
}

/* Whether each group of the cells has one pass. Leaves them sorted by group. */
static bool one_a_group(struct summary_cell *cells, int count)
{
    qsort(cells, (size_t)count, sizeof *cells, by_group);
    for (int i = 1; i < count; i++)
        if (!strcmp(cells[i].group, cells[i - 1].group) && strcmp(cells[i].pass, cells[i - 1].pass))
            return false;
    return true;
}

void passes_separate(struct summary *s)
{
    for (int first = 0, last; first < s->count; first = last) {
        const char *name = s->cells[first].ablation;
        for (last = first; last < s->count && !strcmp(s->cells[last].ablation, name); last++)
            s->cells[last].pass = summary_text(s, &s->cells[last], PASS_AXIS);
        if (!one_a_group(s->cells + first, last - first))
            for (int i = first; i < last; i++) s->cells[i].pass = "";
        qsort(s->cells + first, (size_t)(last - first), sizeof *s->cells, by_pass);
    }
}
