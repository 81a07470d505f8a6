/* SPDX-License-Identifier: MIT
 * Writes the titles of figures. A title states the finding in one sentence, computed from the
 * entries in the figure. If the figure shows proposals, the finding ignores controls. */
#include "harness/analysis/scaling.h"
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *number(double v) { return xformat(fabs(v) < 100 ? "%#.3g" : "%.0f", v); }

/* Returns true if an entry is in the same panel as `other` and has the same or a larger x. */
static bool is_level_with(const struct request *r, int entry, int other)
{
    if (request_panel(r, entry) != request_panel(r, other)) return false;
    if (!r->kind->x) return true;
    double x = entry_number(r->analysis, entry, r->x);
    /* an arm without the axis has x = NaN and is drawn at every x */
    return !(x < entry_number(r->analysis, other, r->x));
}

static bool is_proposed(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, r->comparison);
    return e && is_proposal(r->analysis, e);
}

/* The entries with the smallest and the largest value at the largest x of the last panel, as
 * indices; -1 if there is no such entry. */
struct ends {
    int last, least, greatest; /* last: an entry at the largest x */
};
static struct ends ends_of(const struct request *r, value_of_entry *value_of)
{
    struct ends found = {-1, -1, -1};
    for (int i = 0; i < r->count; i++)
        if (!isnan(value_of(r, r->entries[i]).at) &&
            (!r->kind->x || !isnan(entry_number(r->analysis, r->entries[i], r->x))) &&
            (found.last < 0 || request_panel(r, r->entries[i]) > request_panel(r, found.last) ||
             is_level_with(r, r->entries[i], found.last)))
            found.last = r->entries[i];
    for (int proposed = 1; proposed >= 0 && found.last >= 0 && found.least < 0; proposed--)
        for (int i = 0; i < r->count; i++) {
            int entry = r->entries[i];
            double v = value_of(r, entry).at;
            const struct entry *own = &r->analysis->entries[entry];
            if (isnan(v) || own->reference == entry || !is_level_with(r, entry, found.last) ||
                (proposed && !is_proposed(r, entry)))
                continue;
            if (found.least < 0 || v < value_of(r, found.least).at) found.least = entry;
            if (found.greatest < 0 || v > value_of(r, found.greatest).at) found.greatest = entry;
        }
    return found;
}

static const char *series_of(const struct request *r, int entry)
{
    return r->series[request_series(r, entry)].name;
}

/* Appends the panel and x of an entry, such as " (forward pass, length 512)". */
static void add_place(struct text *out, const struct request *r, int entry)
{
    char *place = r->kind->x ? entry_said(r, entry, r->x) : xstrdup("");
    const char *panel = r->panels[request_panel(r, entry)];
    if (*panel || *place) text_add(out, " (%s%s%s)", panel, *panel && *place ? ", " : "", place);
    free(place);
}

char *finding_of_ratios(const struct request *r, value_of_entry *value_of, const char *than)
{
    struct ends ends = ends_of(r, value_of);
    struct text out = {0};
    if (ends.least < 0) return NULL;
    char *least = number(value_of(r, ends.least).at), *most = number(value_of(r, ends.greatest).at);
    text_add(&out, "%s takes %s times", series_of(r, ends.least), least);
    if (ends.greatest != ends.least)
        text_add(&out, " and %s takes %s times", series_of(r, ends.greatest), most);
    text_add(&out, " %s %s", than, baseline_words(r));
    add_place(&out, r, ends.last);
    free(least);
    free(most);
    return out.data;
}

char *finding_of_most(const struct request *r, value_of_entry *value_of, const char *than)
{
    int most = -1;
    for (int i = 0; i < r->count; i++)
        if (value_of(r, r->entries[i]).at > (most < 0 ? 0 : value_of(r, most).at))
            most = r->entries[i];
    if (most < 0) return NULL;
    struct text out = {0};
    char *ratio = number(value_of(r, most).at);
    text_add(&out, "%s takes up to %s times %s %s", series_of(r, most), ratio, than,
             baseline_words(r));
    add_place(&out, r, most);
    free(ratio);
    return out.data;
}

char *finding_of_range(const struct request *r, value_of_entry *value_of, const char *what)
{
    struct ends ends = ends_of(r, value_of);
    if (ends.least < 0) return NULL;
    const char *panel = r->panels[request_panel(r, ends.last)];
    struct text out = {0};
    char *least = number(value_of(r, ends.least).at), *most = number(value_of(r, ends.greatest).at);
    text_add(&out, "%s: %s (%s)", what, least, series_of(r, ends.least));
    if (ends.greatest != ends.least)
        text_add(&out, " to %s (%s)", most, series_of(r, ends.greatest));
    text_add(&out, "%s%s", *panel ? "; " : "", panel);
    free(least);
    free(most);
    return out.data;
}

char *finding_of_verdicts(const struct request *r)
{
    int of[OUTCOMES] = {0}, all = 0;
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], r->comparison);
        if (!e || !e->gain.n || !is_proposal(r->analysis, e)) continue;
        of[e->outcome]++;
        all++;
    }
    int better = of[OUTCOME_BETTER];
    struct text out = {0};
    if (!all) return NULL;
    if (of[OUTCOME_NOT_JUDGED] == all) return xstrdup("Not judged: a validity check failed");
    text_add(&out, better ? "Of %d results, %d %s" : "Of %d results, none is", all, better,
             better == 1 ? "is" : "are");
    text_add(&out, " better than %s", baseline_words(r));
    const struct {
        enum outcome outcome;
        const char *word;
    } others[] = {{OUTCOME_WORSE, "worse"},
                  {OUTCOME_EQUIVALENT, "equivalent"},
                  {OUTCOME_NOT_JUDGED, "not judged"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (of[others[i].outcome]) text_add(&out, ", %d %s", of[others[i].outcome], others[i].word);
    return out.data;
}

char *finding_of_savings(const struct request *r)
{
    const struct span fits = r->question->scaling;
    int all = 0, saves = 0, wastes = 0;
    for (int i = fits.first; i < fits.last; i++) {
        const struct scaling_fit *f = &r->analysis->scaling_fits[i];
        if (f->entry == f->reference || !is_proposed(r, f->entry)) continue;
        all++;
        saves += f->outcome == OUTCOME_BETTER;
        wastes += f->outcome == OUTCOME_WORSE;
    }
    return all ? xformat("%d of %d proposals save compute, and %d waste compute", saves, all,
                         wastes)
               : NULL;
}

char *finding_of_sweeps(const struct request *r)
{
    int all = 0, inside = 0;
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        if (!entry_winner(r->analysis, r->entries[i]) || e->negative_control) continue;
        all++;
        inside += !e->at_edge;
    }
    if (!all) return NULL;
    return xformat("%d of %d best values lie between other tried values", inside, all);
}
