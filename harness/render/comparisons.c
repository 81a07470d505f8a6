/* SPDX-License-Identifier: MIT
 * What the comparisons of a condition, of a pass or of a whole question say together. */
#include "harness/render/figures/figure_kinds.h"
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

static void count(struct comparisons *n, const struct analysis *a, const struct effect *e)
{
    const char *baseline = a->entries[e->reference].label;
    double gain = e->gain.centre;
    n->few += !e->gain.interval.enough;
    n->apart += stats_stands(e->gain.p, a->level);
    n->standing += stats_stands(e->p_corrected, a->level);
    if (!n->compared || e->gain.n < n->least_pairs) n->least_pairs = e->gain.n;
    if (e->gain.n > n->most_pairs) n->most_pairs = e->gain.n;
    if (!n->compared || gain > n->least->gain.centre) n->least = e;
    if (!n->compared || gain < n->greatest->gain.centre) n->greatest = e;
    n->baseline = n->compared && strcmp(n->baseline, baseline)
                      ? a->questions[a->entries[e->entry].question].baselines
                      : baseline;
    n->least_memory = fmin(n->least_memory, e->cost.memory); /* fmin and fmax drop NaN */
    n->most_memory = fmax(n->most_memory, e->cost.memory);
    n->compared++;
}

/* Rounds are those that correction asks for of all comparisons of the question, wherever these
 * conditions stand in it. */
struct comparisons comparisons_of(const struct page *p, struct span conditions)
{
    const struct analysis *a = p->a;
    struct comparisons n = {
        .baseline = "", .least_memory = (double)NAN, .most_memory = (double)NAN};
    int family = 0;
    for_each_effect(e, p)
    {
        int condition = a->entries[e->entry].condition;
        bool tested = e->gain.n && e->outcome != OUTCOME_BY_FORMULA;
        if (a->entries[e->entry].damaged) continue;
        family += tested;
        if (condition < conditions.first || condition >= conditions.last) continue;
        n.all++;
        n.outcomes[e->outcome]++;
        n.unpaired += e->unpaired;
        if (tested) count(&n, a, e);
    }
    if (n.compared) n.rounds_needed = stats_rounds_needed(family, a->level);
    return n;
}

bool none_can_stand(const struct comparisons *n)
{
    return n->outcomes[OUTCOME_SUGGESTIVE] && !n->standing && n->most_pairs < n->rounds_needed;
}

/* "3 are better", "none is better". */
static const char *how_many(const struct page *p, int count, const char *what)
{
    if (!count) return words(p, "none is %s", what);
    return words(p, "%d %s %s", count, count == 1 ? "is" : "are", what);
}

const char *comparisons_sentence(const struct page *p, const struct comparisons *n)
{
    if (n->outcomes[OUTCOME_NOT_ASSESSABLE] == n->all)
        return words(p, "of %d comparisons with %s nothing can be said", n->all, n->baseline);
    const char *better = how_many(p, n->outcomes[OUTCOME_BETTER], "better"),
               *worse = how_many(p, n->outcomes[OUTCOME_WORSE], "worse");
    return words(p, "of %d comparisons with %s %s and %s", n->all, n->baseline, better, worse);
}

/* "12 suggestive: too few rounds to stand correction" */
static const char *few_words(struct document *d, const struct comparisons *n)
{
    const char *few = n->few ? doc_text(d, "%d with too few rounds", n->few) : "";
    const char *stand = none_can_stand(n) ? "too few rounds to stand correction" : "";
    if (!*few && !*stand) return "";
    return doc_text(d, " (%s%s%s)", few, *few && *stand ? "; " : "", stand);
}

const char *outcomes_text(struct document *d, const struct comparisons *n)
{
    if (!n->compared && !n->outcomes[OUTCOME_BY_FORMULA])
        return "nothing to compare with; times only";
    const char *counts = counts_text(d, n->outcomes, outcome_names_of_time, OUTCOMES);
    return doc_text(d, "%s%s%s%s", counts, few_words(d, n), n->compared ? ", against " : "",
                    n->baseline);
}

const char *pairs_text(struct document *d, const struct comparisons *n, const char *to)
{
    if (n->least_pairs == n->most_pairs) return doc_text(d, "%d", n->most_pairs);
    return doc_text(d, "%d%s%d", n->least_pairs, to, n->most_pairs);
}

const char *memory_text(struct document *d, const struct comparisons *n)
{
    const char *least = ratio_text(d, n->least_memory), *most = ratio_text(d, n->most_memory);
    return strcmp(least, most) ? doc_text(d, "%s to %s", least, most) : least;
}

static bool has_times(const struct analysis *a, int condition)
{
    const struct condition *c = &a->conditions[condition];
    for (int e = c->first; e < c->last; e++)
        if (a->candidates[a->entries[e].first].n) return true;
    return false;
}

struct pass pass_at(const struct page *p, int condition)
{
    const struct condition *c = p->a->conditions;
    int last = p->q->conditions.last;
    struct pass s = {.conditions = {condition, condition}};
    if (condition >= last) return s;
    s.words = pass_title(c[condition].pass);
    for (int i = condition; i < last && !strcmp(c[i].pass, c[condition].pass); i++) {
        const struct comparisons n = comparisons_of(p, (struct span){i, i + 1});
        s.conditions.last = i + 1;
        if (i > condition && !n.compared && (s.n.compared || !has_times(p->a, i))) continue;
        s.told = i;
        s.shape = c[i].label;
        s.n = n;
    }
    return s;
}
