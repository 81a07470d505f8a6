/* SPDX-License-Identifier: MIT
 * The verdicts of several runs on one screen: a row for each question. */
#include "harness/render/folder_report.h"

#include <math.h>
#include <regex.h>
#include <string.h>

/* What is said of a question; or of a pass of it, which then follows the question's words. */
struct line {
    const char *pass, *verdict, *effect, *n, *cost;
};

/* ---- source, in short ---- */

/* The papers that it names by their arXiv numbers, else its first words. */
static const char *source_in_short(struct document *d, const char *source)
{
    struct text papers = {0};
    regex_t paper;
    regmatch_t at;
    require(!regcomp(&paper, "\\b[0-9]{4}\\.[0-9]{5}([^0-9]|$)", REG_EXTENDED));
    for (const char *rest = source; !regexec(&paper, rest, 1, &at, 0); rest += at.rm_eo) {
        const char *number = doc_text(d, "%.10s", rest + at.rm_so);
        if (!papers.length || !strstr(papers.data, number))
            text_add(&papers, "%s%s", papers.length ? ", " : "arXiv ", number);
    }
    regfree(&paper);
    if (papers.length) return doc_keep(d, papers.data);
    int length = (int)strcspn(source, "(:;,");
    while (length && source[length - 1] == ' ') length--;
    return doc_text(d, "%.*s", length, source);
}

/* ---- questions of quality ---- */

/* The first claim of which something was measured is told, the first being the question's own; what
 * became of the others is counted. NULL: of no claim anything was measured. */
static const struct effect *claimed(struct document *d, const struct analysis *a,
                                    const struct question *q, const char **verdict)
{
    int counts[JUDGEMENTS] = {0}, total = q->judged.last - q->judged.first;
    const struct judged *told = NULL;
    for (int i = q->judged.first; i < q->judged.last; i++) {
        const struct judged *j = &a->judged[i];
        if (!told && j->effect >= 0 && a->effects[j->effect].gain.n) told = j;
        counts[j->judgement]++;
    }
    *verdict = judgement_names[told ? told->judgement : CLAIM_UNRESOLVED];
    if (total > 1)
        *verdict = doc_text(d, "%s (%d claims: %s)", *verdict, total,
                            counts_text(d, counts, judgement_names, JUDGEMENTS));
    return told ? &a->effects[told->effect] : NULL;
}

/* Without a claim: the largest gain or loss at equal steps, and how all arms fared. */
static const struct effect *largest(struct document *d, const struct analysis *a,
                                    const struct question *q, const char **verdict)
{
    int counts[OUTCOMES] = {0};
    const struct effect *best = NULL;
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading != READ_STEPS) continue;
        counts[e->outcome] += e->outcome != OUTCOME_NONE;
        if (e->gain.n && (!best || fabs(e->gain.centre) > fabs(best->gain.centre))) best = e;
    }
    *verdict = counts_text(d, counts, outcome_names, OUTCOMES);
    return best;
}

static struct line trained_line(struct document *d, const struct analysis *a,
                                const struct question *q)
{
    struct line l = {"", "", "not measured", "", ""};
    const struct effect *e =
        question_has_claims(a, q) ? claimed(d, a, q, &l.verdict) : largest(d, a, q, &l.verdict);
    const char *counts = sensitivity_counts(d, a, q);
    if (*counts) l.verdict = doc_text(d, "%s; %s", l.verdict, counts);
    if (!e) return l;
    l.effect = doc_text(d, "%s: %s", name_of(d, a, e->entry), gain_words(d, q->metric, &e->gain));
    l.n = doc_text(d, "%d", e->gain.n);
    l.cost = cost_text(d, &e->cost);
    return l;
}

/* ---- questions of time ---- */

static const char *extreme(struct document *d, const struct analysis *a, const struct effect *e)
{
    return doc_text(d, "%s: time %s", a->entries[e->entry].label, time_gain_text(d, &e->gain));
}

static struct line timed_line(struct document *d, const struct analysis *a,
                              const struct question *q, const struct pass *p)
{
    const char *shape = a->conditions[p->told].label, *memory = memory_text(d, &p->n);
    bool whole =
        p->conditions.last - p->conditions.first == q->conditions.last - q->conditions.first;
    const char *pass = whole ? "" : doc_text(d, " (%s)", p->words);
    struct line l = {pass, outcomes_text(d, &p->n), "times only", "", ""};
    if (!p->n.compared) return l;
    l.effect = extreme(d, a, p->n.least);
    if (p->n.least != p->n.greatest)
        l.effect = doc_text(d, "%s; to %s", l.effect, extreme(d, a, p->n.greatest));
    if (*shape) l.effect = doc_text(d, "%s (%s)", l.effect, shape);
    l.n = pairs_text(d, &p->n);
    if (*memory) l.cost = doc_text(d, "memory %s", memory);
    return l;
}

/* ---- the table ---- */

static void add_line(struct document *d, const struct question *q, const char *link, struct line l)
{
    doc_row(d, doc_text(d, "%s%s", question_words(q), l.pass),
            q->spec->source ? source_in_short(d, q->spec->source) : "", l.verdict, l.effect, l.n,
            l.cost);
    doc_link(d, link);
}

static void add_run(struct document *d, const struct report *r, const char *link)
{
    const struct analysis *a = &r->analysis;
    for (int i = 0; i < a->question_count; i++) {
        const struct question *q = &a->questions[i];
        if (!question_was_begun(r, q)) continue;
        if (q->trains)
            add_line(d, q, link, trained_line(d, a, q));
        else
            for_each_pass(p, a, q) add_line(d, q, link, timed_line(d, a, q, &p));
    }
}

void folder_verdicts(struct document *d, const struct folder *f, const char *links)
{
    doc_table(d, "ttttrt", "question", "source", "verdict", "effect", "n", "cost");
    for (int i = 0; i < f->count; i++)
        add_run(d, &f->runs[i], doc_text(d, "%s%s/report", links, f->names[i]));
}
