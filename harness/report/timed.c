/* SPDX-License-Identifier: MIT
 * Writes answers and tables of timed questions: time, FLOPs and memory relative to the baseline,
 * and the cost of each factor of the arms. */
#include "harness/report/figures/figure_kinds.h"
#include "harness/report/report.h"

#include <math.h>
#include <string.h>

/* ---- conditions ---- */

static bool has_times(const struct analysis *a, int condition)
{
    const struct condition *c = &a->conditions[condition];
    for (int e = c->first; e < c->last; e++)
        if (a->candidates[a->entries[e].first].n) return true;
    return false;
}

int main_condition(const struct page *p)
{
    int timed = p->q->conditions.first;
    for (int i = p->q->conditions.last - 1; i >= p->q->conditions.first; i--) {
        if (counts_of(p, (struct span){i, i + 1}).least) return i;
        if (timed == p->q->conditions.first && has_times(p->a, i)) timed = i;
    }
    return timed;
}

const char *condition_words(const struct page *p, int condition)
{
    const struct condition *c = &p->a->conditions[condition];
    return words(p, "%s%s%s", pass_title(c->pass), *c->label ? ", " : "", plain(p, c->label));
}

/* ---- factors ---- */

/* Returns true if a factor effect belongs to the pass of a condition. Factor effects are stored
 * once per pass. */
static bool is_of_pass(const struct page *p, const struct factor_effect *f, int condition)
{
    return !strcmp(p->a->conditions[f->condition].pass, p->a->conditions[condition].pass) &&
           f->gain.n > 1;
}

const char *factor_words(const struct page *p, int condition)
{
    struct text costly = {0}, equivalent = {0}, open = {0};
    double margin = log(1 + p->a->time_margin);
    for (int i = p->q->factors.first; i < p->q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        const struct interval *gain = &f->gain.interval;
        if (!is_of_pass(p, f, condition)) continue;
        struct text *to = gain->low > 0 || gain->high < 0                ? &costly
                          : gain->low >= -margin && gain->high <= margin ? &equivalent
                                                                         : &open;
        list_add(to, "; ", words(p, "%s ×%s", plain(p, f->text), gain_text(p, NULL, &f->gain)));
    }
    struct text all = {0};
    if (costly.length) list_add(&all, ". ", costly.data);
    if (equivalent.length) list_add(&all, ". ", words(p, "Equivalent: %s", equivalent.data));
    if (open.length) list_add(&all, ". ", words(p, "Inconclusive: %s", open.data));
    text_free(&costly);
    text_free(&equivalent);
    text_free(&open);
    return keep(p->w, all.data);
}

static void factor_table(const struct page *p)
{
    if (p->q->factors.first == p->q->factors.last) return;
    heading(p, 2, "What each factor costs");
    md_table(p->w, "pass | change | time | FLOPs | memory | pairs of arms");
    for (int i = p->q->factors.first; i < p->q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        row(p, "%s | %s | %s | %s | %s | %d", pass_title(p->a->conditions[f->condition].pass),
            plain(p, f->text), gain_text(p, NULL, &f->gain), ratio_text(p, f->flops),
            ratio_text(p, f->memory), f->pairs);
    }
    say(p, "Ratios are pooled over all pairs of arms that differ only in this factor.");
}

/* ---- answer ---- */

void timed_answer(const struct page *p)
{
    int condition = main_condition(p);
    const struct counts n = counts_of(p, (struct span){condition, condition + 1});
    say(p, "**%s.**", capital(p, answer_of(p).found));
    if (!nothing_words(p) && n.all > 1)
        say(p, "%s (%d proposals): %s.", capital(p, condition_words(p, condition)), n.all,
            counts_text(p, n.of, outcome_names_of_time));
}

/* ---- tables ---- */

static double flops_of(const struct page *p, int entry)
{
    return p->q->trains ? winner_measured(p->a, entry, FLOP_PER_TOKEN) : entry_flops(p->a, entry);
}

/* Returns true if any entry has FLOPs. Timed training steps have none. */
static bool has_flops(const struct page *p)
{
    for (int i = p->q->entries.first; i < p->q->entries.last; i++)
        if (!isnan(flops_of(p, i))) return true;
    return false;
}

const char *cost_heads(const struct page *p)
{
    return has_flops(p) ? "FLOPs | memory | parameters" : "memory | parameters";
}

const char *cost_cells(const struct page *p, int entry)
{
    const struct effect *e = entry_effect(p->a, entry, COMPARE_STEPS);
    bool ratio = e && (p->q->trains || e->gain.n);
    double bytes = winner_measured(p->a, entry, p->q->trains ? PEAK_RSS_BYTES : WORKING_BYTES),
           size = winner_measured(p->a, entry, PARAMETERS);
    const char *flops = ratio ? ratio_text(p, e->cost.flops) : count_text(p, flops_of(p, entry));
    return words(p, "%s%s%s | %s", has_flops(p) ? flops : "", has_flops(p) ? " | " : "",
                 ratio ? ratio_text(p, e->cost.memory) : bytes_text(p, bytes),
                 ratio ? ratio_text(p, e->cost.parameters) : count_text(p, size));
}

/* Writes the row of an entry: ratios to the baseline, or absolute values if there are no ratios. */
static void timed_row(const struct page *p, int entry)
{
    const struct effect *e = entry_effect(p->a, entry, COMPARE_STEPS);
    const struct entry *own = &p->a->entries[entry];
    const char *time =
        p->a->candidates[own->first].n ? time_text(p, own->median) : failures_text(p, entry);
    bool ratio = e && e->gain.n;
    row(p, "%s | %s | %s | %s", label_of(p, entry), ratio ? gain_text(p, NULL, &e->gain) : time,
        ratio                     ? verdict_text(p, e)
        : own->reference == entry ? "baseline"
                                  : "",
        cost_cells(p, entry));
}

/* Returns a table cell with mark and ratio, such as "▼ 2.71". */
static const char *ratio_cell(const struct page *p, int entry)
{
    const struct effect *e = entry < 0 ? NULL : entry_effect(p->a, entry, COMPARE_STEPS);
    if (entry < 0) return "";
    if (e && e->gain.n)
        return words(p, "%s %s", outcome_mark(e->outcome, e->gain.centre),
                     ratio_text(p, exp(-e->gain.centre)));
    return p->a->candidates[p->a->entries[entry].first].n
               ? time_text(p, p->a->entries[entry].median)
               : failures_text(p, entry);
}

/* Returns the conditions of the last pass, or of all passes if `all` is true. */
static struct span conditions_of(const struct page *p, bool all)
{
    const struct condition *c = p->a->conditions;
    struct span s = p->q->conditions;
    while (!all && strcmp(c[s.first].pass, c[s.last - 1].pass)) s.first++;
    return s;
}

static void time_table(const struct page *p, struct span conditions, bool costs)
{
    struct text heads = {0};
    bool passes = strcmp(p->a->conditions[conditions.first].pass,
                         p->a->conditions[conditions.last - 1].pass) != 0;
    text_add(&heads, "arm");
    for (int c = conditions.first; c < conditions.last; c++)
        text_add(&heads, " | %s%s", costs ? "time, " : "",
                 passes || !*p->a->conditions[c].label ? condition_words(p, c)
                                                       : plain(p, p->a->conditions[c].label));
    if (costs) text_add(&heads, " | %s", cost_heads(p));
    md_table(p->w, heads.data);
    for (int label = 0; label < p->q->rows; label++) {
        struct text cells = {0};
        int any = -1;
        for (int c = conditions.first; c < conditions.last; c++) {
            int entry = entry_at(p, c, label);
            if (entry >= 0) any = entry;
            text_add(&cells, " | %s", ratio_cell(p, entry));
        }
        if (any >= 0 && costs) text_add(&cells, " | %s", cost_cells(p, any));
        if (any >= 0) row(p, "%s%s", label_of(p, any), cells.data);
        text_free(&cells);
    }
    text_free(&heads);
}

void shapes_table(const struct page *p)
{
    time_table(p, conditions_of(p, false), true);
    say(p,
        "%s: times and costs are ratios to the baseline. FLOPs, memory and parameters are those of "
        "the last shape. %s",
        capital(p, pass_title(p->a->conditions[p->q->conditions.last - 1].pass)), marks_legend);
}

void timed_tables(const struct page *p)
{
    enum { MOST = 8 };
    int condition = main_condition(p);
    const struct condition *c = &p->a->conditions[condition];
    struct span all = conditions_of(p, true);
    if (all.last - all.first > MOST) all = conditions_of(p, false);
    md_table(p->w, words(p, "arm | time | verdict | %s", cost_heads(p)));
    for (int i = c->first; i < c->last; i++) timed_row(p, i);
    say(p,
        "The table shows ratios to the baseline (%s), over %s. Brackets are confidence intervals "
        "of at least %g %%.%s All rows are in effects.csv.",
        condition_words(p, condition), things(p, p->q->spec->rounds, "round", "rounds"),
        100 * p->a->level,
        has_flops(p) ? " FLOPs are declared by the kernels and include recomputation." : "");
    factor_table(p);
    if (p->q->factors.first < p->q->factors.last)
        return; /* factor effects already combine all shapes */
    if (all.last - all.first < 2 || all.last - all.first > MOST) return;
    heading(p, 2, "Time at each shape");
    time_table(p, all, false);
    say(p, "%s", marks_legend);
}
