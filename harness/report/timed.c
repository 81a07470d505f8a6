/* SPDX-License-Identifier: MIT
 * What only questions of time have: ratios to the baseline's time, FLOPs and memory, and what each
 * factor of arms costs, whatever the others are. */
#include "harness/report/figures/figure_kinds.h"
#include "harness/report/report.h"

#include <math.h>
#include <string.h>

/* ---- passes ---- */

static bool has_times(const struct analysis *a, int condition)
{
    const struct condition *c = &a->conditions[condition];
    for (int e = c->first; e < c->last; e++)
        if (a->candidates[a->entries[e].first].n) return true;
    return false;
}

struct pass pass_at(const struct page *p, int condition)
{
    const struct condition *c = p->a->conditions;
    int last = p->q->conditions.last;
    struct pass s = {.conditions = {condition, condition}};
    if (condition >= last) return s;
    s.name = pass_title(c[condition].pass);
    for (int i = condition; i < last && !strcmp(c[i].pass, c[condition].pass); i++) {
        const struct counts n = counts_of(p, (struct span){i, i + 1});
        s.conditions.last = i + 1;
        if (i > condition && !n.least && (s.n.least || !has_times(p->a, i))) continue;
        s.told = i;
        s.shape = c[i].label;
        s.n = n;
    }
    return s;
}

/* ---- factors ---- */

/* What the factors of a pass come to, whatever the others are; "": arms have no factors. What is
 * not told from no change is last. */
const char *factor_words(const struct page *p, const struct pass *s)
{
    struct text costly = {0}, nothing = {0};
    for (int i = p->q->factors.first; i < p->q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        bool same = f->gain.interval.low <= 0 && f->gain.interval.high >= 0;
        if (f->condition != s->conditions.first || f->gain.n < 2) continue;
        list_add(same ? &nothing : &costly, "; ",
                 words(p, "%s ×%s", plain(p, f->said), gain_text(p, NULL, &f->gain)));
    }
    const char *first = keep(p->w, costly.data), *then = keep(p->w, nothing.data);
    return words(p, "%s%s%s%s", first, *first && *then ? "; " : "",
                 *then ? "no measurable change: " : "", then);
}

static void factor_table(const struct page *p)
{
    bool passes = strcmp(p->a->conditions[p->q->conditions.first].pass,
                         p->a->conditions[p->q->conditions.last - 1].pass) != 0;
    if (p->q->factors.first == p->q->factors.last) return;
    heading(p, p->level + 1, "What each factor costs");
    md_table(p->w, passes ? "pass | change | time | FLOPs | memory | pairs of arms"
                          : "change | time | FLOPs | memory | pairs of arms");
    for (int i = p->q->factors.first; i < p->q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        const char *pass = p->a->conditions[f->condition].pass;
        row(p, "%s%s%s | %s | %s | %s | %d", passes ? pass : "", passes ? " | " : "",
            plain(p, f->said), gain_text(p, NULL, &f->gain), ratio_text(p, f->flops),
            ratio_text(p, f->memory), f->pairs);
    }
    say(p, "Ratios, pooled over all pairs of arms that differ in this alone.");
}

/* ---- answer ---- */

void timed_answer(const struct page *p)
{
    const struct answer a = answer_of(p);
    say(p, "**%s.**", capital(p, a.found));
    if (nothing_words(p)) return;
    for_each_pass(s, p)
    {
        const char *least = ratio_text(p, s.n.least_memory), *most = ratio_text(p, s.n.most_memory);
        bool same = !strcmp(least, most);
        const char *memory = s.n.most_memory > 1.1 || s.n.least_memory < 0.9
                                 ? words(p, "; working memory %s%s%s times the baseline's", least,
                                         same ? "" : " to ", same ? "" : most)
                                 : "";
        if (s.n.all > 1)
            note(p, "%s%s%s: of %d proposals %s%s.", capital(p, s.name), *s.shape ? ", " : "",
                 plain(p, s.shape), s.n.all, counts_text(p, s.n.of, outcome_names_of_time), memory);
    }
}

/* ---- tables ---- */

/* Words that all labels but the baseline's begin with, up to a comma: how many bytes. */
static size_t common_start(const struct page *p, const struct pass *s)
{
    const struct condition *c = &p->a->conditions[s->told];
    const char *first = NULL;
    size_t length = 0;
    for (int i = c->first; i < c->last; i++) {
        const struct entry *e = &p->a->entries[i];
        if (e->reference == i) continue;
        size_t same = 0;
        while (first && e->label[same] && e->label[same] == first[same]) same++;
        length = !first ? strlen(e->label) : same < length ? same : length;
        first = first ? first : e->label;
    }
    while (length && !(first[length - 1] == ' ' && length > 1 && first[length - 2] == ','))
        length--;
    return length;
}

static const char *short_label(const struct page *p, const struct pass *s, int entry)
{
    size_t start = common_start(p, s);
    const struct entry *e = &p->a->entries[entry];
    return plain(p, e->label + (e->reference == entry ? 0 : start));
}

static void timed_row(const struct page *p, const struct pass *s, int entry, bool passes)
{
    const struct effect *e = entry_effect(p->a, entry, COMPARE_STEPS);
    const char *label = short_label(p, s, entry), *name = p->a->conditions[s->told].pass;
    const char *pass =
        passes ? words(p, "%s%s%s | ", name, *s->shape ? ", " : "", plain(p, s->shape)) : "";
    if (e && e->gain.n) {
        row(p, "%s%s | %s | %s | %s | %s | %s", pass, label, gain_text(p, NULL, &e->gain),
            verdict_text(p, e), ratio_text(p, e->cost.flops), ratio_text(p, e->cost.memory),
            ratio_text(p, e->cost.parameters));
        return;
    }
    bool measured = p->a->candidates[p->a->entries[entry].first].n;
    double flops = entry_flops(p->a, entry);
    row(p, "%s%s | %s | %s | %s | %s | %s", pass, label,
        measured ? time_text(p, p->a->entries[entry].median) : failures_text(p, entry),
        p->a->entries[entry].reference == entry ? "baseline" : "",
        isnan(flops) ? "" : count_text(p, flops),
        bytes_text(p, winner_measured(p->a, entry, WORKING_BYTES)),
        isnan(winner_measured(p->a, entry, PARAMETERS))
            ? ""
            : count_text(p, winner_measured(p->a, entry, PARAMETERS)));
}

/* Ratios at all shapes of a pass, where there are several: "▼2.71". */
static const char *shape_cell(const struct page *p, int condition, int label)
{
    const struct condition *c = &p->a->conditions[condition];
    for (int i = c->first; i < c->last; i++) {
        const struct effect *e = entry_effect(p->a, i, COMPARE_STEPS);
        if (p->a->entries[i].row != label) continue;
        if (!e || !e->gain.n)
            return p->a->candidates[p->a->entries[i].first].n
                       ? time_text(p, p->a->entries[i].median)
                       : failures_text(p, i);
        return words(p, "%s %s", outcome_mark(e->outcome, e->gain.centre),
                     ratio_text(p, exp(-e->gain.centre)));
    }
    return "";
}

static void shapes_table(const struct page *p, const struct pass *s)
{
    struct text heads = {0};
    if (s->conditions.last - s->conditions.first < 2) return;
    heading(p, p->level + 1, "%s: time at each shape", capital(p, s->name));
    text_add(&heads, "arm");
    for (int c = s->conditions.first; c < s->conditions.last; c++)
        text_add(&heads, " | %s", plain(p, p->a->conditions[c].label));
    md_table(p->w, heads.data);
    text_free(&heads);
    for (int label = 0; label < p->q->rows; label++) {
        struct text cells = {0};
        int any = -1;
        for (int c = s->conditions.first; c < s->conditions.last; c++) {
            const struct condition *k = &p->a->conditions[c];
            for (int i = k->first; i < k->last && any < 0; i++)
                if (p->a->entries[i].row == label) any = i;
            text_add(&cells, " | %s", shape_cell(p, c, label));
        }
        if (any >= 0) row(p, "%s%s", label_of(p, any), cells.data);
        text_free(&cells);
    }
    say(p, "%s", marks_legend);
}

/* Of many rows the last pass alone is shown where factors tell of the others. */
static bool is_shown(const struct page *p, const struct pass *s)
{
    enum { MOST = 40 };
    int rows = 0;
    for_each_pass(one, p) rows +=
        p->a->conditions[one.told].last - p->a->conditions[one.told].first;
    bool factors = p->q->factors.first < p->q->factors.last;
    return rows <= MOST || !factors || s->conditions.last == p->q->conditions.last;
}

/* The pass, the shape and the words that the arms of a table have in common. */
static const char *common_words(const struct page *p, const struct pass *s, bool passes)
{
    const struct condition *c = &p->a->conditions[s->told];
    size_t start = common_start(p, s);
    const char *arms =
        start ? words(p, "%.*s", (int)start - 2, p->a->entries[c->last - 1].label) : "";
    return words(p, "%s%s%s%s%s", passes ? "" : s->name, !passes && *s->shape ? ", " : "",
                 passes ? "" : plain(p, s->shape),
                 !*arms   ? ""
                 : passes ? "all arms but the baseline: "
                          : "; all arms but the baseline: ",
                 plain(p, arms));
}

void timed_tables(const struct page *p)
{
    bool passes = false, left_out = false;
    struct pass last = {0};
    int shown = 0;
    for_each_pass(s, p) shown += is_shown(p, &s);
    passes = shown > 1;
    md_table(p->w, passes ? "pass | arm | time | verdict | FLOPs | memory | parameters"
                          : "arm | time | verdict | FLOPs | memory | parameters");
    for_each_pass(s, p)
    {
        const struct condition *c = &p->a->conditions[s.told];
        last = s;
        left_out |= !is_shown(p, &s);
        for (int i = c->first; i < c->last && is_shown(p, &s); i++) timed_row(p, &s, i, passes);
    }
    const char *common = common_words(p, &last, passes);
    say(p,
        "Ratios to the baseline%s%s%s; brackets: %g %% intervals or wider, over %s. FLOPs as "
        "declared by the kernels, recomputation included.%s",
        *common ? " (" : "", common, *common ? ")" : "", 100 * p->a->level,
        things(p, p->q->spec->rounds, "round", "rounds"),
        left_out ? " Other passes: effects.csv." : "");
    factor_table(p);
    shapes_table(p, &last);
}
