/* SPDX-License-Identifier: MIT
 * Writes the table of failed rows, with commands that rerun them. Cells that failed for the same
 * reason share one line, which contains the command for the first cell. */
#include "harness/report/report.h"
#include "harness/run/manifest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *status_of(const struct page *p, const struct trial *t)
{
    bool good = t->state == TRIAL_OK || t->state == TRIAL_MISSING;
    return good ? "" : trial_text(&p->r->run, t, "status");
}

const char *failures_text(const struct page *p, int entry)
{
    const struct span s = trials_of(p->a, (struct span){entry, entry + 1});
    struct text out = {0};
    for (int i = s.first; i < s.last; i++) {
        const char *status = status_of(p, p->a->members[i]);
        int before = 0, count = 0;
        for (int j = s.first; j < s.last; j++)
            if (!strcmp(status_of(p, p->a->members[j]), status)) before += j < i, count++;
        if (*status && !before) list_add(&out, ", ", words(p, "%d %s", count, status));
    }
    return keep(p->w, out.data);
}

struct failure {
    const char *cell, *question, *status, *reason;
    int cells;
};
struct failures {
    struct failure *list;
    int count;
};

static const char *past_number(const char *text)
{
    while (isdigit((unsigned char)*text)) text++;
    return text;
}

/* Returns true if two reasons differ only in their numbers, such as "waited during 7 % of the
 * time". */
static bool same_but_numbers(const char *a, const char *b)
{
    for (;; a++, b++) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b))
            a = past_number(a), b = past_number(b);
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

static void add_failure(struct failures *f, struct failure one)
{
    for (int i = 0; i < f->count; i++) {
        struct failure *other = &f->list[i];
        if (strcmp(one.question, other->question) || strcmp(one.status, other->status) ||
            !same_but_numbers(one.reason, other->reason))
            continue;
        other->cells++;
        return;
    }
    one.cells = 1;
    f->list = xroom(f->list, (size_t)f->count, sizeof *f->list);
    f->list[f->count++] = one;
}

/* Adds one failure per timed cell with failed rounds, and one per training run without a result. */
static void add_entry(const struct page *p, struct failures *f, int entry)
{
    const struct question *q = entry_question(p->a, entry);
    const struct span s = trials_of(p->a, (struct span){entry, entry + 1});
    for (int i = s.first; i < s.last; i++) {
        const struct trial *t = p->a->members[i];
        const char *reason = trial_text(&p->r->run, t, "reason"), *status = status_of(p, t);
        if (!*status || (q->trains && t->state != TRIAL_FAILED && t->state != TRIAL_SKIPPED))
            continue;
        if (q->trains && !*reason) reason = "no value of the metric";
        if (!q->trains) status = words(p, "%s of %d", failures_text(p, entry), s.last - s.first);
        add_failure(f, (struct failure){t->cell->string, q->spec->name, status, reason, 0});
        if (!q->trains) return;
    }
}

/* Adds simple baselines that failed, whether they ran in this run or were added later. */
static void add_simple_baselines(const struct run_data *run, struct failures *f)
{
    const struct table *t = &run->added_baselines;
    for (int i = 0; i < run->trial_count; i++) {
        const struct trial *one = &run->trials[i];
        if (one->cell->simple_baseline && one->state == TRIAL_FAILED)
            add_failure(f, (struct failure){
                               one->cell->string, run->plan.specs[one->cell->spec].name,
                               trial_text(run, one, "status"), trial_text(run, one, "reason"), 0});
    }
    for (int i = 0; i < t->rows; i++)
        if (strcmp(table_text(t, i, "status"), status_names[STATUS_OK]))
            add_failure(f, (struct failure){table_text(t, i, "cell"), SIMPLE_BASELINES_NAME,
                                            table_text(t, i, "status"), table_text(t, i, "reason"),
                                            0});
}

void report_failures(const struct page *p)
{
    enum { MOST = 40 };
    struct failures f = {0};
    for (int i = 0; i < p->a->entry_count; i++) add_entry(p, &f, i);
    add_simple_baselines(&p->r->run, &f);
    if (f.count) {
        heading(p, 2, "Failures");
        md_table(p->w, "question | >cells | status | reason | rerun the first cell");
    }
    for (int i = 0; i < f.count && i < MOST; i++)
        row(p, "%s | %d | %s | %s | %s", plain(p, f.list[i].question), f.list[i].cells,
            plain(p, f.list[i].status), plain(p, f.list[i].reason),
            md_command(p->w, words(p, "./attnlab cell %s", in_shell(p, f.list[i].cell))));
    if (f.count > MOST)
        say(p, "cells.csv lists %s.", things(p, f.count - MOST, "more reason", "more reasons"));
    free(f.list);
}
