/* SPDX-License-Identifier: MIT
 * One section of the report: a question, what was run for it, what came out, and how to run it
 * again. The same for layers that are timed and models that are trained, but for four parts. */
#include "harness/render/answers.h"
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

struct span trials_of(const struct analysis *a, struct span entries)
{
    if (entries.first == entries.last) return (struct span){0, 0};
    const struct entry *first = &a->entries[entries.first], *last = &a->entries[entries.last - 1];
    return (struct span){a->candidates[first->first].first, a->candidates[last->last - 1].end};
}

struct trial_counts count_trials(const struct page *p)
{
    struct trial_counts n = {0};
    const struct span s = trials_of(p->a, p->q->entries);
    for (int i = s.first; i < s.last; i++) {
        n.of[p->a->members[i]->state]++;
        n.untrained += p->a->members[i]->untrained != NULL;
    }
    n.run = s.last - s.first - n.of[TRIAL_MISSING];
    return n;
}

bool has_no_result(const struct page *p) { return !count_trials(p).of[TRIAL_OK]; }

static int rows_that_are(const struct page *p, enum row_status status)
{
    const struct span s = trials_of(p->a, p->q->entries);
    int count = 0;
    for (int i = s.first; i < s.last; i++) count += p->a->members[i]->status == status;
    return count;
}

/* What became of rows that ended so, of which there are some. A row that is ok and yet no result
 * learned nothing. */
static const char *became_words(const struct page *p, enum row_status s, int rows)
{
    if (s == STATUS_OK) return "learned nothing";
    if (s == STATUS_DIVERGED) return "diverged";
    if (s != STATUS_UNSTABLE) return words(p, "ended as %s (see Failures)", status_names[s]);
    return rows == 1 ? "was disturbed by other programs, and --resume measures it again"
                     : "were disturbed by other programs, and --resume measures them again";
}

static bool names_baseline(const struct page *p)
{
    for (int i = p->q->entries.first; i < p->q->entries.last; i++)
        if (p->a->entries[i].reference >= 0) return true;
    return false;
}

/* Rows that ended so and are no results. */
static int rows_lost(const struct page *p, enum row_status s)
{
    if (s == STATUS_NOT_NEEDED) return 0;
    return s == STATUS_OK ? count_trials(p).untrained : rows_that_are(p, s);
}

/* Of trainings that ended without the number that they are compared by: what they have in its
 * place, since only another metric or task mends that. NULL: there are none. */
static const char *valueless_words(const struct page *p)
{
    const struct span s = trials_of(p->a, p->q->entries);
    const struct trial *first = NULL;
    int count = 0;
    for (int i = s.first; i < s.last; i++) {
        const struct trial *t = p->a->members[i];
        if (t->status != STATUS_OK || t->state != TRIAL_FAILED || t->untrained) continue;
        if (!count++) first = t;
    }
    if (!p->q->trains || !first) return NULL;
    struct text others = {0};
    for (int m = 0; metrics[m].name; m++)
        if (isfinite(first->metric[spec_split(p->q->spec)][m]))
            list_add(&others, ", ", metrics[m].name);
    const char *had = others.length ? doc_keep(p->d, others.data) : "none";
    return words(p, "%s ended without %s, the metric of this question; they have: %s",
                 things(p, count, "training", "trainings"), p->q->metric->name, had);
}

const char *nothing_words(const struct page *p)
{
    const struct trial_counts n = count_trials(p);
    struct text said = {0};
    if (p->a->run->way_on) return "no comparison is known yet";
    for (enum row_status s = STATUS_UNKNOWN + 1; s < STATUSES; s++) {
        int rows = rows_lost(p, s);
        if (rows)
            list_add(&said, "; ",
                     words(p, "%d of %s %s", rows, things(p, n.run, "row", "rows"),
                           became_words(p, s, rows)));
    }
    const char *valueless = valueless_words(p);
    if (valueless) list_add(&said, "; ", valueless);
    const char *all = said.length ? doc_keep(p->d, said.data) : NULL;
    if (p->q->trains && !names_baseline(p) && n.of[TRIAL_OK])
        return "no baseline is named, so nothing is compared";
    return all ? words(p, "nothing can be said: %s", all) : "nothing was measured";
}

static const char *first_text_of(const struct page *p, struct span entries, const char *column)
{
    const struct span s = trials_of(p->a, entries);
    const char *text = "";
    for (int i = s.first; i < s.last && !*text; i++)
        text = trial_text(&p->r->run, p->a->members[i], column);
    return text;
}

const char *first_text(const struct page *p, const char *column)
{
    return first_text_of(p, p->q->entries, column);
}

const char *data_words(const struct page *p, int entry)
{
    return doc_keep(p->d, entry_data(p->a, entry));
}

/* Of a timed question every axis that stands in its cells, of a trained one those of the condition:
 * what the variant is, its label says. */
static bool is_told(const struct page *p, int axis, const char *value)
{
    const struct axis *x = &p->a->run->axes.list[axis];
    if (p->q->trains)
        return x->role != ROLE_VARIANT && axis != p->q->tuned && axis != p->a->seed &&
               strcmp(x->name, "kind");
    for (int i = 0; x->quiet && i < x->case_count; i++)
        if (!strcmp(x->cases[i].default_text, value)) return false;
    return true;
}

const char *constants_of(const struct page *p)
{
    const struct span entries = p->q->entries;
    const struct axes *axes = &p->a->run->axes;
    struct text out = {0};
    for (int x = 0; x < axes->count; x++) {
        const char *value = entry_value(p->a, entries.first, x);
        bool same = *value && is_told(p, x, value);
        for (int i = entries.first; i < entries.last && same; i++)
            same = !strcmp(entry_value(p->a, i, x), value);
        if (same) list_add(&out, ", ", words(p, "%s = %s", axes->list[x].name, value));
    }
    return out.length ? doc_keep(p->d, out.data) : "nothing";
}

static void say_source(const struct page *p)
{
    const struct spec *s = p->q->spec;
    if (s->source) say(p, "Source: %s.", s->source);
    if (s->claim) say(p, "Claim: %s", s->claim);
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        const char *where = c->where.text ? words(p, " (%s)", c->where.text) : "";
        const char *source = c->source ? words(p, " (%s)", c->source) : "";
        note(p, "Published of %s%s, expected %s: %s%s", c->arm, where, expected_words(p, c),
             c->published ? c->published : "", source);
    }
}

/* Whether an earlier entry says the same. */
static bool is_told_before(const struct page *p, int entry)
{
    for (int i = p->q->entries.first; i < entry; i++)
        if (p->a->entries[i].row == p->a->entries[entry].row &&
            !strcmp(entry_path(p->a, i), entry_path(p->a, entry)))
            return true;
    return false;
}

void say_formulas(const struct page *p)
{
    struct text all = {0};
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const char *path = entry_path(p->a, i), *slots = strchr(path, ':');
        if (slots && !is_told_before(p, i))
            list_add(&all, "; ", words(p, "%s: %s", p->a->entries[i].label, slots + 2));
    }
    if (all.length)
        note(p,
             "By formula: the choice of a slot has no fast function for what was timed, so its "
             "formula ran, in double precision, row by row or pair by pair, and the time says "
             "nothing of what the variant would cost. Such ratios are printed, get no verdict, and "
             "count in no correction; fast functions would change that. The slots, of %s.",
             all.data);
    text_free(&all);
}

static void show_one(const struct page *p, const struct figure *f)
{
    if (f->fault) {
        say(p, "Figure %s %s: %s", f->stem, f->empty ? "is not drawn" : "could not be drawn",
            f->fault);
        return;
    }
    doc_figure(p->d, f->stem, "%s", f->title);
}

/* The first of the question, or all others; how many there are. */
static int show_figures(const struct page *p, bool first)
{
    int count = 0;
    for (int i = 0; i < p->folder->figures.count; i++) {
        const struct figure *f = &p->folder->figures.list[i];
        if (!f->question || strcmp(f->question, p->q->spec->name)) continue;
        if (first == !count++) show_one(p, f);
    }
    return count;
}

void show_figure(const struct page *p, const char *title, const char *stem)
{
    for (int i = 0; i < p->folder->figures.count; i++) {
        const struct figure *f = &p->folder->figures.list[i];
        if (f->question || strcmp(f->stem, stem)) continue;
        if (title) heading(p, 2, "%s", title);
        show_one(p, f);
    }
}

static void more_figures(const struct page *p, int count)
{
    if (count < 2) return;
    doc_fold(p->d, "%s", things(p, count - 1, "more figure", "more figures"));
    show_figures(p, false);
    doc_fold_end(p->d);
}

static void show_command(const struct page *p, const char *tier)
{
    const json_t *plan = json_object_get(p->r->run.manifest, "plan");
    static const char *const lists[] = {"set", "filter"};
    struct text line = {0};
    json_t *value;
    size_t i;
    text_add(&line, "./attnlab run %s", in_shell(p, p->q->spec->path));
    if (*tier) text_add(&line, " --tier %s", in_shell(p, tier));
    for (int k = 0; k < 2; k++)
        json_array_foreach(json_object_get(plan, lists[k]), i, value) if (json_is_string(value))
            text_add(&line, " --%s %s", lists[k], in_shell(p, json_string_value(value)));
    doc_add(p->d, DOC_CODE, doc_keep(p->d, line.data));
}

/* Each row of the question as the command that makes it again. */
static void cell_commands(const struct page *p)
{
    table(p, "tt", "arm", "to measure it again");
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct candidate *c = entry_winner(p->a, i);
        if (!c) c = &p->a->candidates[p->a->entries[i].first];
        row(p, name_of(p, i), cell_command(p, p->a->members[c->first]));
    }
}

static void again(const struct page *p, const char *tier)
{
    doc_fold(p->d, "To run it again");
    show_command(p, tier);
    say(p, "The same rows as in this run, and whether they agree:");
    doc_add(p->d, DOC_CODE,
            words(p, "./attnlab reproduce %s --question %s", in_shell(p, p->r->run.path),
                  in_shell(p, p->q->spec->name)));
    cell_commands(p);
    doc_fold_end(p->d);
}

/* An answer, the figure, the table, what it cannot say; all else behind a click. */
void report_question(const struct page *p)
{
    const struct question_parts *parts = p->q->trains ? &trained_parts : &timed_parts;
    const char *tier = manifest_text(&p->r->run, "plan", "tier");
    heading(p, 2, "%s", title_of(p));
    doc_anchor(p->d, p->q->spec->name);
    say(p, "%s", question_words(p->q));
    say_progress(p);
    parts->answer(p);
    int figures = show_figures(p, true);
    parts->tables(p);
    heading(p, 3, "What this cannot say");
    if (*tier && strcmp(tier, "full"))
        note(p, "This is tier %s; conclusions are drawn from tier full.", tier);
    say_formulas(p);
    parts->limits(p);
    more_figures(p, figures);
    doc_fold(p->d, "What was asked, claimed and run");
    say_source(p);
    parts->what_was_run(p);
    say_taken_out(p);
    doc_fold_end(p->d);
    parts->statistics(p);
    again(p, tier);
}
