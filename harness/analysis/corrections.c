/* SPDX-License-Identifier: MIT
 * Which tests are corrected together.
 *
 *   a question   Holm (1979) over all comparisons of a reading, timed and trained alike: at most
 * one false verdict in twenty questions. What a specification calls its primary claim, before
 * anything is run, is a family of its own, so that it pays nothing for what else is looked at. a
 * folder     Benjamini & Hochberg (1995) over the primary claims of all its questions: of those
 *                that are called a finding, at most one in twenty is false.
 *
 * A primary claim that speaks of several conditions is one finding: its p is the least of theirs,
 * after their own correction. */
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

static void correct_those(struct effect *list, int count, bool primary)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++)
        from[i] = list[i].primary == primary ? list[i].gain.p : (double)NAN;
    stats_holm(from, to, count);
    for (int i = 0; i < count; i++)
        if (list[i].primary == primary) list[i].p_corrected = to[i];
    free(from);
    free(to);
}

void correct_effects(struct analysis *a, const struct question *q, int first)
{
    const struct spec_claim *claim = primary_claim(q->spec);
    struct effect *list = a->effects + first;
    int count = a->effect_count - first;
    for (int i = 0; claim && i < count; i++) list[i].primary = claim_speaks_of(a, claim, first + i);
    correct_those(list, count, true);
    correct_those(list, count, false);
}

/* ---- a folder ---- */

static struct primary primary_of(const struct analysis *a, int question)
{
    const struct question *q = &a->questions[question];
    struct primary found = {a, question, -1, NAN, NAN, JUDGED_UNRESOLVED};
    for (int i = q->judged.first; i < q->judged.last; i++) {
        const struct judged *j = &a->judged[i];
        if (!j->claim->primary || j->effect < 0) continue;
        double p = a->effects[j->effect].p_corrected;
        if (found.judged >= 0 && !(p < found.p)) continue;
        found.judged = i;
        found.p = p;
        found.judgement = j->judgement;
    }
    return found;
}

static bool is_finding(enum judgement j)
{
    return j == JUDGED_REPRODUCED || j == JUDGED_NOT_REPRODUCED || j == JUDGED_CONTRADICTED;
}

/* Equality is found by an interval within the margin and needs no p. */
static bool needs_p(const struct primary *p)
{
    enum outcome o = p->of->effects[p->of->judged[p->judged].effect].outcome;
    return is_finding(p->judgement) && o != OUTCOME_EQUIVALENT;
}

/* What cannot be assessed was not asked: it has no place in the family. */
static void correct_primaries(struct primary *list, int count)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++)
        from[i] = list[i].judgement == JUDGED_NOT_ASSESSABLE ? (double)NAN : list[i].p;
    stats_benjamini_hochberg(from, to, count);
    for (int i = 0; i < count; i++) {
        list[i].p_folder = to[i];
        bool stands = to[i] <= 1 - list[i].of->level;
        if (needs_p(&list[i]) && !stands) list[i].judgement = JUDGED_SUGGESTIVE;
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
