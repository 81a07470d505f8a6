/* SPDX-License-Identifier: MIT
 * The verdicts of one run or of several: all of them in one table with the rule by which each is
 * one, and on one screen, a row for each question. */
#include "harness/render/report.h"

#include <math.h>
#include <regex.h>
#include <string.h>

/* found: the gain that the verdict is on; the effect's own, or its change with a condition. */
static void verdict_row(const struct page *p, bool first, const struct effect *e,
                        const struct estimate *found, const char *arm, const char *verdict)
{
    const char *gain = found ? gain_text(p->d, p->q->metric, found) : "";
    const char *source = p->q->spec->source ? p->q->spec->source : "";
    int pairs = !e ? 0 : found == &e->gain ? e->pairs : found->n;
    /* Question and source in the first row of a question alone; they are long. */
    row(p, first ? question_words(p->q) : "", first ? source : "", arm,
        e ? data_words(p, e->entry) : "", verdict, e && !*gain ? "not measured" : gain,
        words(p, "%d", pairs), e ? cost_text(p->d, &e->cost) : "");
}

static void interaction_row(const struct page *p, const struct interaction *x)
{
    const char *verdict =
        words(p, "%s with %s %s", change_names[x->outcome], p->a->run->axes.list[x->axis].name,
              interaction_value(p->a, x, false));
    const struct effect *e = &p->a->effects[x->effect];
    verdict_row(p, false, e, &x->gain, name_of(p, e->entry), verdict);
}

static void judged_row(const struct page *p, bool first, const struct judged *j)
{
    const struct effect *e = j->effect < 0 ? NULL : &p->a->effects[j->effect];
    const char *verdict = e ? judgement_names[j->judgement] : "not asked in this run";
    if (j->claim->axis || !claim_is_published(j->claim))
        verdict = words(p, "expected %s: %s", expected_words(p, j->claim), verdict);
    verdict_row(p, first, e, judged_gain(p->a, j), judged_name(p, j), verdict);
}

static void verdict_rows(const struct page *p)
{
    const struct effect *first = p->a->effects + p->q->effects.first;
    bool any = false, asked = false, asked_change = false;
    for_each_judged(j, p)
    {
        if (!claim_is_published(j->claim)) continue;
        judged_row(p, !any, j);
        any = true;
        if (j->effect >= 0) *(j->claim->axis ? &asked_change : &asked) = true;
    }
    if (!asked) for_each_effect(e, p)
        {
            if (!p->a->entries[e->entry].damaged)
                verdict_row(p, !any && e == first, e, &e->gain, name_of(p, e->entry),
                            outcome_names[e->outcome]);
        }
    if (!asked_change) for_each_interaction(x, p) interaction_row(p, x);
}

static void begin_verdicts(const struct page *p, const char *title)
{
    heading(p, 2, "%s", title);
    table(p, "ttttttrt", "question", "source", "arm", "data", "verdict", "gain", "pairs", "cost");
}

/* What we expected and nobody published: no paper gains or loses by it. */
static void expectations(const struct page *p)
{
    bool any = false;
    for (int i = 0; i < p->folder->count; i++) {
        struct page of = page_of(p->d, p->folder, i);
        while (next_question(&of, true)) {
            bool first = true;
            for_each_judged(j, &of)
            {
                if (claim_is_published(j->claim)) continue;
                if (!any) begin_verdicts(p, "Our own expectations");
                judged_row(&of, first, j);
                first = false, any = true;
            }
        }
    }
    if (any)
        say(p, "Nobody published these; they are scored by the same rule as claims, and apart from "
               "them: no paper gains or loses by what we expected.");
}

bool verdicts(const struct page *p, const char *title)
{
    bool any = false, changes = false;
    for (int i = 0; i < p->folder->count; i++) {
        struct page of = page_of(p->d, p->folder, i);
        for (; next_question(&of, true); any = true) {
            changes |= of.q->interactions.first < of.q->interactions.last;
            if (!any) begin_verdicts(p, title);
            verdict_rows(&of);
        }
    }
    if (!any) return false;
    say(p, "Gain: at equal steps and data, with its interval, and against an arm that is named "
           "instead "
           "of the baseline, at equal parameters; cost: ratios to the baseline, time "
           "being that of training per token. A verdict is on the claim where there is one, else "
           "on the arm against the baseline.");
    say(p,
        "The rule. Gain: the difference to the baseline, paired by seed, + being better; a metric "
        "of which less is better is compared by log-ratio and told in percent of the baseline's. "
        "Interval: Student's over the seeds at %.0f %%; p: its t test, corrected by Holm over all "
        "arms and conditions of a question. Equivalent: the interval lies within the margin on "
        "both sides. Better, worse: it does not, it excludes 0, and the corrected p is at most "
        "%.2g. Unresolved: everything else, and always with one seed. A run that diverged loses "
        "its pair, and nothing is said in favour of the side on which more did. Supported: better "
        "or worse as was claimed, or equivalent where equality was claimed. Contradicted: better "
        "for worse, worse for better, or either for equal. Equivalent stays equivalent where a "
        "difference was claimed. Not assessable: a gate of the question is shut, so that none of "
        "these is said: its baseline does not beat what counting alone tells of the data that it "
        "saw, no control that was damaged on purpose is seen to be worse by more than the margin, "
        "or "
        "a winner stands at an edge of its sweep. The gates stand first in each question.",
        100 * p->a->level, 1 - p->a->level);
    if (changes)
        say(p, "Gains more, gains less: the gain with this level of a condition less that with its "
               "first one, by the same rule, corrected over all such interactions of a question.");
    expectations(p);
    return true;
}

/* ---- a row for each question ---- */

/* Of a source the papers by their arXiv numbers, else its first words. */
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

static void add_line(const struct page *p, const char *pass, const char *verdict,
                     const char *effect, const char *n, const char *cost, const char *link)
{
    const char *source = p->q->spec->source;
    row(p, words(p, "%s%s", question_words(p->q), pass),
        source ? source_in_short(p->d, source) : "", verdict, effect, n, cost);
    doc_link(p->d, link);
}

/* The first claim, or expectation, of which something was measured; NULL: none was. */
static const struct judged *first_measured(const struct page *p, bool published)
{
    for_each_judged(j, p)
    {
        bool measured = j->effect >= 0 && judged_gain(p->a, j)->n;
        if (measured && claim_is_published(j->claim) == published) return j;
    }
    return NULL;
}

/* The first claim is printed, being the question's own; the others are counted by verdict. NULL:
 * nothing was run of any. */
static const char *verdict_on_claims(const struct page *p, const struct judged *told)
{
    int counts[JUDGEMENTS] = {0}, asked = 0, total = 0;
    for_each_judged(j, p)
    {
        if (!claim_is_published(j->claim)) continue;
        asked += j->effect >= 0;
        total++;
        counts[j->judgement]++;
    }
    if (!asked) return NULL;
    const char *verdict = judgement_names[told ? told->judgement : CLAIM_UNRESOLVED];
    if (total < 2) return verdict;
    return words(p, "%s (%d claims: %s)", verdict, total,
                 counts_text(p->d, counts, judgement_names, JUDGEMENTS));
}

/* ", on cifar10", unless the name tells it already. */
static const char *on_data(const struct page *p, const struct effect *e)
{
    const char *data = data_words(p, e->entry);
    bool told = strstr(name_of(p, e->entry), words(p, "data = %s", data)) != NULL;
    return told ? "" : words(p, ", on %s", data);
}

static const char *effect_words(const struct page *p, const struct effect *e)
{
    const char *gain = gain_words(p->d, p->q->metric, &e->gain);
    if (!p->q->trains) return words(p, "%s: %s", p->a->entries[e->entry].label, gain);
    return words(p, "%s: %s%s", name_of(p, e->entry), gain, on_data(p, e));
}

/* Of a claim that a condition changes the gain, that change. */
static const char *judged_words(const struct page *p, const struct judged *j)
{
    const struct effect *e = &p->a->effects[j->effect];
    if (!j->claim->axis)
        return words(p, "%s: %s%s", judged_name(p, j), gain_words(p->d, p->q->metric, &e->gain),
                     on_data(p, e));
    return words(p, "%s: gain changed by %s%s", name_of(p, e->entry),
                 gain_text(p->d, p->q->metric, judged_gain(p->a, j)), on_data(p, e));
}

/* Without a claim how all arms fared, and what we expected first, else the largest gain or loss at
 * equal steps. */
static void trained_line(const struct page *p, const char *link)
{
    const struct comparisons n = comparisons_of(p, p->q->conditions);
    const char *more[] = {sensitivity_counts(p), interaction_counts(p)};
    const struct judged *told = first_measured(p, true);
    const char *verdict = verdict_on_claims(p, told);
    const struct effect *e = NULL;
    if (!verdict) {
        verdict = counts_text(p->d, n.outcomes, outcome_names, OUTCOMES);
        told = first_measured(p, false);
        e = n.least;
        if (e && fabs(n.greatest->gain.centre) > fabs(e->gain.centre)) e = n.greatest;
    }
    if (told) e = &p->a->effects[told->effect];
    if (e && e->shut) verdict = words(p, "%s: %s", verdict, e->shut);
    for (int i = 0; i < 2; i++)
        if (*more[i]) verdict = words(p, "%s; %s", verdict, more[i]);
    const struct estimate *gain = told ? judged_gain(p->a, told) : e ? &e->gain : NULL;
    add_line(p, "", verdict,
             told ? judged_words(p, told)
             : e  ? effect_words(p, e)
                  : "not measured",
             gain ? words(p, "%d", gain->n) : "", e ? cost_text(p->d, &e->cost) : "", link);
}

/* "3 faster, 2 unresolved, 1 with too few rounds, against dot; after correction 2 of 3 stand". */
static const char *timed_verdict(const struct page *p, const struct comparisons *n)
{
    const struct comparisons all = comparisons_of(p, p->q->conditions);
    const char *verdict = outcomes_text(p->d, n);
    if (all.standing == all.apart) return verdict;
    return doc_text(p->d,
                    "%s; after correction for all %d comparisons of this question %d of %d stand%s",
                    verdict, all.compared, all.standing, all.apart,
                    all.most_pairs < all.rounds_needed ? ": too few rounds" : "");
}

static void timed_line(const struct page *p, const struct pass *s, const char *link)
{
    const char *memory = memory_text(p->d, &s->n), *effect = "times only";
    bool any = s->n.compared;
    if (!any && s->n.outcomes[OUTCOME_BY_FORMULA]) effect = "measured by formula alone";
    if (any) effect = effect_words(p, s->n.least);
    if (s->n.least != s->n.greatest)
        effect = words(p, "%s; to %s", effect, effect_words(p, s->n.greatest));
    if (any && *s->shape) effect = words(p, "%s (%s)", effect, s->shape);
    add_line(p, words(p, " (%s)", s->words), timed_verdict(p, &s->n), effect,
             any ? pairs_text(p->d, &s->n, "-") : "", *memory ? words(p, "memory %s", memory) : "",
             link);
}

void short_verdicts(const struct page *p, const char *links, bool trains)
{
    table(p, "ttttrt", "question", "source", "verdict", "effect", "n", "cost");
    for (int i = 0; i < p->folder->count; i++) {
        struct page of = page_of(p->d, p->folder, i);
        const char *link = links ? words(p, "%s%s/report", links, of.r->name) : NULL;
        while (trains && next_question(&of, true)) trained_line(&of, link);
        for (of.q = NULL; next_question(&of, false);)
            for_each_pass(s, &of) timed_line(&of, &s, link);
    }
}
