/* SPDX-License-Identifier: MIT
 * Which tests are corrected together.
 *
 * - a question: Holm (1979) over all comparisons of a reading, timed and trained alike: at most one
 *   false verdict in twenty questions. What a specification calls its primary claim, before
 *   anything is run, is a family of its own, so that it pays nothing for what else is looked at. So
 *   are the negative controls: what they show passes a validity check and is no finding, so
 *   that no finding pays for how many of them there are.
 *
 * - a folder: Benjamini & Hochberg (1995) over the primary claims of all its questions: of those
 *   that are called a finding, at most one in twenty is false. Pages of several questions say it;
 *   a run cannot, which knows nothing of the others.
 *
 * A primary claim that speaks of several conditions is one finding: its p is the least of theirs,
 * after their own correction, of those that can be assessed. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

void correct_family(void *items, int count, size_t size, size_t p, size_t corrected)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    char *const item = items;
    for (int i = 0; i < count; i++) from[i] = *(double *)(item + (size_t)i * size + p);
    stats_holm(from, to, count);
    for (int i = 0; i < count; i++) *(double *)(item + (size_t)i * size + corrected) = to[i];
    free(from);
    free(to);
}

/* ---- a question ---- */

const struct spec_claim *primary_claim(const struct spec *s)
{
    for (int i = 0; i < s->claim_count; i++)
        if (s->claims[i].primary) return &s->claims[i];
    return NULL;
}

enum family effect_family(const struct analysis *a, const struct effect *e)
{
    if (e->primary) return FAMILY_PRIMARY;
    return a->entries[e->entry].negative_control ? FAMILY_NEGATIVE_CONTROL : FAMILY_OTHERS;
}

static void correct_those(const struct analysis *a, struct effect *list, int count, enum family f)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++)
        from[i] = effect_family(a, &list[i]) == f ? list[i].gain.p : (double)NAN;
    stats_holm(from, to, count);
    for (int i = 0; i < count; i++)
        if (effect_family(a, &list[i]) == f) list[i].p_corrected = to[i];
    free(from);
    free(to);
}

void correct_effects(struct analysis *a, const struct question *q, int first)
{
    const struct spec_claim *claim = primary_claim(q->spec);
    struct effect *list = a->effects + first;
    int count = a->effect_count - first;
    bool of_effects = claim && !claim->axis; /* else of how a condition changes them */
    for (int i = 0; of_effects && i < count; i++)
        list[i].primary = claim_speaks_of(a, claim, first + i);
    for (enum family f = 0; f < FAMILIES; f++) correct_those(a, list, count, f);
}

/* ---- a folder ---- */

/* The p-value and the outcome of what a claim speaks of. */
static double p_of(const struct analysis *a, const struct judged *j)
{
    return j->interaction >= 0 ? a->interactions[j->interaction].p_corrected
                               : a->effects[j->effect].p_corrected;
}

static enum outcome outcome_at(const struct analysis *a, const struct judged *j)
{
    return j->interaction >= 0 ? a->interactions[j->interaction].outcome
                               : a->effects[j->effect].outcome;
}

static bool is_finding(enum judgement j) { return j <= JUDGED_OPPOSITE; }

/* Equality is found by an interval within the margin and needs no p. */
static bool needs_p(const struct analysis *a, const struct judged *j)
{
    return is_finding(j->judgement) && outcome_at(a, j) != OUTCOME_EQUIVALENT;
}

static bool stands_by_p(const struct primary *p)
{
    return needs_p(p->of, &p->of->judged[p->judged]);
}

/* Whether what was found in one condition says more for a claim than what was found in another:
 * something can be said of it; it is said by its p; it has a p, or the lesser one. By the p of what
 * is no finding (equal within the margin, say) no other condition's finding is excused. */
static bool says_more(const struct primary *one, const struct primary *other)
{
    bool shut = one->judgement == JUDGED_NOT_JUDGED;
    if (other->judged < 0) return true;
    if (shut != (other->judgement == JUDGED_NOT_JUDGED)) return !shut;
    if (stands_by_p(one) != stands_by_p(other)) return stands_by_p(one);
    return one->p < other->p || (isnan(other->p) && !isnan(one->p));
}

static struct primary primary_of(const struct analysis *a, int question)
{
    const struct question *q = &a->questions[question];
    struct primary found = {a, question, -1, NAN, NAN, JUDGED_INCONCLUSIVE};
    for (int i = q->judged.first; i < q->judged.last; i++) {
        const struct judged *j = &a->judged[i];
        if (!j->claim->primary || j->effect < 0) continue;
        struct primary here = {a, question, i, p_of(a, j), NAN, j->judgement};
        if (says_more(&here, &found)) found = here;
    }
    return found;
}

/* What cannot be assessed was not asked: it has no place in the family. */
static void correct_primaries(struct primary *list, int count)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++)
        from[i] = list[i].judgement == JUDGED_NOT_JUDGED ? (double)NAN : list[i].p;
    stats_benjamini_hochberg(from, to, count);
    for (int i = 0; i < count; i++) {
        list[i].p_folder = to[i];
        if (stands_by_p(&list[i]) && !stats_stands(to[i], list[i].of->level))
            list[i].judgement = JUDGED_SUGGESTIVE;
    }
    free(from);
    free(to);
}

int find_primaries(const struct analysis *const *runs, int count, struct primary **list)
{
    int found = 0;
    *list = NULL;
    for (int r = 0; r < count; r++)
        for (int q = 0; q < runs[r]->question_count; q++) {
            struct primary one = primary_of(runs[r], q);
            if (one.judged < 0) continue;
            *list = xgrow(*list, (size_t)found + 1, sizeof **list);
            (*list)[found++] = one;
        }
    correct_primaries(*list, found);
    return found;
}

static void make_suggestive(struct analysis *a, const struct judged *j)
{
    struct interaction *x = j->interaction < 0 ? NULL : &a->interactions[j->interaction];
    struct effect *e = &a->effects[j->effect];
    *(x ? &x->outcome : &e->outcome) = OUTCOME_SUGGESTIVE;
    *(x ? &x->unchecked : &e->unchecked) = OUTCOME_SUGGESTIVE;
}

/* What the question's primary claim found by a p, in any condition: the least did not stand, so
 * none does, whatever the validity checks. Other claims on the same effect say what it says. */
static void withdraw(struct analysis *a, int question)
{
    const struct span judged = a->questions[question].judged;
    for (int i = judged.first; i < judged.last; i++) {
        const struct judged *j = &a->judged[i];
        if (j->claim->primary && j->effect >= 0 && needs_p(a, j)) make_suggestive(a, j);
    }
    for (int i = judged.first; i < judged.last; i++) {
        struct judged *j = &a->judged[i];
        bool said = j->judgement != JUDGED_NOT_JUDGED;
        if (j->effect >= 0 && said && outcome_at(a, j) == OUTCOME_SUGGESTIVE)
            j->judgement = j->unchecked = JUDGED_SUGGESTIVE;
    }
}

void judge_together(struct analysis *const *runs, int count)
{
    struct primary *list;
    int found = find_primaries((const struct analysis *const *)runs, count, &list);
    for (int i = 0; i < found; i++)
        for (int r = 0; r < count; r++) {
            if (runs[r] != list[i].of) continue;
            runs[r]->questions[list[i].question].p_folder = list[i].p_folder;
            if (list[i].judgement == JUDGED_SUGGESTIVE) withdraw(runs[r], list[i].question);
        }
    free(list);
}
