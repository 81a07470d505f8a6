/* SPDX-License-Identifier: MIT
 * Which value of the tuned axis speaks for a contender: the one of the least mean validation loss
 * over the tuning seeds; one that diverged there is worse than any that did not. Of equals, the
 * first. Choosing by validation and comparing by the same validation favours every arm alike; only
 * a test split is free of it. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a seed stands in a list "1;2". */
static bool listed(const char *list, const char *seed)
{
    size_t length = strlen(seed);
    for (const char *p = list; (p = strstr(p, seed)); p++)
        if ((p == list || p[-1] == ';') && (!p[length] || p[length] == ';')) return true;
    return false;
}

static void count(const struct study *s, struct candidate *c)
{
    double sum = 0, square = 0;
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = &s->trials[i];
        c->n += t->state == TRIAL_OK;
        c->diverged += t->state == TRIAL_DIVERGED;
        c->skipped += t->state == TRIAL_SKIPPED;
        c->failed += t->state == TRIAL_FAILED;
        if (t->state == TRIAL_OK) sum += t->value;
    }
    c->mean = c->n ? sum / c->n : (double)NAN;
    for (int i = c->first; i < c->last; i++)
        if (s->trials[i].state == TRIAL_OK)
            square += (s->trials[i].value - c->mean) * (s->trials[i].value - c->mean);
    c->sd = c->n > 1 ? sqrt(square / (c->n - 1)) : (double)NAN;
}

/* seeds: "": all. */
static void tune(const struct study *s, struct candidate *c, const char *seeds)
{
    double sum = 0;
    c->low = INFINITY;
    c->high = -INFINITY;
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = &s->trials[i];
        if (isnan(t->tuning) || (*seeds && !listed(seeds, t->seed))) continue;
        sum += t->tuning;
        c->low = fmin(c->low, t->tuning);
        c->high = fmax(c->high, t->tuning);
        c->tuning_seeds++;
    }
    c->tuning = c->tuning_seeds ? sum / c->tuning_seeds : (double)NAN;
}

static bool better(const struct candidate *a, const struct candidate *b)
{
    if (isnan(a->tuning)) return false;
    if (isnan(b->tuning) || a->tuning < b->tuning) return true;
    return isinf(a->tuning) && isinf(b->tuning) && a->diverged < b->diverged;
}

static void choose(struct study *s, struct contender *c)
{
    c->winner = -1;
    for (int i = c->first; i < c->last; i++)
        if (c->winner < 0 ? !isnan(s->candidates[i].tuning)
                          : better(&s->candidates[i], &s->candidates[c->winner]))
            c->winner = i;
    c->at_edge = c->winner >= 0 && c->last - c->first > 1 &&
                 (c->winner == c->first || c->winner == c->last - 1);
}

void study_winners(struct study *s)
{
    for (int i = 0; i < s->candidate_count; i++) count(s, &s->candidates[i]);
    for (int i = 0; i < s->contender_count; i++) {
        struct contender *c = &s->contenders[i];
        const struct study_question *q = &s->questions[c->question];
        const char *seeds =
            q->tune_column < 0 ? "" : table_text(s->questions_table, q->row, "tune_seeds");
        for (int k = c->first; k < c->last; k++) tune(s, &s->candidates[k], seeds);
        choose(s, c);
    }
}
