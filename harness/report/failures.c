/* SPDX-License-Identifier: MIT
 * The rows that a report lists as failures, with the commands that run them again. Of many cells
 * with one reason the first stands for all. */
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

/* Of trainings each that failed, of a timed cell one for all its rounds. */
static bool has_failed(const struct page *p, const struct entry *e, int i, bool first)
{
    const struct trial *t = p->a->members[i];
    if (t->state == TRIAL_OK || t->state == TRIAL_MISSING) return false;
    if (!p->a->questions[e->question].trains) return first;
    return t->state == TRIAL_FAILED || t->state == TRIAL_SKIPPED;
}

/* ---- those alike ---- */

struct failure {
    const char *cell, *ablation, *status, *reason;
    int alike; /* how many are like this one, of which it is the first; 0: another is */
};
struct failures {
    struct failure *list;
    int count;
};

static void add_failure(struct failures *f, struct failure failure)
{
    failure.alike = 1;
    f->list = xgrow(f->list, (size_t)f->count + 1, sizeof *f->list);
    f->list[f->count++] = failure;
}

static void add_trial(const struct page *p, struct failures *f, int entry, const struct trial *t)
{
    const struct span s = trials_of(p->a, (struct span){entry, entry + 1});
    const struct question *q = &p->a->questions[p->a->entries[entry].question];
    const char *reason = trial_text(&p->r->run, t, "reason");
    const char *status = q->trains
                             ? trial_text(&p->r->run, t, "status")
                             : words(p, "%s of %d", failures_text(p, entry), s.last - s.first);
    if (q->trains && !*reason) reason = "it has no value of the metric";
    add_failure(f, (struct failure){t->cell->string, q->spec->name, status, reason, 0});
}

/* Of models that only count, measured with the run or beside it. */
static void add_simple_baselines(const struct run_data *run, struct failures *f)
{
    for (int i = 0; i < run->trial_count; i++) {
        const struct trial *t = &run->trials[i];
        if (t->cell->simple_baseline && t->state == TRIAL_FAILED)
            add_failure(f, (struct failure){t->cell->string, run->plan.specs[t->cell->spec].name,
                                            trial_text(run, t, "status"),
                                            trial_text(run, t, "reason"), 0});
    }
    for (int row = 0; row < run->beside.rows; row++) {
        const struct table *t = &run->beside;
        const char *status = table_text(t, row, "status");
        if (strcmp(status, status_names[STATUS_OK]))
            add_failure(f, (struct failure){table_text(t, row, "cell"), SIMPLE_BASELINES_NAME,
                                            status, table_text(t, row, "reason"), 0});
    }
}

static struct failures find_failures(const struct page *p)
{
    struct failures f = {0};
    for (int entry = 0; entry < p->a->entry_count; entry++) {
        const struct span s = trials_of(p->a, (struct span){entry, entry + 1});
        bool first = true;
        for (int i = s.first; i < s.last; i++) {
            if (!has_failed(p, &p->a->entries[entry], i, first)) continue;
            first = false;
            add_trial(p, &f, entry, p->a->members[i]);
        }
    }
    add_simple_baselines(&p->r->run, &f);
    return f;
}

static const char *past_number(const char *text)
{
    while (isdigit((unsigned char)*text)) text++;
    return text;
}

/* "waited during 7 % of the time" and "... 12 % ..." are one reason. */
static bool same_but_numbers(const char *a, const char *b)
{
    for (;; a++, b++) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b))
            a = past_number(a), b = past_number(b);
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

static void join_alike(struct failures *f)
{
    for (int i = 0; i < f->count; i++)
        for (int k = i + 1; k < f->count && f->list[i].alike; k++) {
            struct failure *one = &f->list[i], *other = &f->list[k];
            if (!other->alike || strcmp(one->ablation, other->ablation) ||
                !same_but_numbers(one->reason, other->reason))
                continue;
            one->alike++;
            other->alike = 0;
        }
}

/* ---- the table ---- */

static const char *command_of(const struct page *p, const char *cell)
{
    return md_command(p->w, words(p, "./attnlab cell %s", in_shell(p, cell)));
}

enum { LISTED_ALIKE = 8, FAILURES_SHOWN = 40 }; /* more alike are one line */

static void failure_row(const struct page *p, const struct failure *f, int alike)
{
    const char *status =
        alike > 1 ? words(p, "%d cells, the first: %s", alike, f->status) : f->status;
    row(p, "%s | %s | %s | %s", plain(p, f->ablation), plain(p, status), plain(p, f->reason),
        command_of(p, f->cell));
}

/* How many cells a line stands for: itself, all that are alike, or none. */
static int stands_for(const struct failures *f, int i)
{
    int first = 0;
    while (!f->list[first].alike || strcmp(f->list[first].ablation, f->list[i].ablation) ||
           !same_but_numbers(f->list[first].reason, f->list[i].reason))
        first++;
    if (f->list[first].alike <= LISTED_ALIKE) return 1;
    return first == i ? f->list[i].alike : 0;
}

void report_failures(const struct page *p)
{
    struct failures f = find_failures(p);
    int shown = 0, left = 0;
    join_alike(&f);
    if (f.count) {
        heading(p, 2, "Failures");
        md_table(p->w, "question | what became of it | reason | again");
    }
    for (int i = 0; i < f.count; i++) {
        int cells = stands_for(&f, i);
        if (!cells) continue;
        if (shown++ < FAILURES_SHOWN)
            failure_row(p, &f.list[i], cells);
        else
            left += cells;
    }
    if (left) say(p, "And %s; see cells.csv.", things(p, left, "more cell", "more cells"));
    free(f.list);
}
