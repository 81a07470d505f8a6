/* SPDX-License-Identifier: MIT
 * Every verdict on a model, of one run or of several, with what it stands on beside it; and the
 * rule by which each is one. */
#include "harness/render/answers.h"
#include "harness/render/report.h"

/* Data, size, what the baseline reached and what counting reached. */
static void scale_cells(const struct page *p, const struct effect *e)
{
    if (!e) {
        row(p, "", "", "", "");
        return;
    }
    const struct standing s = standing_of(p->a, e->reference);
    row(p, doc_keep(p->d, axes_data_said(&p->a->run->axes, data_words(p, e->entry))),
        words(p, "%s parameters, %s tokens", count_words(p->d, s.parameters),
              count_words(p->d, s.tokens)),
        s.asked.n ? reached_words(p, &s, p->q->metric) : "",
        s.seen.by ? words(p, "%s (%s)", counted_words(p, &s, p->q->metric),
                          axes_yardstick_said(&p->a->run->axes, s.seen.by->name))
                  : "");
}

/* A table of verdicts, which begins with its first row. */
struct listing {
    const char *title;
    bool begun, named; /* named: the question at hand, which its first row names */
};

static void begin_row(struct listing *l, const struct page *p)
{
    if (!l->begun) {
        heading(p, 2, "%s", l->title);
        table(p, "tttttttttt", "question", "arm", "data", "size", "baseline", "counting", "gain",
              "verdict", "pairs", "cost");
    }
    row(p, l->named ? DOC_AS_ABOVE : title_of(p));
    l->begun = l->named = true;
}

/* Of an effect, or of its change with a condition, x. j: the claim that is judged by it; NULL:
 * none. The mark is that of the verdict: an arm that is better may gain the same everywhere. */
static void verdict_row(struct listing *l, const struct page *p, const struct effect *e,
                        const struct interaction *x, const struct judged *j, const char *arm,
                        const char *verdict)
{
    const struct estimate *found = x ? &x->gain : e ? &e->gain : NULL;
    const char *gain = found ? gain_text(p->d, p->q->metric, found) : "";
    int pairs = x ? x->gain.n : e ? e->pairs : 0;
    begin_row(l, p);
    row(p, arm);
    scale_cells(p, e);
    row(p, !e || *gain ? gain : x ? "not measured" : no_gain_words(p, e));
    const char *no_room = j ? j->no_room : NULL;
    if (e && no_room)
        doc_tone(p->d, TONE_NOT_ASSESSABLE, no_room);
    else if (e)
        doc_tone(p->d, x ? tone_of_change(x) : tone_of(e), e->shut);
    row(p, verdict, words(p, "%d", pairs), e ? cost_text(p->d, &e->cost) : "");
}

static void interaction_row(struct listing *l, const struct page *p, const struct interaction *x)
{
    const char *verdict =
        words(p, "%s with %s %s", change_names[x->outcome], p->a->run->axes.list[x->axis].name,
              interaction_value(p->a, x, false));
    const struct effect *e = &p->a->effects[x->effect];
    verdict_row(l, p, e, x, NULL, name_of(p, e->entry), verdict);
}

static void judged_row(struct listing *l, const struct page *p, const struct judged *j)
{
    const struct effect *e = j->effect < 0 ? NULL : &p->a->effects[j->effect];
    const char *verdict = judged_word(j);
    if (j->claim->axis) verdict = words(p, "expected %s: %s", expected_words(p, j->claim), verdict);
    verdict_row(l, p, e, judged_change(p->a, j), j, judged_name(p, j), verdict);
}

static void list_claims(struct listing *l, const struct page *p)
{
    for_each_judged(j, p) judged_row(l, p, j);
}

/* Whether a paper claims something of an arm, or of how an axis changes its gain, that was run. */
static bool is_claimed(const struct page *p, bool change)
{
    for_each_judged(j, p)
    {
        if (j->effect >= 0 && !j->claim->axis == !change) return true;
    }
    return false;
}

/* Of questions in which no claim was judged. */
static void list_unclaimed(struct listing *l, const struct page *p)
{
    if (!is_claimed(p, false)) for_each_effect(e, p)
        {
            if (!p->a->entries[e->entry].damaged)
                verdict_row(l, p, e, NULL, NULL, name_of(p, e->entry), outcome_names[e->outcome]);
        }
    if (!is_claimed(p, true)) for_each_interaction(x, p) interaction_row(l, p, x);
}

void verdicts(const struct page *p)
{
    static const struct {
        const char *title;
        void (*list)(struct listing *, const struct page *);
    } lists[] = {{"Every claim", list_claims}, {"Compared without a claim", list_unclaimed}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        struct listing l = {.title = lists[k].title};
        for (int i = 0; i < p->folder->count; i++) {
            struct page of = page_of(p->d, p->folder, i);
            while (next_question(&of, true)) {
                l.named = false;
                lists[k].list(&l, &of);
            }
        }
    }
}

void say_rule(const struct page *p)
{
    note(p,
         "Gain: how much better an arm is than its baseline at equal steps and data, paired by "
         "seed, above 0 being better. Of a metric of which less is better it is the percentage by "
         "which it falls, of others the difference. Of times it is the ratio, paired by round.");
    note(
        p,
        "Interval: at %.0f %%, Student's over the seeds; of times Hodges and Lehmann's, exact over "
        "the rounds. It holds what the choice of a learning rate adds.",
        100 * p->a->level);
    note(p, "Equivalent: the interval lies within the margin on both sides.");
    note(p, "Better, worse, faster, slower: the interval excludes 0, and so does the test after "
            "Holm's correction for all comparisons of the question.");
    note(p, "Suggestive: the interval excludes 0, but not after that correction.");
    note(p, "Unresolved: everything else, and always with one seed. A training that diverged loses "
            "its pair, as does one that learned nothing, which beats no model that knows nothing "
            "of its input; nothing is said in favour of the side that lost more of them.");
    note(
        p,
        "Of a claim: reproduced at this scale when the arm came out as was claimed; not reproduced "
        "when it came out otherwise; contradicted only where size and set-up are the source's.");
    note(p, "The primary claim of a question is corrected apart from the rest of it; those of all "
            "questions together by Benjamini and Hochberg. Controls that were damaged on purpose "
            "are corrected among themselves.");
    note(
        p,
        "Not assessable: a gate is shut. The baseline does not beat models that merely count "
        "the same text, or no control that was damaged on purpose is seen to be worse by more than "
        "the margin, or the best learning rate is the last one that was tried. Nor is a claim of "
        "better, or of no worse, where the baseline makes hardly any mistake, since nothing better "
        "could be seen; an arm that does worse there is still called worse.");
}
