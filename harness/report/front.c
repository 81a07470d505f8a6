/* SPDX-License-Identifier: MIT
 * Writes the front page of several questions: findings and limits, main figure, table of proposals,
 * and one line per question. README.md, folder pages and run pages use parts of this page. Controls
 * are not counted. */
#include "base/csv_read.h"
#include "harness/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct variant_matrix matrix_of(const struct folder *f)
{
    const struct analysis **runs = xarray((size_t)f->count, sizeof *runs);
    for (int i = 0; i < f->count; i++) runs[i] = &f->runs[i].analysis;
    struct variant_matrix m = variant_matrix_make(runs, f->count);
    free(runs);
    return m;
}

struct page page_of_cell(const struct page *p, const struct matrix_cell *c)
{
    struct page of = page_of(p->w, p->folder, c->run);
    of.q = entry_question(c->a, c->effect->entry);
    return of;
}

/* ---- what was found, over all runs ---- */

struct found {
    int questions, judged; /* `questions` is the number of trained questions with a baseline;
                              `judged` counts those that pass all checks */
    double most_parameters, most_tokens;
};

static void add_question(struct found *f, const struct page *p)
{
    bool any = false, good = false;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        if (p->a->entries[i].reference != i) continue;
        const struct standing s = standing_of(p->a, i);
        any = true;
        good |= !baseline_failure(p->a, i);
        f->most_parameters = fmax(f->most_parameters, s.parameters);
        f->most_tokens = fmax(f->most_tokens, s.tokens);
    }
    f->questions += any;
    f->judged += good;
}

static struct found find_all(const struct page *p)
{
    struct found f = {0};
    for (int i = 0; i < p->folder->count; i++) {
        struct page of = page_of(p->w, p->folder, i);
        while (next_question(&of, true)) add_question(&f, &of);
    }
    return f;
}

/* ---- does it help? ---- */

static const char *counts_words(const struct page *p, const struct matrix_counts *n)
{
    const int *of = n->outcomes;
    int leaning = of[OUTCOME_SUGGESTIVE], open = of[OUTCOME_INCONCLUSIVE],
        same = of[OUTCOME_EQUIVALENT],
        unjudged = n->all - leaning - open - same - of[OUTCOME_BETTER] - of[OUTCOME_WORSE];
    const struct {
        int count;
        const char *words;
    } rest[] = {{same, n->at_top == same ? "show no difference (on tasks that the baseline "
                                           "already solves)"
                                         : "show no difference"},
                {leaning, leaning == 1 ? "is suggestive" : "are suggestive"},
                {open, open == 1 ? "is inconclusive" : "are inconclusive"},
                {unjudged, "could not be judged"}};
    struct text parts = {0};
    int others = 0, last = 0;
    text_add(&parts,
             !of[OUTCOME_BETTER]      ? "none is better"
             : of[OUTCOME_BETTER] > 1 ? "%d are better"
                                      : "%d is better",
             of[OUTCOME_BETTER]);
    if (of[OUTCOME_WORSE])
        text_add(&parts, " and %d %s worse", of[OUTCOME_WORSE],
                 of[OUTCOME_WORSE] > 1 ? "are" : "is");
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) last += rest[i].count > 0;
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        if (!rest[i].count) continue;
        others++;
        text_add(&parts, "%s%d %s",
                 others == 1     ? ". Of the others, "
                 : others < last ? ", "
                 : others > 2    ? ", and "
                                 : " and ",
                 rest[i].count, rest[i].words);
    }
    return keep(p->w, parts.data);
}

/* Prints the best result with its cost. Prints how many results remain significant after correction
 * for all comparisons. */
static void say_best(const struct page *p, const struct matrix_counts *n)
{
    int better = n->outcomes[OUTCOME_BETTER], worse = n->outcomes[OUTCOME_WORSE];
    const char *losses =
        worse ? words(p, " %d of the %s significant.", n->stand_worse,
                      things(p, worse, "worse result remains", "worse results remain"))
              : "";
    if (n->best) {
        const struct page of = page_of_cell(p, n->best);
        const struct effect *e = n->best->effect;
        const char *stands = words(p,
                                   " This gain is significant within its question%s after "
                                   "correction for all %d comparisons.%s",
                                   n->best_stands ? " and" : ", but not", n->all, losses);
        say(p, "%s gain is on %s. %s%s%s.%s", better == 1 ? "The only" : "The clearest",
            setup_of(&of), effect_sentence(&of, e), price_words(&of, e), control_words(&of, e),
            n->all > 1 ? stands : "");
    } else if (worse) {
        say(p, "After correction for all %d comparisons, %s remain significant.", n->all,
            words(p, "%d of the %d worse results", n->stand_worse, worse));
    }
}

static void say_help(const struct page *p, const struct found *f, const struct variant_matrix *m)
{
    const struct matrix_counts n = variant_matrix_counts(m);
    const char *short_answer = n.stand_better ? "Some changes help." : "Not reliably.";
    if (!n.all && f->judged) return;
    if (!n.all || !f->judged) {
        say(p, "**Does it help?** These runs cannot tell: no question passes the validity checks "
               "that a verdict requires.");
        return;
    }
    say(p, "**Does it help? %s** Of %s of %s with the baseline, %s.", short_answer,
        things(p, n.all, "comparison", "comparisons"),
        things(p, n.proposals, "proposal", "proposals"), counts_words(p, &n));
    say_best(p, &n);
}

/* ---- what does it cost? ---- */

static const char *percent_more(const struct page *p, double ratio)
{
    return words(p, "%.0f %% %s", 100 * fabs(ratio - 1), ratio < 1 ? "less" : "more");
}

/* The rows with the shortest, longest and second longest time, as indices. */
struct range {
    int low, high, second, count;
};

static double time_of(const struct variant_matrix *m, int row, bool steps)
{
    const struct matrix_row *r = row < 0 ? NULL : &m->rows[row];
    return r && !r->control ? matrix_time(steps ? &r->step : &r->layer) : (double)NAN;
}

static struct range range_of(const struct variant_matrix *m, bool steps)
{
    struct range r = {-1, -1, -1, 0};
    for (int i = 0; i < m->row_count; i++) {
        double time = time_of(m, i, steps);
        if (isnan(time)) continue;
        r.count++;
        if (!(time >= time_of(m, r.low, steps))) r.low = i;
        if (!(time <= time_of(m, r.high, steps)))
            r.second = r.high, r.high = i;
        else if (!(time <= time_of(m, r.second, steps)))
            r.second = i;
    }
    return r;
}

/* Prints the range of times per training step, or per layer. If one proposal is far slower than all
 * others, prints its time separately. */
static void say_time(const struct page *p, const struct variant_matrix *m)
{
    static const double far = 1.25;
    bool steps = range_of(m, true).count > 1;
    const struct range r = range_of(m, steps);
    if (r.count < 2) return;
    double high = time_of(m, r.high, steps), second = time_of(m, r.second, steps);
    bool apart = r.count > 2 && high > far * second;
    const struct matrix_row *slowest = &m->rows[r.high];
    const struct page of = page_of_cell(p, steps ? &slowest->step : &slowest->layer);
    say(p,
        "**What does it cost?** A %s takes from %s to %s time%s. This was measured on %s. Other "
        "models differ.",
        steps ? "training step" : "layer", percent_more(p, time_of(m, r.low, steps)),
        percent_more(p, apart ? second : high),
        apart ? words(p, ", but %s with %s", percent_more(p, high),
                      quoted(p, plain(p, slowest->name)))
              : "",
        quoted(p, setup_of(&of)));
}

/* Time and memory ratios of proposals that keep whole arrays in memory. least_streamed and
 * most_streamed are time ratios of the same proposals when computed tile by tile. */
struct materialised {
    double least, most, most_memory, least_streamed, most_streamed;
};

static bool differ_in_method(const struct analysis *a, int i, int k, int method)
{
    for (int x = 0; x < a->run->axes.count; x++)
        if ((x == method) == !strcmp(entry_value(a, i, x), entry_value(a, k, x))) return false;
    return true;
}

static void add_materialised(struct materialised *all, const struct page *p, const struct effect *e,
                             int method)
{
    const struct condition *c = &p->a->conditions[p->a->entries[e->entry].condition];
    const char *own = entry_value(p->a, e->entry, method);
    if (!e->gain.n || !is_proposal(p->a, e) ||
        !strcmp(own, entry_value(p->a, e->reference, method)))
        return;
    for (int i = c->first; i < c->last; i++) {
        const struct effect *other = entry_effect(p->a, i, COMPARE_STEPS);
        if (!other || !other->gain.n || !differ_in_method(p->a, e->entry, i, method)) continue;
        all->least = fmin(all->least, exp(-e->gain.centre));
        all->most = fmax(all->most, exp(-e->gain.centre));
        all->most_memory = fmax(all->most_memory, e->cost.memory);
        all->least_streamed = fmin(all->least_streamed, exp(-other->gain.centre));
        all->most_streamed = fmax(all->most_streamed, exp(-other->gain.centre));
    }
}

/* Prints the largest memory ratio, and the time ratios of the question in which it occurs. */
static void say_materialised(const struct page *p)
{
    struct materialised worst = {.most_memory = -1};
    const char *where = "", *other = "";
    for (int i = 0; i < p->folder->count; i++) {
        struct page of = page_of(p->w, p->folder, i);
        int method = axes_find(&of.a->run->axes, "method");
        while (method >= 0 && next_question(&of, false)) {
            struct materialised all = {NAN, NAN, NAN, NAN, NAN}; /* fmin() and fmax() ignore NaN */
            for_each_effect(e, &of) add_materialised(&all, &of, e, method);
            if (!(all.most_memory > worst.most_memory)) continue;
            worst = all;
            where = setup_of(&of);
            other = label_of(&of, of.a->effects[of.q->effects.first].reference);
        }
    }
    if (worst.most_memory < 0) return;
    say(p,
        "Learned scores that keep all arrays in memory, as published code does, take %s to %s "
        "times as long as the %s and need up to %.0f times as much memory. Streamed in tiles, they "
        "take %s to %s times as long as the %s (see %s).",
        ratio_text(p, worst.least), ratio_text(p, worst.most), quoted(p, other), worst.most_memory,
        ratio_text(p, worst.least_streamed), ratio_text(p, worst.most_streamed), quoted(p, other),
        quoted(p, where));
}

/* ---- how far can it be trusted? ---- */

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median half-width of the intervals of judged losses and perplexities, in percent. */
static double median_reach(const struct variant_matrix *m)
{
    int count = 0;
    double *reach = xarray((size_t)(m->row_count * m->column_count) + 1, sizeof *reach);
    for (int i = 0; i < m->row_count; i++)
        for (int c = 0; c < m->column_count; c++) {
            const struct effect *e = m->rows[i].cells[c].a ? m->rows[i].cells[c].effect : NULL;
            bool counts = e && e->gain.n > 1 && !e->failed_check && !m->rows[i].control &&
                          !m->columns[c].metric->higher_is_better;
            if (counts) reach[count++] = 50 * (e->gain.interval.high - e->gain.interval.low);
        }
    if (count) qsort(reach, (size_t)count, sizeof *reach, by_number);
    double median = count ? reach[count / 2] : (double)NAN;
    free(reach);
    return median;
}

static void say_trust(const struct page *p, const struct found *f, const struct variant_matrix *m)
{
    double reach = median_reach(m);
    if (!f->questions || !(f->most_parameters > 0)) return;
    const char *seen = f->most_tokens > 0 ? words(p, " and were trained on at most %s tokens",
                                                  count_text(p, f->most_tokens))
                                          : "";
    const char *width =
        isnan(reach)
            ? ""
            : words(
                  p,
                  " Half of the judged losses and perplexities have intervals of ±%.1f %% or more, "
                  "so smaller changes are often missed.",
                  reach);
    say(p,
        "**How far can I trust this?** Models have at most %s parameters%s. %d of %s with a "
        "baseline %s the validity checks that a verdict requires.%s Larger models may behave "
        "differently. These results do not refute any paper.",
        count_text(p, f->most_parameters), seen, f->judged,
        things(p, f->questions, "trained question", "trained questions"),
        f->judged == 1 ? "passes" : "pass", width);
}

static void findings(const struct page *p, const struct variant_matrix *m)
{
    const struct found f = find_all(p);
    if (f.questions) say_help(p, &f, m);
    say_time(p, m);
    say_materialised(p);
    say_trust(p, &f, m);
}

/* ---- questions ---- */

/* Lists judged questions, then timed questions, then the names of questions that are not judged. */
static void question_table(const struct page *p)
{
    struct text unjudged = {0};
    bool others = !p->folder->is_run && source_question_table(p);
    int rows = 0;
    for (int trains = 1; trains >= 0; trains--)
        for (int i = 0; i < p->folder->count; i++)
            for (struct page of = page_of(p->w, p->folder, i); next_question(&of, trains);) {
                if (others && is_source_question(of.q->spec->name)) continue;
                const struct answer a = answer_of(&of);
                const char *link = question_link(&of, title_of(&of));
                if (*a.why) {
                    list_add(&unjudged, ", ", link);
                    continue;
                }
                if (!rows++) {
                    heading(p, 2, others ? "Other questions" : "Questions");
                    md_table(p->w, "question | answer | outcome");
                }
                row(p, "%s | %s | %s", link, capital(p, others ? short_answer(&of, &a) : a.found),
                    trains ? a.word : "");
            }
    if (unjudged.length)
        say(p, "Not judged because a validity check failed (each page names the check): %s.",
            unjudged.data);
    text_free(&unjudged);
}

/* Prints when and on which machines the runs of a folder were measured. */
static void say_runs(const struct page *p)
{
    struct text machines = {0};
    const char *first = NULL, *last = NULL;
    for (int i = 0; i < p->folder->count; i++) {
        const struct run_data *run = &p->folder->runs[i].run;
        const char *machine = manifest_text(run, "machine", "cpu_model"),
                   *day = words(p, "%.10s", manifest_started(run));
        if (*machine && !(machines.data && strstr(machines.data, machine)))
            list_add(&machines, ", ", machine);
        if (*day && (!first || strcmp(day, first) < 0)) first = day;
        if (*day && (!last || strcmp(day, last) > 0)) last = day;
    }
    if (first)
        say(p,
            "%s started between %s and %s on %s. Each run's manifest.json lists its commit and "
            "options.",
            things(p, p->folder->count, "run", "runs"), first, last,
            machines.length ? plain(p, machines.data) : "unknown machines");
    text_free(&machines);
}

/* Prints the cost figure and the cost table of the first question that has a cost figure. */
static void costs_here(const struct page *p)
{
    for (struct page of = page_of(p->w, p->folder, 0); next_question(&of, false);)
        for (int i = 0; i < of.q->spec->figure_count; i++) {
            if (strcmp(of.q->spec->figures[i].kind, "costs")) continue;
            heading(p, 2, "Costs on this machine");
            say(p, "%s (%s): %s.", question_link(&of, title_of(&of)),
                plain(p, manifest_text(&p->r->run, "machine", "cpu_model")), answer_of(&of).found);
            show_figures(&of, "costs");
            shapes_table(&of);
            return;
        }
}

void front_page(const struct page *p)
{
    struct variant_matrix m = matrix_of(p->folder);
    int shown[MAIN_TASKS], main = matrix_main_tasks(&m, shown);
    for (bool none = !main; none && main < m.column_count && main < MAIN_TASKS; main++)
        shown[main] = main; /* if no task has a verdict, show the first tasks */
    if (p->folder->is_run) costs_here(p);
    if (p->folder->is_run && main) heading(p, 2, "Findings");
    findings(p, &m);
    show_figures(p, NULL);
    if (main) {
        matrix_table(p, &m, shown, main);
        say(p,
            "%s Brackets are confidence intervals of at least %g %%. Arms are compared at equal "
            "training steps. Costs are ratios to the baseline.",
            marks_legend, 100 * p->a->level);
    }
    question_table(p);
    if (!p->folder->is_run) say_runs(p);
    variant_matrix_free(&m);
}

/* Returns the first row of answers.csv, from row `from`, that belongs to the question file `path`.
 * Returns -1 if there is none. */
static int reference_row(const struct table *t, const char *path, int from)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strcspn(name, ".");
    for (int i = from; i < t->rows; i++) {
        const char *own = table_text(t, i, "question");
        if (!strncmp(own, name, length) && (!own[length] || own[length] == '-')) return i;
    }
    return -1;
}

void reference_answers(const struct page *p, const char *home)
{
    struct table t = {0};
    const struct plan *plan = &p->r->run.plan;
    char *folder = xformat("%s/results/reference", home ? home : "."),
         *path = xformat("%s/" ANSWERS_NAME, folder), *error = NULL;
    bool there = plan->absent_count && table_read(&t, path, &error);
    if (plan->absent_count) {
        heading(p, 2, "Not run at this tier");
        say(p,
            "These questions train models for hours. %s runs one of them. The answers below are "
            "from "
            "results/reference.",
            md_command(p->w, "./attnlab run FILE --tier full"));
        md_table(p->w, "file | question | answer | outcome");
    }
    for (int i = 0; i < plan->absent_count; i++) {
        const char *file = plan->absent[i];
        int at = there ? reference_row(&t, file, 0) : -1;
        if (at < 0) row(p, "%s | | none |", plain(p, file));
        for (; at >= 0; at = reference_row(&t, file, at + 1)) {
            bool judged = !*table_text(&t, at, "why");
            const char *page = words(p, "%s/%s/report.md", folder, table_text(&t, at, "question")),
                       *title = plain(p, table_text(&t, at, "title"));
            row(p, "%s | %s | %s | %s", plain(p, file),
                access(page, R_OK) ? title : md_link(p->w, page, title),
                judged ? plain(p, table_text(&t, at, "found")) : "a validity check failed",
                judged ? plain(p, table_text(&t, at, "word")) : outcome_names[OUTCOME_NOT_JUDGED]);
        }
    }
    table_free(&t);
    free(error);
    free(folder);
    free(path);
}

void front_part(const struct page *p, const char *links)
{
    struct variant_matrix m = matrix_of(p->folder);
    for (int i = 0; i < p->folder->figures.count; i++) {
        const struct figure *f = &p->folder->figures.list[i];
        if (!f->fault && !strcmp(f->stem, MATRIX_FIGURE))
            md_figure(p->w, words(p, "%s%s", links, f->stem), f->title);
    }
    findings(p, &m);
    paper_table(p, &m);
    say(p,
        "%s Brackets are confidence intervals of at least %g %%. Arms are compared at equal "
        "training steps. The %s lists all tasks, changes and verdicts.",
        marks_legend, 100 * p->a->level, md_link(p->w, words(p, "%sreport.md", links), "report"));
    variant_matrix_free(&m);
}
