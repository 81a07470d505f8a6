/* SPDX-License-Identifier: MIT
 * Corrects p-values within families of tests.
 *
 * Question: Holm's correction (1979) over all effects of one comparison, so that at most one
 * question in twenty has a false verdict. The primary claim is named before the run and forms its
 * own family. Negative controls are a separate family, because they are never findings.
 *
 * Folder: Benjamini and Hochberg's correction (1995) over the primary claims of all questions, so
 * that at most one finding in twenty is false. A primary claim about several conditions is one
 * finding. Its p-value is the smallest p-value of the judged conditions, each corrected within its
 * own family. */
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

static const struct spec_claim *primary_claim(const struct spec *s)
{
    for (int i = 0; i < s->claim_count; i++)
        if (s->claims[i].primary) return &s->claims[i];
    return NULL;
}

enum family { FAMILY_PRIMARY, FAMILY_NEGATIVE_CONTROL, FAMILY_OTHERS, FAMILIES };

static enum family effect_family(const struct analysis *a, const struct effect *e)
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
    /* true for a claim about effects, false for a claim about interactions */
    bool of_effects = claim && !claim->axis;
    for (int i = 0; of_effects && i < count; i++)
        list[i].primary = claim_is_about(a, claim, first + i);
    for (enum family f = 0; f < FAMILIES; f++) correct_those(a, list, count, f);
}

/* ---- a folder ---- */

/* Returns the corrected p-value of the effect or interaction that a claim is about. */
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

/* Returns true if the verdict depends on the p-value. A verdict `equivalent` depends only on the
 * interval. */
static bool needs_p(const struct analysis *a, const struct judged *j)
{
    return is_finding(j->judgement) && outcome_at(a, j) != OUTCOME_EQUIVALENT;
}

static bool is_finding_by_p(const struct primary *p)
{
    return needs_p(p->of, &p->of->judged[p->judged]);
}

/* Returns true if the first of two conditions has the stronger evidence on a claim. Judged
 * conditions rank first, then findings that depend on a p-value, then smaller p-values. */
static bool is_stronger(const struct primary *one, const struct primary *other)
{
    bool not_judged = one->judgement == JUDGED_NOT_JUDGED;
    if (other->judged < 0) return true;
    if (not_judged != (other->judgement == JUDGED_NOT_JUDGED)) return !not_judged;
    if (is_finding_by_p(one) != is_finding_by_p(other)) return is_finding_by_p(one);
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
        if (is_stronger(&here, &found)) found = here;
    }
    return found;
}

/* Corrects the p-values of primary claims across a folder. Claims that are not judged are excluded.
 */
static void correct_primaries(struct primary *list, int count)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++)
        from[i] = list[i].judgement == JUDGED_NOT_JUDGED ? (double)NAN : list[i].p;
    stats_benjamini_hochberg(from, to, count);
    for (int i = 0; i < count; i++) {
        list[i].p_folder = to[i];
        if (is_finding_by_p(&list[i]) && !stats_stands(to[i], list[i].of->level))
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

/* Changes verdicts on the primary claim to suggestive in all conditions, because the claim is not
 * significant across the folder. Verdicts of other claims about the same effects change too. */
static void withdraw(struct analysis *a, int question)
{
    const struct span judged = a->questions[question].judged;
    for (int i = judged.first; i < judged.last; i++) {
        const struct judged *j = &a->judged[i];
        if (j->claim->primary && j->effect >= 0 && needs_p(a, j)) make_suggestive(a, j);
    }
    for (int i = judged.first; i < judged.last; i++) {
        struct judged *j = &a->judged[i];
        bool judged_here = j->judgement != JUDGED_NOT_JUDGED;
        if (j->effect >= 0 && judged_here && outcome_at(a, j) == OUTCOME_SUGGESTIVE)
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
