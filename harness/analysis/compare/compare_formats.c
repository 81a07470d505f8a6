/* SPDX-License-Identifier: MIT
 * Printing comparisons (compare_formats.h). */
#include "base/csv_write.h"
#include "base/markdown_text.h"
#include "base/mem.h"
#include "harness/analysis/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 6 };
static const char *const part_names[COMPARED] = {"effect", "change"};
static const char *const heads[COMPARED][COLUMNS] = {
    {"question", "effect", "reference", "rerun", "pairs"},
    {"question", "arm", "reference", "rerun", "change", "pairs"}};

/* ---- for people ---- */

/* "+1.25 % [+0.90, +1.60]"; accuracies have more digits, scores of 0 to 100 as few. */
static char *gain_words(const struct question *q, struct told t)
{
    bool percent = told_in_percent(q);
    int digits = percent || metric_span(q->metric) >= 100 ? 2 : 4;
    const char *unit = percent ? " %" : "";
    if (isnan(t.at)) return xstrdup("no ratio to 0");
    if (isnan(t.low)) return xformat("%+.*f%s", digits, t.at, unit);
    return xformat("%+.*f%s [%+.*f, %+.*f]", digits, t.at, unit, digits, t.low, digits, t.high);
}

/* "1.234 ms" of a time, else the metric. */
static char *size_words(const struct question *q, double value)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    if (q->trains) return xformat("%.4f", value);
    for (; unit < 3 && value >= 1000; unit++) value /= 1000;
    return xformat("%.4g %s", value, units[unit]);
}

/* The cells of a line, -1: its head; each to be freed. NULL: the table has no such column. */
static void cells_of(const struct comparison *c, enum compared part, int index, char **cells)
{
    bool effects = part == COMPARED_EFFECTS;
    if (index < 0) {
        for (int i = 0; i < COLUMNS; i++)
            cells[i] = heads[part][i] ? xstrdup(heads[part][i]) : NULL;
        return;
    }
    struct compared_line l = compared_line(c, part, index);
    char *all[COLUMNS] = {xstrdup(l.question->spec->name), l.name};
    int n = 2;
    all[n++] =
        effects ? gain_words(l.question, l.reference) : size_words(l.question, l.reference.at);
    all[n++] = effects ? gain_words(l.question, l.rerun) : size_words(l.question, l.rerun.at);
    if (!effects) all[n++] = gain_words(l.question, l.change);
    all[n++] = xformat("%d of %d: %s", l.pairs, l.of, l.says);
    memcpy(cells, all, sizeof all);
}

static void widen(int *width, char *const *cells)
{
    for (int i = 0; i < COLUMNS; i++)
        if (cells[i] && (int)strlen(cells[i]) > width[i]) width[i] = (int)strlen(cells[i]);
}

static bool is_last(char *const *cells, int i) { return i + 1 == COLUMNS || !cells[i + 1]; }

static void text_line(char *const *cells, const int *width)
{
    for (int i = 0; i < COLUMNS && cells[i]; i++)
        if (is_last(cells, i))
            printf("%s\n", cells[i]);
        else
            printf("%-*s  ", width[i], cells[i]);
}

static void print_markdown(const char *text)
{
    struct text out = {0};
    add_markdown(&out, text, strlen(text));
    printf("%s", out.length ? out.data : "");
    text_free(&out);
}

/* Under a head, its rule. */
static void markdown_line(char *const *cells, bool head)
{
    for (int i = 0; i < COLUMNS && cells[i]; i++) {
        printf("| ");
        print_markdown(cells[i]);
        printf(is_last(cells, i) ? " |\n" : " ");
    }
    for (int i = 0; head && i < COLUMNS && cells[i]; i++)
        printf(is_last(cells, i) ? "| --- |\n" : "| --- ");
}

void compare_table(const struct comparison *c, enum compared part, enum table_form form)
{
    int count = compared_count(c, part), width[COLUMNS] = {0};
    char *(*lines)[COLUMNS] = xarray((size_t)count + 1, sizeof *lines);
    for (int i = 0; i <= count && count; i++) {
        cells_of(c, part, i - 1, lines[i]);
        widen(width, lines[i]);
    }
    if (count) printf("\n");
    for (int i = 0; i <= count && count; i++) {
        if (form == TABLE_TEXT) text_line(lines[i], width);
        if (form == TABLE_MARKDOWN) markdown_line(lines[i], !i);
        for (int k = 0; k < COLUMNS; k++) free(lines[i][k]);
    }
    free(lines);
}

static const char *tier_of(const struct run_data *run)
{
    return manifest_text(run, "plan", "tier");
}

void compare_markdown(const struct comparison *c, const struct verdict *verdict)
{
    const struct run_data *sides[] = {c->reference->run, c->run->run};
    static const char *const names[] = {"reference", "rerun"};
    printf("**%s**\n\n", verdict->word);
    for (int i = 0; i < 2; i++) {
        printf("- %s: commit ", names[i]);
        print_markdown(manifest_text(sides[i], "program", "commit"));
        printf(", tier ");
        print_markdown(tier_of(sides[i]));
        printf(", ");
        print_markdown(manifest_text(sides[i], "machine", "cpu_model"));
        printf("\n");
    }
    printf("- trainings equal bit for bit: %d of the %d that must be\n", c->equal[MATCH_BITS],
           c->states[MATCH_BITS]);
    for (enum compared part = 0; part < COMPARED; part++) compare_table(c, part, TABLE_MARKDOWN);
}

/* ---- for programs ---- */

static void told_cells(struct csv *csv, struct told t)
{
    csv_numbers(csv, (const double[]){t.at, t.low, t.high}, 3);
}

void compare_csv(const struct comparison *c, const struct verdict *verdict)
{
    static const char *const head[] = {
        "part",           "question", "arm",       "metric",     "reference", "reference_low",
        "reference_high", "rerun",    "rerun_low", "rerun_high", "change",    "change_low",
        "change_high",    "pairs",    "of",        "says",       NULL};
    struct csv csv = {0};
    (void)verdict;
    csv_header(&csv, head);
    csv_end_line(&csv);
    for (enum compared part = 0; part < COMPARED; part++)
        for (int i = 0; i < compared_count(c, part); i++) {
            struct compared_line l = compared_line(c, part, i);
            csv_text(&csv, part_names[part]);
            csv_text(&csv, l.question->spec->name);
            csv_text(&csv, l.name);
            csv_text(&csv, l.question->trains ? l.question->metric->name : "time_ns");
            told_cells(&csv, l.reference);
            told_cells(&csv, l.rerun);
            told_cells(&csv, l.change);
            csv_integer(&csv, l.pairs);
            csv_integer(&csv, l.of);
            csv_text(&csv, l.says);
            csv_end_line(&csv);
            free(l.name);
        }
    fwrite(csv.text.data, 1, csv.text.length, stdout);
    text_free(&csv.text);
}

/* ==== From agreements and changes to lines of tables. ==== */

static const struct told untold = {NAN, NAN, NAN};

bool told_in_percent(const struct question *q)
{
    return !q->trains || !q->metric->higher_is_better;
}

/* An interval of one pair is none. */
static struct told told_gain(const struct question *q, const struct estimate *e)
{
    bool wide = e->n > 1;
    return (struct told){gain_told(q->metric, e->centre),
                         wide ? gain_told(q->metric, e->interval.low) : (double)NAN,
                         wide ? gain_told(q->metric, e->interval.high) : (double)NAN};
}

static struct compared_line effect_line(const struct comparison *c, int index)
{
    const struct agreement *f = &c->agreements[index];
    const struct question *q = entry_question(c->reference, f->effect->entry);
    return (struct compared_line){.says = f->by_formula ? changing_names[CHANGE_BY_FORMULA]
                                                        : agreeing_names[f->says],
                                  .question = q,
                                  .name = entry_name(c->reference, f->effect->entry),
                                  .reference = told_gain(q, &f->effect->gain),
                                  .rerun = told_gain(q, &f->again),
                                  .change = untold,
                                  .pairs = f->again.n,
                                  .of = f->effect->gain.n};
}

static struct compared_line change_line(const struct comparison *c, int index)
{
    const struct change *k = &c->changes[index];
    const struct question *q = entry_question(c->reference, k->entry);
    const struct candidate *own = entry_winner(c->reference, k->entry);
    return (struct compared_line){.says = changing_names[k->says],
                                  .question = q,
                                  .name = entry_name(c->reference, k->entry),
                                  .reference = {k->reference, NAN, NAN},
                                  .rerun = {k->rerun, NAN, NAN},
                                  .change = told_gain(q, &k->gain),
                                  .pairs = k->gain.n + k->noughts,
                                  .of = own->last - own->first};
}

static const struct {
    struct compared_line (*line)(const struct comparison *, int index);
} parts[COMPARED] = {{effect_line}, {change_line}};

int compared_count(const struct comparison *c, enum compared part)
{
    return part == COMPARED_EFFECTS ? c->agreement_count : c->change_count;
}

struct compared_line compared_line(const struct comparison *c, enum compared part, int index)
{
    return parts[part].line(c, index);
}
