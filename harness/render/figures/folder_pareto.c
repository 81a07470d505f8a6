/* SPDX-License-Identifier: MIT
 * The figure of a folder of runs: every arm of every question that trains, what it gains against
 * what it costs, a panel for each metric, so that no axis mixes units. In colour and named by its
 * question: the arm that the question is about; the rest pale. The script is
 * plots/questions_pareto.gp. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which effects ---- */

static bool is_shown(const struct analysis *a, const struct effect *e)
{
    const struct question *q = entry_question(a, e->entry);
    return q->trains && !a->entries[e->entry].damaged && e->reading == READ_STEPS &&
           e->entry != e->reference && e->gain.n && e->cost.log_time.n;
}

/* What a question is about: its primary claim, else the first, of those that speak of the
 * gain at equal steps. The effect; -1: none. */
static int told_effect(const struct analysis *a, const struct question *q)
{
    const struct spec_claim *primary = primary_claim(q->spec);
    int best = -1, most = -1;
    for (int i = q->judged.first; i < q->judged.last; i++) {
        const struct judged *j = &a->judged[i];
        int worth = j->claim == primary;
        bool shown = j->effect >= 0 && is_shown(a, &a->effects[j->effect]);
        if (shown && !j->claim->axis && worth > most) best = j->effect, most = worth;
    }
    return best;
}

/* ---- points ---- */

/* "MLP for Q (which-projection, n = 128)". */
static char *name_of(const struct analysis *a, const struct effect *e)
{
    const char *shape = a->conditions[a->entries[e->entry].condition].label;
    return xformat("%s (%s%s%s)", a->entries[e->entry].label, entry_spec(a, e->entry)->name,
                   *shape ? ", " : "", shape);
}

/* Its name, "change in loss -0.5 % [-1.4, +0.4], n = 8, worse; training time 1.34 [1.26, 1.42]". */
static char *words_of(const struct analysis *a, const struct effect *e, const char *name)
{
    const struct metric *m = entry_question(a, e->entry)->metric;
    char *gain =
        value_with_interval(drawn_gain(m, &e->gain), m->higher_is_better ? UNIT_GAIN : UNIT_CHANGE);
    char *time = value_with_interval(time_ratio(&e->cost), UNIT_RATIO);
    char *words = xformat("%s: change in %s %s, n = %d, %s; training time %s%s", name,
                          metric_said(m), gain, e->gain.n, outcome_names[e->outcome], time,
                          e->cost.by_formula ? " (by formula)" : "");
    free(gain);
    free(time);
    return words;
}

/* The panel of a metric, which is added where it is new. */
static int panel_of(struct chart *c, const struct metric *m)
{
    char *title = xformat("%s%s", metric_said(m), m->higher_is_better ? "" : " (%)");
    int panel = chart_place(&c->panels, title) - 1;
    free(title);
    return panel;
}

/* Of the claimed arms; open: their set-ups can tell, and did not; better, faster: of those told. */
struct claimed {
    int all, open, told, better, faster;
};

/* One pair has no interval: its ends lie where it does. */
static void count_claimed(struct claimed *n, const struct effect *e, const struct chart_point *p)
{
    bool timed = e->cost.log_time.interval.enough && !e->cost.by_formula;
    n->all++;
    n->open += !e->shut && !outcome_says(e->outcome);
    if (!outcome_says(e->outcome)) return;
    n->told++;
    n->better += p->y.low > 0;
    n->faster += timed && p->x.high < 1;
}

static void add_effect(struct chart *c, const struct analysis *a, const struct effect *e,
                       struct claimed *claimed)
{
    const struct question *q = entry_question(a, e->entry);
    struct value gain = drawn_gain(q->metric, &e->gain), time = time_ratio(&e->cost);
    int panel = panel_of(c, q->metric);
    if (!e->cost.log_time.interval.enough) time = exactly(time.at);
    if (!isfinite(gain.at)) return;
    struct chart_point *p =
        claimed ? chart_add(c, panel, c->series_count, 1,
                            q->spec->title ? q->spec->title : q->spec->name, time, gain)
                : chart_mark(c, panel, "other", exactly(time.at), exactly(gain.at));
    p->name = name_of(a, e);
    p->says = words_of(a, e, p->name);
    if (claimed) count_claimed(claimed, e, p);
}

static void add_question(struct chart *c, const struct analysis *a, const struct question *q,
                         struct claimed *n)
{
    int claimed = told_effect(a, q);
    for (int i = q->effects.first; i < q->effects.last; i++)
        if (is_shown(a, &a->effects[i])) add_effect(c, a, &a->effects[i], i == claimed ? n : NULL);
}

/* ---- all of it ---- */

static void find_none(struct text *out, const struct claimed *n)
{
    if (n->all == 1)
        sentence(out, "On the one claimed arm no verdict is said: %s.",
                 n->open ? "it is open" : "its set-up cannot tell");
    else if (n->all)
        sentence(out, "On none of %d claimed arms a verdict is said: %s.", n->all,
                 !n->open            ? "their set-ups cannot tell"
                 : n->open == n->all ? "they are open"
                                     : "they are open, or their set-ups cannot tell");
}

/* Where the set-up cannot tell, an interval above no change is no finding. */
static void find(struct chart *c, const struct claimed *n)
{
    struct text out = {0};
    char *above = how_many(n->better, "above no change by the whole interval"),
         *below =
             how_many(n->faster, "trained in less time than its baseline by the whole interval");
    if (n->told)
        sentence(&out, "On %d of %d claimed arms a verdict is said; of these %s, %s.", n->told,
                 n->all, above, below);
    else
        find_none(&out, n);
    free(above);
    free(below);
    c->finding = out.data;
}

static void set_words(struct chart *c)
{
    c->title = xstrdup("Change at equal steps and data, against each question's own baseline (the "
                       "star), by training time per token. In colour: the arm that a question is "
                       "about; pale: all other arms. Each panel has a scale of its own");
    c->x =
        (struct chart_axis){xstrdup("training time per token / the baseline's"), NULL, UNIT_RATIO};
    c->y = (struct chart_axis){xstrdup("change, better upward"), NULL, UNIT_CHANGE};
    c->remark = xstrdup("A change in percent is that of a metric of which less is better; accuracy "
                        "and BLEU are in their own unit. The vertical scale is linear near 0 and "
                        "logarithmic far from it.");
}

int fill_folder_pareto(struct chart *c, const struct analysis *const *runs, int count)
{
    struct claimed claimed = {0};
    c->log = "x";
    c->asinh = c->own_ranges = true;
    c->named = NAMED_AT_ENDS;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < runs[i]->question_count; k++)
            add_question(c, runs[i], &runs[i]->questions[k], &claimed);
    int points = c->point_count;
    for (int p = 0; p < c->panels.count; p++) chart_mark(c, p, "baseline", exactly(1), exactly(0));
    c->across = c->panels.count < 2 ? 1 : 2;
    set_words(c);
    if (points) find(c, &claimed);
    return points;
}
