/* SPDX-License-Identifier: MIT
 * The verdicts of several runs on one screen: a row for each question. See collection.h. */
#include "harness/render/collection.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *verdict, *effect, *n, *cost; /* owned */
};

/* ---- source, in short ---- */

/* Whether an arXiv number, "2310.11398", begins here. */
static bool is_paper(const char *at)
{
    enum { LENGTH = 10, DOT = 4 };
    for (int i = 0; i < LENGTH; i++)
        if (i == DOT ? at[i] != '.' : !isdigit((unsigned char)at[i])) return false;
    return !isdigit((unsigned char)at[LENGTH]);
}

/* The papers that it names, else its first words; to be freed. */
static char *source_in_short(const char *source)
{
    struct text papers = {0};
    for (const char *at = source; *at; at++) {
        if (!is_paper(at) || (at > source && isdigit((unsigned char)at[-1]))) continue;
        char number[] = "0000.00000";
        memcpy(number, at, sizeof number - 1);
        if (!papers.length || !strstr(papers.data, number))
            text_add(&papers, "%s%s", papers.length ? ", " : "arXiv ", number);
    }
    if (papers.length) return papers.data;
    int length = (int)strcspn(source, "(:;,");
    while (length && source[length - 1] == ' ') length--;
    return xformat("%.*s", length, source);
}

/* ---- questions of quality ---- */

/* The first claim of which something was measured is told, the first being the question's own; what
 * became of the others is counted. NULL: of no claim anything was measured. */
static const struct effect *claimed(const struct study *s, const struct study_question *q,
                                    char **verdict)
{
    int counts[JUDGEMENTS] = {0}, total = 0;
    const struct judged *told = NULL;
    for (int i = 0; i < s->judged_count; i++) {
        const struct judged *j = &s->judged[i];
        if (strcmp(table_text(s->claims, j->claim, "ablation"), q->name)) continue;
        bool measured = j->effect >= 0 && s->effects[j->effect].gain.n;
        if (!told && measured) told = j;
        counts[j->judgement]++;
        total++;
    }
    char *all = counts_text(counts, judgement_names, JUDGEMENTS);
    const char *own = judgement_names[told ? told->judgement : CLAIM_UNRESOLVED];
    *verdict = total > 1 ? xformat("%s (%d claims: %s)", own, total, all) : xstrdup(own);
    free(all);
    return told ? &s->effects[told->effect] : NULL;
}

/* Without a claim: the largest gain or loss at equal steps, and how all arms fared. */
static const struct effect *largest(const struct study *s, const struct study_question *q,
                                    char **verdict)
{
    int counts[OUTCOMES] = {0};
    const struct effect *best = NULL;
    for (int i = q->effect_first; i < q->effect_last; i++) {
        const struct effect *e = &s->effects[i];
        if (e->reading != READ_STEPS || e->contender == e->reference) continue;
        counts[e->outcome] += e->outcome != OUTCOME_NONE;
        if (e->gain.n && (!best || fabs(e->gain.mean) > fabs(best->gain.mean))) best = e;
    }
    *verdict = counts_text(counts, outcome_names, OUTCOMES);
    return best;
}

/* Takes over the text. */
static char *with_sensitivity(char *verdict, const struct study *s, const struct study_question *q)
{
    char *counts = sensitivity_counts(s, q);
    char *text = xformat("%s%s%s", verdict, *counts ? "; " : "", counts);
    free(counts);
    free(verdict);
    return text;
}

static struct line trained_line(const struct report *r, const struct study_question *q)
{
    const struct study *s = &r->study;
    struct line l = {0};
    const struct effect *e =
        study_has_claims(s, q) ? claimed(s, q, &l.verdict) : largest(s, q, &l.verdict);
    l.verdict = with_sensitivity(l.verdict, s, q);
    if (!e || !e->gain.n)
        return (struct line){l.verdict, xstrdup("not measured"), xstrdup(""), xstrdup("")};
    char *name = contender_name(s, e->contender), *gain = gain_words(q->metric, &e->gain);
    l.effect = xformat("%s: %s", name, gain);
    l.n = xformat("%d", e->gain.n);
    l.cost = cost_text(&e->cost);
    free(name);
    free(gain);
    return l;
}

/* ---- questions of time ---- */

static char *extreme_text(const struct report *r, int cell)
{
    char *ratio = ratio_interval_text(&r->summary.cells[cell].log_ratio);
    char *text = xformat("%s: time %s", r->labels[cell].label, ratio);
    free(ratio);
    return text;
}

static struct line timed_line(const struct view *v)
{
    const struct report *r = v->report;
    struct tally t = tally_of(v);
    struct line l = {.verdict = tally_text(&t)};
    if (!t.count) return (struct line){l.verdict, xstrdup("times only"), xstrdup(""), xstrdup("")};
    char *least = extreme_text(r, t.least), *greatest = extreme_text(r, t.greatest);
    char *memory = tally_memory_text(&t);
    bool one = t.least == t.greatest;
    l.effect = xformat("%s%s%s%s%s%s", least, one ? "" : "; to ", one ? "" : greatest,
                       *v->shape ? " (" : "", v->shape, *v->shape ? ")" : "");
    l.n = t.least_pairs == t.most_pairs ? xformat("%d", t.most_pairs)
                                        : xformat("%d-%d", t.least_pairs, t.most_pairs);
    l.cost = xformat("%s%s", *memory ? "memory " : "", memory);
    free(least);
    free(greatest);
    free(memory);
    return l;
}

/* ---- the table ---- */

/* Takes over the line. extra: after the question's words, "" or a pass. */
static void add_line(struct document *d, const char *link, const struct table *questions, int row,
                     const char *name, const char *extra, struct line l)
{
    const char *words = row < 0 ? "" : table_text(questions, row, "question");
    char *source = source_in_short(row < 0 ? "" : table_text(questions, row, "source"));
    char *question = xformat("%s%s%s", *words ? words : name, *extra ? " " : "", extra);
    doc_link(d, link, question);
    doc_cell(d, "%s", source);
    doc_cell(d, "%s", l.verdict);
    doc_cell(d, "%s", l.effect);
    doc_cell(d, "%s", l.n);
    doc_cell(d, "%s", l.cost);
    free(question);
    free(source);
    free(l.verdict);
    free(l.effect);
    free(l.n);
    free(l.cost);
}

static void run_lines(struct document *d, const struct report *r, const char *link)
{
    for (int i = 0; i < r->study.question_count; i++) {
        const struct study_question *q = &r->study.questions[i];
        add_line(d, link, &r->questions, q->row, q->name, "", trained_line(r, q));
    }
    for (int first = 0; first < r->summary.count;) {
        struct view v = view_of_pass(r, first);
        struct view all = view_of(r, first);
        char *pass = view_has_passes(&all) ? xformat("(%s)", v.pass) : xstrdup("");
        add_line(d, link, &r->questions, v.question, v.ablation, pass, timed_line(&v));
        free(pass);
        first = v.last;
    }
}

void collection_verdicts(struct document *d, const struct collection *c, const char *links)
{
    static const char *const heads[] = {"question", "source", "verdict", "effect",
                                        "n",        "cost",   NULL};
    doc_table(d, "ttttrt", heads);
    for (int i = 0; i < c->count; i++) {
        char *link = xformat("%s%s/report", links, c->names[i]);
        run_lines(d, &c->runs[i], link);
        free(link);
    }
}
