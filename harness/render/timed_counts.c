/* SPDX-License-Identifier: MIT
 * What the comparisons of a timed question say together: of a condition, of a pass, of all. */
#include "harness/render/figures/figure_kinds.h"
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

/* ---- a condition ---- */

static void count(struct counts_of_outcomes *n, const struct analysis *a, const struct effect *e)
{
    const char *baseline = a->entries[e->reference].label;
    n->outcomes[e->outcome]++;
    n->few += !e->gain.interval.enough;
    if (!n->compared || e->gain.n < n->least_pairs) n->least_pairs = e->gain.n;
    if (e->gain.n > n->most_pairs) n->most_pairs = e->gain.n;
    if (!n->compared || e->gain.centre > n->least->gain.centre) n->least = e;
    if (!n->compared || e->gain.centre < n->greatest->gain.centre) n->greatest = e;
    if (n->compared && strcmp(n->baseline, baseline)) baseline = "its own baseline";
    n->baseline = baseline;
    n->compared++;
    n->least_memory = fmin(n->least_memory, e->cost.memory); /* fmin and fmax drop NaN */
    n->most_memory = fmax(n->most_memory, e->cost.memory);
}

static struct counts_of_outcomes count_outcomes(const struct analysis *a, int condition)
{
    struct counts_of_outcomes n = {
        .baseline = "", .least_memory = (double)NAN, .most_memory = (double)NAN};
    const struct condition *c = &a->conditions[condition];
    for (int i = c->first; i < c->last; i++) {
        const struct effect *e = entry_effect(a, i, READ_STEPS);
        if (e && e->gain.n) count(&n, a, e);
    }
    return n;
}

/* ---- a pass ---- */

static bool has_times(const struct analysis *a, int condition)
{
    const struct condition *c = &a->conditions[condition];
    for (int e = c->first; e < c->last; e++)
        if (a->candidates[a->entries[e].first].n) return true;
    return false;
}

struct pass pass_at(const struct analysis *a, const struct question *q, int condition)
{
    struct pass p = {0};
    if (condition >= q->conditions.last) return p;
    const char *name = a->conditions[condition].pass;
    p = (struct pass){.words = pass_title(name), .conditions = {condition, condition}};
    for (int i = condition; i < q->conditions.last && !strcmp(a->conditions[i].pass, name); i++) {
        const struct counts_of_outcomes n = count_outcomes(a, i);
        if (i == condition || n.compared || (!p.n.compared && has_times(a, i))) {
            p.told = i;
            p.n = n;
        }
        p.conditions.last = i + 1;
    }
    return p;
}

/* ---- in words ---- */

const char *outcomes_text(struct document *d, const struct counts_of_outcomes *n)
{
    if (!n->compared) return "nothing to compare with; times only";
    const char *counts = counts_text(d, n->outcomes, outcome_names_of_time, OUTCOMES);
    return doc_text(d, "%s, against %s", counts, n->baseline);
}

const char *pairs_text(struct document *d, const struct counts_of_outcomes *n)
{
    if (n->least_pairs == n->most_pairs) return doc_text(d, "%d", n->most_pairs);
    return doc_text(d, "%d-%d", n->least_pairs, n->most_pairs);
}

const char *memory_text(struct document *d, const struct counts_of_outcomes *n)
{
    const char *least = ratio_text(d, n->least_memory), *most = ratio_text(d, n->most_memory);
    return strcmp(least, most) ? doc_text(d, "%s to %s", least, most) : least;
}

/* ---- the question ---- */

struct correction correction_of(const struct analysis *a, const struct question *q)
{
    struct correction c = {0};
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (!e->gain.n) continue;
        c.compared++;
        c.apart += e->gain.p <= 1 - a->level;
        c.standing += e->p_corrected <= 1 - a->level;
        if (e->gain.n > c.rounds) c.rounds = e->gain.n;
    }
    /* All n ranks on one side: 2 of 2^n assignments of signs. */
    c.least_p = fmin(1, ldexp(2, -c.rounds));
    if (c.compared) c.rounds_needed = 1 + (int)ceil(log2(c.compared / (1 - a->level)));
    return c;
}

/* ---- answers in short ---- */

enum { NAMED = 3 }; /* more labels than that are counted */

/* "Slower: neural; additive. 3 unresolved." */
static const char *outcomes_by_name(struct document *d, const struct analysis *a,
                                    const struct pass *p)
{
    static const char *const words[] = {[OUTCOME_BETTER] = "Faster",
                                        [OUTCOME_EQUIVALENT] = "Equivalent",
                                        [OUTCOME_WORSE] = "Slower"};
    const struct condition *c = &a->conditions[p->told];
    int open = p->n.outcomes[OUTCOME_UNRESOLVED] - p->n.few;
    struct text out = {0};
    if (!p->n.compared) return "Nothing to compare with: times only.";
    for (enum outcome k = OUTCOME_BETTER; k < OUTCOME_UNRESOLVED; k++) {
        int count = p->n.outcomes[k], named = 0;
        if (!count) continue;
        text_add(&out, "%s%s: ", out.length ? " " : "", words[k]);
        if (count > NAMED) text_add(&out, "%d of %d", count, p->n.compared);
        for (int i = c->first; i < c->last && count <= NAMED; i++) {
            const struct effect *e = entry_effect(a, i, READ_STEPS);
            if (e && e->outcome == k)
                text_add(&out, "%s%s", named++ ? "; " : "", a->entries[i].label);
        }
        text_add(&out, ".");
    }
    if (open > 0) text_add(&out, "%s%d unresolved.", out.length ? " " : "", open);
    if (p->n.few) text_add(&out, "%s%d with too few rounds.", out.length ? " " : "", p->n.few);
    return doc_keep(d, out.data);
}

static const char *answer_text(struct document *d, const struct analysis *a,
                               const struct question *q, const struct pass *p)
{
    const struct correction c = correction_of(a, q);
    const char *shape = a->conditions[p->told].label;
    struct text answer = {0};
    text_add(&answer, "%s", outcomes_by_name(d, a, p));
    if (*shape) text_add(&answer, " At %s%s", shape, p->n.compared ? "" : ".");
    if (p->n.compared)
        text_add(&answer, "%s %s.", *shape ? ", against" : " Against", p->n.baseline);
    if (c.standing < c.apart)
        text_add(
            &answer, " After correction for all %d comparisons of this question %d of %d stand%s.",
            c.compared, c.standing, c.apart, c.rounds < c.rounds_needed ? ": too few rounds" : "");
    return doc_keep(d, answer.data);
}

static const char *extreme_text(struct document *d, const struct analysis *a,
                                const struct effect *e)
{
    if (!e) return "";
    return doc_text(d, "%s %s", time_gain_text(d, &e->gain), a->entries[e->entry].label);
}

void timed_summary(struct document *d, const struct report *r)
{
    const struct analysis *a = &r->analysis;
    doc_heading(d, 2, "Answers in short");
    doc_table(d, "tltttrr", "question", "pass", "answer", "least time ratio", "greatest time ratio",
              "n", "working memory");
    for (int i = 0; i < a->question_count; i++) {
        const struct question *q = &a->questions[i];
        if (q->trains || !question_was_begun(r, q)) continue;
        for_each_pass(p, a, q) doc_row(
            d, question_words(q), p.words, answer_text(d, a, q, &p), extreme_text(d, a, p.n.least),
            extreme_text(d, a, p.n.greatest), pairs_text(d, &p.n), memory_text(d, &p.n));
    }
    doc_paragraph(
        d,
        "A time ratio is that of one pass to the same pass of the baseline, paired by round: the "
        "exponential of the Hodges-Lehmann estimate of the log-ratios, with the interval "
        "that inverts the exact signed-rank test. n is the number of pairs of processes; working "
        "memory is the ratio of bytes, least to greatest. Equivalent: the interval lies within "
        "1/%.3g to %.3g. Unresolved: the interval allows either. Too few rounds: no interval of "
        "%.0f %% exists at that n. Each verdict is for itself; a large grid asks so much of Holm's "
        "correction that with few rounds no effect, however large, could stand it.",
        1 + a->time_margin, 1 + a->time_margin, 100 * a->level);
}
