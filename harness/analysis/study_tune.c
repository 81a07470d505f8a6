/* SPDX-License-Identifier: MIT
 * Which value of the tuned axis speaks for a contender: the one that the rule of
 * harness/plan/choice.h chooses, as the run loop did. Choosing by validation and comparing by the
 * same validation favours every arm alike; only a test split is free of it. */
#include "harness/analysis/study.h"
#include "base/mem.h"
#include "harness/plan/choice.h"

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

/* seeds: "" where nothing is tuned: then all that were measured. */
static bool tunes(const struct trial *t, const char *seeds)
{
    return *seeds ? listed(seeds, t->seed) : !isnan(t->tuning);
}

/* Least, greatest and number of what was measured. */
static void spread(const struct study *s, struct candidate *c, const char *seeds)
{
    c->low = INFINITY;
    c->high = -INFINITY;
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = &s->trials[i];
        if (isnan(t->tuning) || !tunes(t, seeds)) continue;
        c->low = fmin(c->low, t->tuning);
        c->high = fmax(c->high, t->tuning);
        c->tuning_seeds++;
    }
}

/* An arm that no value could train has no winner; of its values the one of fewest divergences tells
 * of it. */
static int least_lost(const struct study *s, const struct contender *c)
{
    int least = -1;
    for (int i = c->first; i < c->last; i++) {
        const struct candidate *k = &s->candidates[i];
        if (k->tuning_seeds && (least < 0 || k->diverged < s->candidates[least].diverged))
            least = i;
    }
    return least;
}

static void choose(struct study *s, struct contender *c, const char *seeds)
{
    int first = s->candidates[c->first].first, last = s->candidates[c->last - 1].last, count = 0;
    struct choice_trial *trials = xarray((size_t)(last - first), sizeof *trials);
    for (int k = c->first; k < c->last; k++)
        for (int i = s->candidates[k].first; i < s->candidates[k].last; i++)
            if (tunes(&s->trials[i], seeds))
                trials[count++] = (struct choice_trial){k, true, s->trials[i].tuning};
    for (int k = c->first; k < c->last; k++) {
        spread(s, &s->candidates[k], seeds);
        s->candidates[k].tuning = choice_mean(trials, count, k);
    }
    c->winner = choose_value(trials, count).winner;
    if (c->winner < 0) c->winner = least_lost(s, c);
    free(trials);
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
        choose(s, c, seeds);
    }
}
