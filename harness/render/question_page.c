/* SPDX-License-Identifier: MIT
 * One section of the report: a question, what was run for it, what came out, and how to run it
 * again. The same for layers that are timed and models that are trained, but for four parts. */
#include "harness/render/report.h"

#include <string.h>

/* ---- what was claimed ---- */

static void say_source(struct document *d, const struct spec *s)
{
    if (s->source) doc_paragraph(d, "Source: %s.", s->source);
    if (s->claim) doc_paragraph(d, "Claim: %s", s->claim);
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        const char *where = c->where ? doc_text(d, " (%s)", c->where) : "";
        doc_item(d, "Published of %s%s, expected %s: %s", c->arm, where, c->expects,
                 c->published ? c->published : "no number given");
    }
}

/* ---- what is the same in all ---- */

static bool is_quiet_default(const struct axis *x, const char *value)
{
    for (int i = 0; x->quiet && i < x->case_count; i++)
        if (!strcmp(x->cases[i].default_text, value)) return true;
    return false;
}

/* Of a timed question every axis that stands in its cells, of a trained one those of the condition:
 * what the variant is, its label says. */
static bool is_told(const struct analysis *a, const struct question *q, int axis)
{
    const struct axis *x = &a->run->axes.list[axis];
    if (!q->trains) return !is_quiet_default(x, entry_value(a, q->entries.first, axis));
    return x->role != ROLE_VARIANT && axis != q->tuned && axis != a->seed &&
           strcmp(x->name, "kind");
}

const char *constants_of(struct document *d, const struct analysis *a, const struct question *q)
{
    const struct span entries = q->entries;
    struct text out = {0};
    for (int x = 0; x < a->run->axes.count; x++) {
        const char *value = entry_value(a, entries.first, x);
        bool same = *value && is_told(a, q, x);
        for (int i = entries.first; i < entries.last && same; i++)
            same = !strcmp(entry_value(a, i, x), value);
        if (same)
            text_add(&out, "%s%s = %s", out.length ? ", " : "", a->run->axes.list[x].name, value);
    }
    return out.length ? doc_keep(d, out.data) : "nothing";
}

const char *first_text(const struct report *r, const struct question *q, const char *column)
{
    const struct span s = trials_of(&r->analysis, q->entries);
    const char *text = "";
    for (int i = s.first; i < s.last && !*text; i++)
        text = trial_text(&r->run, r->analysis.members[i], column);
    return text;
}

/* ---- figures, limits, how to do it again ---- */

static void show_figures(struct document *d, const struct report *r, const struct spec *s)
{
    for (int i = 0; i < r->figures.count; i++) {
        const struct figure *f = &r->figures.list[i];
        if (strcmp(f->question, s->name)) continue;
        if (f->fault)
            doc_paragraph(d, "Figure %s could not be drawn: %s", f->stem, f->fault);
        else
            doc_figure(d, f->stem, "%s", f->caption);
    }
}

static void say_tier(struct document *d, const struct report *r)
{
    const char *tier = manifest_text(&r->run, "plan", "tier");
    if (*tier && strcmp(tier, "full"))
        doc_item(d, "This is tier %s; conclusions are drawn from tier full.", tier);
}

static void add_options(struct text *t, const struct report *r, const char *list)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(json_object_get(r->run.manifest, "plan"), list), i, value)
        text_add(t, " --%s '%s'", list, json_string_value(value));
}

static void show_command(struct document *d, const struct report *r, const struct spec *s)
{
    struct text line = {0};
    const char *tier = manifest_text(&r->run, "plan", "tier");
    text_add(&line, "./attnlab run %s", s->path);
    if (*tier) text_add(&line, " --tier %s", tier);
    add_options(&line, r, "set");
    add_options(&line, r, "filter");
    doc_add(d, BLOCK_CODE, doc_keep(d, line.data));
}

void report_question(struct document *d, const struct report *r, const struct question *q)
{
    const struct question_parts *parts = q->trains ? &trained_parts : &timed_parts;
    doc_heading(d, 2, "%s", question_words(q));
    say_source(d, q->spec);
    parts->what_was_run(d, r, q);
    parts->answer(d, r, q);
    show_figures(d, r, q->spec);
    parts->tables(d, r, q);
    doc_heading(d, 3, "What this cannot say");
    say_tier(d, r);
    parts->limits(d, r, q);
    doc_heading(d, 3, "Again");
    show_command(d, r, q->spec);
}
