/* SPDX-License-Identifier: MIT
 * Prints the two tables of a comparison: the effects of both runs, and the change of each arm. The
 * format is text for people or CSV for programs. */
#include "base/csv_write.h"
#include "base/mem.h"
#include "harness/analysis/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct number {
    double at, low, high;
};
struct line {
    const char *verdict;
    const struct question *q;
    char *name;
    /* Line of an effect: `reference` and `rerun` are gains, in percent if lower is better.
     * Line of a change: `reference` and `rerun` are means over the pairs, in ns or in the metric's
     * unit. `change` is the gain of the rerun over the reference. */
    struct number reference, rerun, change;
    int pairs, of; /* numbers of pairs in the rerun and in the reference */
};

static bool is_percent(const struct question *q)
{
    return !q->trains || !q->metric->higher_is_better;
}

static struct number number_of(const struct question *q, const struct estimate *e)
{
    bool interval = e->n > 1;
    return (struct number){gain_shown(q->metric, e->centre),
                           interval ? gain_shown(q->metric, e->interval.low) : (double)NAN,
                           interval ? gain_shown(q->metric, e->interval.high) : (double)NAN};
}

static int count_of(const struct run_comparison *c, enum compared part)
{
    return part == COMPARED_EFFECTS ? c->agreement_count : c->change_count;
}

static struct line effect_line(const struct run_comparison *c, const struct agreement *f)
{
    const struct question *q = entry_question(c->reference, f->effect->entry);
    return (struct line){f->by_formula ? changing_names[CHANGE_BY_FORMULA]
                                       : agreeing_names[f->says],
                         q,
                         entry_name(c->reference, f->effect->entry),
                         number_of(q, &f->effect->gain),
                         number_of(q, &f->again),
                         {NAN, NAN, NAN},
                         f->again.n,
                         f->effect->gain.n};
}

static struct line change_line(const struct run_comparison *c, const struct change *k)
{
    const struct question *q = entry_question(c->reference, k->entry);
    const struct candidate *own = entry_winner(c->reference, k->entry);
    return (struct line){changing_names[k->says],
                         q,
                         entry_name(c->reference, k->entry),
                         {k->reference, NAN, NAN},
                         {k->rerun, NAN, NAN},
                         number_of(q, &k->gain),
                         k->gain.n,
                         own->last - own->first};
}

static struct line line_of(const struct run_comparison *c, enum compared part, int index)
{
    return part == COMPARED_EFFECTS ? effect_line(c, &c->agreements[index])
                                    : change_line(c, &c->changes[index]);
}

/* ---- text ---- */

enum { COLUMNS = 6 };

/* Formats a gain such as "+1.25 % [+0.90, +1.60]". Accuracies have more digits. */
static char *gain_words(const struct question *q, struct number n)
{
    bool percent = is_percent(q);
    int digits = percent || metric_span(q->metric) >= 100 ? 2 : 4;
    const char *unit = percent ? " %" : "";
    if (isnan(n.at)) return xstrdup("no pair finished");
    if (isnan(n.low)) return xformat("%+.*f%s", digits, n.at, unit);
    return xformat("%+.*f%s [%+.*f, %+.*f]", digits, n.at, unit, digits, n.low, digits, n.high);
}

/* Formats a time such as "1.234 ms", or the value of a metric. */
static char *size_words(const struct question *q, double value)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    if (q->trains) return xformat("%.4f", value);
    for (; unit < 3 && value >= 1000; unit++) value /= 1000;
    return xformat("%.4g %s", value, units[unit]);
}

/* Writes the cells of a table line; line -1 is the header. The caller frees each cell. The column
 * `change` is empty for effects. */
static void fill_cells(const struct run_comparison *c, enum compared part, int index, char **cells)
{
    static const char *const head[] = {"question", "arm", "reference", "rerun", "change", "pairs"};
    bool effects = part == COMPARED_EFFECTS;
    if (index < 0) {
        for (int i = 0; i < COLUMNS; i++) cells[i] = xstrdup(head[i]);
        return;
    }
    struct line l = line_of(c, part, index);
    cells[0] = xstrdup(l.q->spec->name);
    cells[1] = l.name;
    cells[2] = effects ? gain_words(l.q, l.reference) : size_words(l.q, l.reference.at);
    cells[3] = effects ? gain_words(l.q, l.rerun) : size_words(l.q, l.rerun.at);
    cells[4] = effects ? xstrdup("") : gain_words(l.q, l.change);
    cells[5] = xformat("%d of %d: %s", l.pairs, l.of, l.verdict);
}

void compare_table(const struct run_comparison *c, enum compared part)
{
    int count = count_of(c, part), width[COLUMNS] = {0};
    char *(*lines)[COLUMNS] = xarray((size_t)count + 1, sizeof *lines);
    for (int i = 0; i <= count; i++) {
        fill_cells(c, part, i - 1, lines[i]);
        for (int k = 0; k < COLUMNS; k++)
            if ((int)strlen(lines[i][k]) > width[k]) width[k] = (int)strlen(lines[i][k]);
    }
    for (int i = 0; i <= count && count; i++) {
        if (!i) printf("\n");
        for (int k = 0; k < COLUMNS - 1; k++)
            if (k != 4 || part == COMPARED_CHANGES) printf("%-*s  ", width[k], lines[i][k]);
        printf("%s\n", lines[i][COLUMNS - 1]);
    }
    for (int i = 0; i <= count; i++)
        for (int k = 0; k < COLUMNS; k++) free(lines[i][k]);
    free(lines);
}

/* ---- CSV ---- */

void compare_csv(const struct run_comparison *c)
{
    static const char *const part_names[COMPARED] = {"effect", "change"};
    static const char *const head[] = {
        "part",           "question", "arm",       "metric",     "reference", "reference_low",
        "reference_high", "rerun",    "rerun_low", "rerun_high", "change",    "change_low",
        "change_high",    "pairs",    "of",        "verdict",    NULL};
    struct csv csv = {0};
    csv_header(&csv, head);
    csv_end_line(&csv);
    for (enum compared part = 0; part < COMPARED; part++)
        for (int i = 0; i < count_of(c, part); i++) {
            struct line l = line_of(c, part, i);
            const struct number numbers[] = {l.reference, l.rerun, l.change};
            csv_text(&csv, part_names[part]);
            csv_text(&csv, l.q->spec->name);
            csv_text(&csv, l.name);
            csv_text(&csv, l.q->trains ? l.q->metric->name : "time_ns");
            for (int k = 0; k < 3; k++)
                csv_numbers(&csv, (const double[]){numbers[k].at, numbers[k].low, numbers[k].high},
                            3);
            csv_integer(&csv, l.pairs);
            csv_integer(&csv, l.of);
            csv_text(&csv, l.verdict);
            csv_end_line(&csv);
            free(l.name);
        }
    fwrite(csv.text.data, 1, csv.text.length, stdout);
    text_free(&csv.text);
}
