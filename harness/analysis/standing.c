/* SPDX-License-Identifier: MIT
 * Compares a baseline with the simple baselines on the same records, for the validity check
 * `simple_baseline`. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns a trial of the entry's winner, or its first trial if there is no winner. All trials of an
 * entry have the same data. */
static const struct trial *trial_of(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    return a->members[c ? c->first : a->candidates[a->entries[entry].first].first];
}

/* Returns the best value of a metric among the simple baselines that the specification allows. */
static struct counted_value best_baseline(const struct analysis *a, int entry, const char *how,
                                          const struct metric *m)
{
    const struct question *q = entry_question(a, entry);
    const char *named = strcmp(how, COUNTED_ON_SEEN) ? NULL : q->spec->simple_baseline;
    struct counted_value best = {NULL, NAN};
    const struct counted *c = NULL;
    while ((c = next_simple_baseline(a->run, trial_of(a, entry), how, c))) {
        double value = c->metric[q->split][m - metrics];
        if (!isfinite(value) || (named && strcmp(c->name, named))) continue;
        if (!best.by || gain_of(m, value, best.value) > 0) best = (struct counted_value){c, value};
    }
    return best;
}

/* Returns the mean of a metric over the seeds of an entry's winner. */
static struct estimate mean_of(const struct analysis *a, int entry, const struct metric *m)
{
    const struct candidate *c = entry_winner(a, entry);
    enum split split = entry_question(a, entry)->split;
    double *values = xarray(c ? (size_t)(c->last - c->first) : 0, sizeof *values);
    int n = 0;
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        const struct trial *t = a->members[i];
        double value = t->metric[split][m - metrics];
        if (t->state == TRIAL_OK && isfinite(value)) values[n++] = value;
    }
    struct estimate mean = stats_student(values, n, a->level);
    free(values);
    if (n < 2) return mean;
    /* a Student interval may exceed the range of the metric */
    mean.interval.low = fmax(mean.interval.low, m->least);
    mean.interval.high = fmin(mean.interval.high, m->most);
    return mean;
}

/* Explains why there is no simple baseline to compare with. The caller frees the text. */
static char *why_missing(const struct analysis *a, int entry)
{
    const struct counted *c =
        next_simple_baseline(a->run, trial_of(a, entry), COUNTED_ON_SEEN, NULL);
    const char *named = entry_spec(a, entry)->simple_baseline;
    if (!c) return xstrdup("no simple baseline was measured");
    if (*c->reason) return xformat("no simple baseline: %s", c->reason);
    return xformat("the simple baseline%s%s has no value for the metric", named ? " " : "",
                   named ? named : "");
}

/* Returns the check's result if the baseline has no value. The check failed if the baseline learned
 * nothing. */
static struct validity without_value(const struct analysis *a, int baseline)
{
    const struct candidate *c = entry_winner(a, baseline);
    for (int i = c ? c->first : 0; c && i < c->last; i++)
        if (a->members[i]->untrained)
            return validity_of(VALIDITY_FAILED, xformat("the baseline learned nothing: it %s",
                                                        a->members[i]->untrained));
    return validity_of(
        VALIDITY_UNMEASURED,
        xstrdup(entry_waits(a, baseline, "no training run of the baseline finished")));
}

/* Returns true if the whole interval is better than a value. With a single seed, compares the
 * seed's result instead. */
static bool all_beats(const struct metric *m, const struct estimate *own, double value)
{
    double end = m->higher_is_better ? own->interval.low : own->interval.high;
    double at = own->n > 1 ? end : own->centre;
    return m->higher_is_better ? at > value : at < value;
}

struct standing standing_of(const struct analysis *a, int baseline)
{
    const struct metric *asked = entry_question(a, baseline)->metric;
    struct standing s = {.metric = asked};
    s.seen = best_baseline(a, baseline, COUNTED_ON_SEEN, s.metric);
    if (!s.seen.by) {
        const struct metric *loss = metric_find("loss");
        s.seen = best_baseline(a, baseline, COUNTED_ON_SEEN, loss);
        if (s.seen.by) s.metric = loss;
    }
    s.all = best_baseline(a, baseline, COUNTED_ON_ALL, s.metric);
    s.own = mean_of(a, baseline, s.metric);
    s.asked = s.metric == asked ? s.own : mean_of(a, baseline, asked);
    s.parameters = winner_measured(a, baseline, PARAMETERS);
    s.tokens = winner_measured(a, baseline, TOKENS);
    return s;
}

/* Returns the article for a label: "the " for "5-gram model", "" for "naive Bayes". */
static const char *article(const char *label)
{
    const char *model = strstr(label, " model");
    return model && !model[strlen(" model")] ? "the " : "";
}

/* Describes the comparison with the best simple baseline, such as "the baseline does not beat the
 * 5-gram model: 2.04 [2.03, 2.05] against 1.68 (nats per token)". The caller frees the text. */
static char *baseline_figure(const struct analysis *a, const struct standing *s, bool good)
{
    const struct metric *m = s->metric;
    bool is_loss = m == metric_find("loss");
    struct text out = {0};
    const struct axes *axes = &a->run->axes;
    const char *label = axes_simple_baseline_label(axes, s->seen.by->name);
    text_add(&out, "the baseline %s %s%s: %.4g", good ? "beats" : "does not beat", article(label),
             label, s->own.centre);
    if (s->own.n > 1) text_add(&out, " [%.4g, %.4g]", s->own.interval.low, s->own.interval.high);
    text_add(&out, " against %.4g (%s%s%s)", s->seen.value, is_loss ? "" : metric_said(m),
             is_loss ? "" : ", ", m->unit);
    if (s->all.by) {
        label = axes_simple_baseline_label(axes, s->all.by->name);
        text_add(&out, ". The value is %.4g for %s%s fitted to the whole training split",
                 s->all.value, article(label), label);
    }
    return out.data;
}

struct validity judge_simple_baseline(const struct analysis *a, int baseline)
{
    struct standing s = standing_of(a, baseline);
    if (!s.seen.by) return validity_of(VALIDITY_UNMEASURED, why_missing(a, baseline));
    if (!s.own.n) return without_value(a, baseline);
    bool good = all_beats(s.metric, &s.own, s.seen.value);
    return validity_of(good ? VALIDITY_PASSED : VALIDITY_FAILED, baseline_figure(a, &s, good));
}

bool is_at_best_value(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    return q->metric->most - standing_of(a, baseline).asked.centre < q->margin;
}
