/* SPDX-License-Identifier: MIT
 * What the run of a question of quality cannot say, and its failures. See report.h. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Arms whose winner stands at an edge of the sweep, as "a; b"; "" for none. To be freed. */
static char *at_edge(const struct study *s, const struct study_question *q)
{
    struct text all = {0};
    text_add(&all, "%s", "");
    for (int i = q->first; i < q->last; i++) {
        if (!s->contenders[i].at_edge) continue;
        char *name = contender_name(s, i);
        text_add(&all, "%s%s", all.length ? "; " : "", name);
        free(name);
    }
    return all.data;
}

static void say_edges(struct document *d, const struct study *s, const struct study_question *q)
{
    char *edges = at_edge(s, q);
    if (*edges)
        doc_item(d,
                 "The best %s lies at an edge of the sweep for: %s. A better one may lie outside; "
                 "widen the sweep before believing the comparison.",
                 s->rows->name[q->tune_column], edges);
    free(edges);
}

/* Over the seeds, of the validation loss; NaN for fewer than two. */
static double scatter_of(const struct study *s, const struct candidate *c)
{
    double *losses = xarray((size_t)(c->last - c->first), sizeof *losses);
    int count = 0;
    for (int t = c->first; t < c->last; t++)
        if (isfinite(s->trials[t].tuning)) losses[count++] = s->trials[t].tuning;
    double sd = stats_paired(losses, count, s->level).sd;
    free(losses);
    return sd;
}

/* Whether another value came nearer to the winner than one standard error of a mean over as many
 * seeds as tuned. */
static bool is_close_call(const struct study *s, const struct contender *c)
{
    double next = INFINITY;
    if (c->winner < 0) return false;
    const struct candidate *winner = &s->candidates[c->winner];
    for (int k = c->first; k < c->last; k++)
        if (k != c->winner) next = fmin(next, s->candidates[k].tuning);
    return next - winner->tuning < scatter_of(s, winner) / sqrt(winner->tuning_seeds);
}

static void say_tuning(struct document *d, const struct study *s, const struct study_question *q)
{
    int arms = 0, close = 0;
    for (int i = q->first; i < q->last; i++) {
        const struct contender *c = &s->contenders[i];
        arms += c->winner >= 0 && c->last - c->first > 1;
        close += is_close_call(s, c);
    }
    if (close)
        doc_item(
            d,
            "For %d of %d arms another %s came, in the mean over the tuning seeds, nearer to the "
            "best than one standard error of such a mean: which was taken is partly chance, and "
            "intervals over seeds do not hold that. More tuning seeds would.",
            close, arms, s->rows->name[q->tune_column]);
}

static void say_pairs(struct document *d, const struct study *s, const struct study_question *q)
{
    int least = 0, most = 0, apart = 0, arms = 0;
    for (int i = q->effect_first; i < q->effect_last; i++) {
        const struct effect *e = &s->effects[i];
        if (e->reading != READ_STEPS) continue;
        if (!arms || e->gain.n < least) least = e->gain.n;
        if (e->gain.n > most) most = e->gain.n;
        arms++;
        apart += e->outcome == OUTCOME_UNRESOLVED && e->gain.p <= 1 - s->level;
    }
    if (!arms) return;
    char *range = least == most ? xformat("%d", most) : xformat("%d to %d", least, most);
    doc_item(
        d,
        "Few seeds: %s pairs for each comparison. Student's interval assumes that differences are "
        "normal, which so few cannot show; the sign-flip test assumes only symmetry, but no "
        "p below %.2g exists at n = %d.",
        range, most ? ldexp(2, -most) : 1, most);
    free(range);
    if (apart)
        doc_item(d,
                 "%d of %d arms differ%s by %s interval alone, but not after correction for %d "
                 "comparisons.",
                 apart, arms, apart == 1 ? "s" : "", apart == 1 ? "its" : "their", arms);
}

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Of the unresolved effects at equal steps, how many seeds would narrow their intervals to the
 * margin: for half of them, and for all. */
static void say_needed(struct document *d, const struct study *s, const struct study_question *q)
{
    int count = 0, most = 0;
    int *needed = xarray((size_t)(q->effect_last - q->effect_first), sizeof *needed);
    for (int i = q->effect_first; i < q->effect_last; i++) {
        const struct effect *e = &s->effects[i];
        if (e->reading != READ_STEPS || e->outcome != OUTCOME_UNRESOLVED || e->gain.n < 2) continue;
        needed[count++] = stats_pairs_needed(e->gain.sd, q->margin, s->level);
        if (e->gain.n > most) most = e->gain.n;
    }
    if (count) qsort(needed, (size_t)count, sizeof *needed, by_size);
    if (count && needed[0]) { /* 0: a number that is beyond all means */
        int half = needed[(count - 1) / 2], all = needed[count - 1];
        char *more = half < all ? xformat(" for half of them, %d for all", all) : xstrdup("");
        doc_item(
            d,
            "What it would take: %d comparison%s unresolved. If differences scatter as here, an "
            "interval that reaches no farther than the margin takes %d seeds%s; %d were run. "
            "Correction for many comparisons asks for more.",
            count, count == 1 ? " is" : "s are", half, more, most);
        free(more);
    }
    free(needed);
}

static void say_parameters(struct document *d, const struct study *s,
                           const struct study_question *q)
{
    double worst = 1;
    bool control = false;
    for (int i = q->effect_first; i < q->effect_last; i++) {
        const struct effect *e = &s->effects[i];
        double off = fabs(log(e->cost.parameters));
        if (e->reading == READ_STEPS && off > fabs(log(worst))) worst = e->cost.parameters;
        if (e->reading == READ_PARAMETERS) control = true;
    }
    if (fabs(worst - 1) > 0.01)
        doc_item(d,
                 "At equal steps parameters are not equal (up to %.2f times the baseline's): a "
                 "gain there may be one of size. %s",
                 worst,
                 control ? "The reading at equal parameters is against a control of equal size."
                         : "No control of equal size was run.");
}

/* Of the winners, how many still improved by more than the margin between the last two points. */
static void say_unfinished(struct document *d, const struct study *s,
                           const struct study_question *q)
{
    char *column = xformat("valid_%s", q->metric->name);
    int winners = 0, moving = 0;
    for (int i = q->first; i < q->last; i++) {
        const struct candidate *c =
            s->contenders[i].winner < 0 ? NULL : &s->candidates[s->contenders[i].winner];
        for (int t = c ? c->first : 0; c && t < c->last; t++) {
            const struct trial *trial = &s->trials[t];
            if (trial->state != TRIAL_OK || trial->last_point < trial->first_point + 2) continue;
            double last = table_number(s->curves, trial->last_point - 1, column);
            double before = table_number(s->curves, trial->last_point - 2, column);
            winners++;
            moving += study_gain(q->metric, last, before) > q->margin;
        }
    }
    if (moving)
        doc_item(
            d,
            "%d of %d winning runs still improved by more than the margin between the last two "
            "points of their curves: longer training may change the order.",
            moving, winners);
    free(column);
}

static void say_selection(struct document *d, const struct report *r,
                          const struct study_question *q)
{
    if (!q->test)
        doc_item(d, "The validation split both chose the tuned values and is what arms are "
                    "compared by, the tuning seeds among the others: levels are a little "
                    "flattered, of every arm alike.");
    if (!strcmp(contender_text(&r->study, q->first, "data"), "text:builtin"))
        doc_item(d, "The text is generated from a small grammar: it says whether the machinery "
                    "works and how arms learn such structure, nothing of natural language.");
    doc_item(d,
             "%d condition%s of data and size: other sizes, data and longer training may "
             "differ.",
             q->conditions, q->conditions == 1 ? "" : "s");
    doc_item(d, "Rows were trained side by side, one a core: their times are those of a shared "
                "machine. Overhead is for a specification of kind overhead.");
}

void report_quality_limits(struct document *d, const struct report *r,
                           const struct study_question *q)
{
    const char *tier = manifest_text(r, "plan", "tier");
    doc_heading(d, 3, "What this cannot say");
    if (*tier && strcmp(tier, "full"))
        doc_item(d, "This is tier %s; conclusions are drawn from tier full.", tier);
    say_pairs(d, &r->study, q);
    say_needed(d, &r->study, q);
    say_tuning(d, &r->study, q);
    say_edges(d, &r->study, q);
    say_parameters(d, &r->study, q);
    say_unfinished(d, &r->study, q);
    say_selection(d, r, q);
}

/* ---- failures ---- */

/* A row that a lost sweep left out is no failure; one of a winner is. */
static bool is_failure(const struct study *s, const struct contender *c, int candidate, int trial)
{
    enum trial_state state = s->trials[trial].state;
    return state == TRIAL_FAILED ||
           (state == TRIAL_SKIPPED && (c->winner < 0 || candidate == c->winner));
}

int report_quality_failures(struct document *d, const struct report *r, bool show)
{
    const struct study *s = &r->study;
    int count = 0;
    for (int i = 0; i < s->contender_count; i++)
        for (int k = s->contenders[i].first; k < s->contenders[i].last; k++)
            for (int t = s->candidates[k].first; t < s->candidates[k].last; t++) {
                int row = s->trials[t].row;
                if (!is_failure(s, &s->contenders[i], k, t)) continue;
                if (show && count < 100) {
                    const char *reason = table_text(s->rows, row, "reason");
                    doc_cell(d, "%s", table_text(s->rows, row, "ablation"));
                    doc_cell(d, "%s", table_text(s->rows, row, "status"));
                    doc_cell(d, "%s", *reason ? reason : "it has no value of the metric");
                    doc_cell(d, "./attnlab cell '%s'", table_text(s->rows, row, "cell"));
                }
                count++;
            }
    return count;
}
