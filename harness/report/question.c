/* SPDX-License-Identifier: MIT
 * Writes the page of a question: answer, main table, figures, validity checks, claims and details.
 * Timed and trained questions differ only in the answer and the tables. */
#include "harness/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- trials ---- */

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
        n.disturbed += p->a->members[i]->status == STATUS_UNSTABLE;
    }
    n.run = s.last - s.first - n.of[TRIAL_MISSING] - n.of[TRIAL_NOT_NEEDED];
    return n;
}

/* Returns a status in words. A training run with status ok may have no result, because the model
 * learned nothing or the metric has no value. A timed row with status ok may have no time. */
static const char *status_words(const struct page *p, enum row_status s, bool untrained)
{
    if (s == STATUS_OK && untrained) return "learned nothing";
    if (s == STATUS_OK)
        return words(p, "ended without %s", p->q->metric ? plain(p, p->q->metric->name) : "a time");
    if (s == STATUS_UNSTABLE)
        return "disturbed by other programs (--resume measures these rows again)";
    return status_names[s];
}

const char *lost_words(const struct page *p)
{
    const struct span s = trials_of(p->a, p->q->entries);
    struct text out = {0};
    for (enum row_status status = STATUS_UNKNOWN + 1; status < STATUSES; status++)
        for (int untrained = 0; untrained < 2; untrained++) {
            int rows = 0;
            for (int i = s.first; i < s.last && status != STATUS_NOT_NEEDED; i++) {
                const struct trial *t = p->a->members[i];
                rows += t->status == status && !!t->untrained == untrained &&
                        t->state != TRIAL_OK && t->state != TRIAL_MISSING;
            }
            if (rows)
                list_add(&out, "; ",
                         words(p, "%d of %s: %s", rows,
                               things(p, count_trials(p).run, "row", "rows"),
                               status_words(p, status, untrained)));
        }
    return keep(p->w, out.data);
}

const char *nothing_words(const struct page *p)
{
    const struct trial_counts n = count_trials(p);
    const char *lost = lost_words(p);
    if (n.of[TRIAL_OK]) return NULL;
    if (p->a->run->resume) return "no result yet";
    return *lost ? words(p, "no result: %s", lost) : "nothing was measured";
}

const char *first_text(const struct page *p, const char *column)
{
    const struct span s = trials_of(p->a, p->q->entries);
    const char *text = "";
    for (int i = s.first; i < s.last && !*text; i++)
        text = trial_text(&p->r->run, p->a->members[i], column);
    return text;
}

int entry_at(const struct page *p, int condition, int label)
{
    const struct condition *c = &p->a->conditions[condition];
    for (int i = c->first; i < c->last; i++)
        if (p->a->entries[i].row == label) return i;
    return -1;
}

/* ---- figures ---- */

void show_figures(const struct page *p, const char *kind)
{
    for (int i = 0; i < p->folder->figures.count; i++) {
        const struct figure *f = &p->folder->figures.list[i];
        bool own = p->q ? f->question && !strcmp(f->question, p->q->spec->name) : !f->question;
        if (!own || (kind && strcmp(f->kind, kind))) continue;
        if (f->fault)
            say(p, "Figure %s %s: %s", plain(p, f->stem),
                f->empty ? "is not drawn" : "could not be drawn", plain(p, f->fault));
        else
            md_figure(p->w, f->stem, f->title);
    }
}

/* ---- claims ---- */

/* Writes the table of published claims, with quotes from the papers. */
static void claim_table(const struct page *p)
{
    bool begun = false;
    for_each_judged(j, p)
    {
        const struct spec_claim *c = j->claim;
        const struct estimate *g = judged_gain(p->a, j);
        if (!c->published) continue;
        if (!begun) {
            heading(p, 2, "Claims");
            md_table(p->w, "source | claim | arm, expected | measured | outcome");
            begun = true;
        }
        bool parameters = c->reading && !strcmp(c->reading, comparison_names[COMPARE_PARAMETERS]);
        row(p, "%s | %s | %s: %s%s%s%s | %s | %s", c->source ? plain(p, c->source) : paper_of(p, j),
            plain(p, c->published),
            j->effect < 0 ? plain(p, c->arm) : name_of(p, p->a->effects[j->effect].entry),
            c->expects, c->axis ? " with " : "", c->axis ? plain(p, c->axis) : "",
            parameters ? " (at equal parameters)" : "",
            g && g->n ? gain_text(p, p->q->metric, g) : "", judged_word(j));
        if (j->why_no_gain) note(p, "%s", plain(p, j->why_no_gain));
    }
}

/* ---- details ---- */

/* Returns true if an axis is a setting of model, data or training. An axis of the variants is not a
 * setting, and neither is a quiet axis at its default value. */
static bool is_setting(const struct page *p, int axis, const char *value)
{
    const struct axis *x = &p->a->run->axes.list[axis];
    for (int i = 0; x->quiet && i < x->case_count; i++)
        if (x->cases[i].default_text && !strcmp(x->cases[i].default_text, value)) return false;
    return !p->q->trains || (x->role != ROLE_VARIANT && axis != p->q->tuned && axis != p->a->seed &&
                             strcmp(x->name, "kind"));
}

/* Returns the settings that are equal in all entries, such as "batch=1, heads=8". */
static const char *constants_of(const struct page *p)
{
    const struct span entries = p->q->entries;
    const struct axes *axes = &p->a->run->axes;
    struct text out = {0};
    for (int x = 0; x < axes->count; x++) {
        const char *value = entry_value(p->a, entries.first, x);
        bool same = *value && is_setting(p, x, value);
        for (int i = entries.first; i < entries.last && same; i++)
            same = !strcmp(entry_value(p->a, i, x), value);
        if (same) list_add(&out, ", ", words(p, "%s=%s", axes->list[x].name, value));
    }
    return out.length ? plain(p, keep(p->w, out.data)) : "nothing";
}

/* Returns the range of the chosen tuned values, such as "0.004 to 0.016". */
static const char *chosen_values(const struct page *p)
{
    const char *least = NULL, *most = NULL;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct candidate *c = entry_winner(p->a, i);
        if (!c) continue;
        if (!least || strtod(c->value, NULL) < strtod(least, NULL)) least = c->value;
        if (!most || strtod(c->value, NULL) > strtod(most, NULL)) most = c->value;
    }
    if (!least) return "none";
    return !strcmp(least, most) ? least : words(p, "%s to %s", least, most);
}

static void note_tuning(const struct page *p)
{
    const struct spec *s = p->q->spec;
    const struct trial_counts n = count_trials(p);
    struct text seeds = {0}, lost = {0};
    for (int i = 0; i < s->tune_seed_count; i++) list_add(&seeds, ", ", s->tune_seeds[i]);
    if (p->q->tuned >= 0)
        note(p,
             "For each arm, the %s was tuned by validation loss%s%s%s. The chosen values are %s "
             "(see summary.csv).",
             plain(p, keep(p->w, axes_label(&p->a->run->axes, p->q->tuned))),
             !seeds.length             ? ""
             : s->tune_seed_count == 1 ? ", with seed "
                                       : ", with seeds ",
             seeds.length ? plain(p, seeds.data) : "",
             s->tune_apart ? " (not used for verdicts)" : "", chosen_values(p));
    if (n.of[TRIAL_DIVERGED] - n.untrained)
        list_add(&lost, ", ", words(p, "%d diverged", n.of[TRIAL_DIVERGED] - n.untrained));
    if (n.untrained) list_add(&lost, ", ", words(p, "%d learned nothing", n.untrained));
    if (n.of[TRIAL_FAILED])
        list_add(&lost, ", ", words(p, "%d failed (see Failures)", n.of[TRIAL_FAILED]));
    const char *skipped =
        n.of[TRIAL_SKIPPED] ? words(p, "; %d skipped (see Failures)", n.of[TRIAL_SKIPPED]) : "";
    note(p,
         "Training runs: %d%s%s%s. Arms are judged by %s on the %s split. The equivalence "
         "margin is %g.",
         n.run - n.of[TRIAL_SKIPPED], lost.length ? ", of which " : "",
         lost.length ? lost.data : "", skipped, plain(p, metric_said(p->q->metric)),
         split_titles[p->q->split], p->q->margin);
    text_free(&seeds);
    text_free(&lost);
}

static const char *run_command(const struct page *p)
{
    const json_t *plan = json_object_get(p->r->run.manifest, "plan");
    static const char *const lists[] = {"set", "filter"};
    const char *tier = manifest_text(&p->r->run, "plan", "tier");
    struct text line = {0};
    json_t *value;
    size_t i;
    text_add(&line, "./attnlab run %s", in_shell(p, p->q->spec->path));
    if (*tier) text_add(&line, " --tier %s", in_shell(p, tier));
    for (int k = 0; k < 2; k++)
        json_array_foreach(json_object_get(plan, lists[k]), i, value) if (json_is_string(value))
            text_add(&line, " --%s %s", lists[k], in_shell(p, json_string_value(value)));
    return keep(p->w, line.data);
}

/* Lists the rules that exclude combinations, each rule once. */
static void note_rules(const struct page *p, const struct grid *g, struct text *listed)
{
    for (int i = 0; i < g->rule_count; i++) {
        const struct rule *r = &g->rules[i];
        const char *text =
            words(p, "%s rows where %s%s%s",
                  r->require ? "Included: only" : "Excluded:", md_command(p->w, r->text),
                  r->because ? ", because " : "", r->because ? plain(p, r->because) : "");
        if (listed->length && strstr(listed->data, text)) continue;
        note(p, "%s", text);
        text_add(listed, "%s\n", text);
    }
    for (int i = 0; i < g->grid_count; i++) note_rules(p, &g->grids[i], listed);
}

static void details(const struct page *p)
{
    struct text rules = {0};
    const struct spec *s = p->q->spec;
    const struct run_data *run = &p->r->run;
    const char *input = first_text(p, "input_source");
    char *absent = plan_absent_arms(s);
    heading(p, 2, "Details");
    if (s->source) note(p, "Source: %s", plain(p, s->source));
    if (*input) note(p, "Input: %s.", plain(p, input));
    note(p, "Constant in all rows: %s.", constants_of(p));
    if (p->q->trains) note_tuning(p);
    note_rules(p, &s->grid, &rules);
    if (absent)
        note(p, "Arms in the question's file that are missing from this run: %s", plain(p, absent));
    if (run->manifest)
        note(p, "Run: commit %s, tier %s, started %s on %s.",
             plain(p, manifest_text(run, "program", "commit")),
             plain(p, manifest_text(run, "plan", "tier")), plain(p, manifest_started(run)),
             plain(p, manifest_text(run, "machine", "cpu_model")));
    say(p, "Commands to rerun the question, or to rerun these rows and compare the results:");
    md_code(p->w, words(p, "%s\n./attnlab reproduce %s --question %s", run_command(p),
                        in_shell(p, run->path), in_shell(p, s->name)));
    text_free(&rules);
    free(absent);
}

/* ---- the whole ---- */

/* Prints how many rows of an unfinished run, or of the page's question, are finished. */
void say_progress(const struct page *p)
{
    const struct run_data *run = p->a->run;
    int rows = 0, planned = 0;
    bool tuned = false; /* true if tuning may skip some of the planned rows */
    for (int i = 0; i < run->trial_count; i++) {
        const struct trial *t = &run->trials[i];
        if (p->q && t->cell->spec != (int)(p->q - p->a->questions)) continue;
        planned++;
        rows += t->state != TRIAL_MISSING;
        tuned |= run->plan.specs[t->cell->spec].tune_axis != NULL;
    }
    if (!run->resume || (p->q && rows == planned)) return;
    say(p, "The run has not ended: %d of %s%d rows are finished.%s", rows, tuned ? "at most " : "",
        planned, rows == planned ? " The tables are not written yet." : "");
    if (run->at_work)
        say(p,
            "A process is working on this run: %s updates this page. If the process stops, resume "
            "with:",
            md_command(p->w, words(p, "attnlab report %s", in_shell(p, run->path))));
    else
        say(p, "No process is working on this run. Resume with:");
    md_code(p->w, run->resume);
}

void question_page(const struct page *p)
{
    const char *tier = manifest_text(&p->r->run, "plan", "tier");
    heading(p, 1, "%s", title_of(p));
    say(p, "%s", plain(p, p->q->spec->question ? p->q->spec->question : p->q->spec->name));
    say_progress(p);
    (p->q->trains ? trained_answer : timed_answer)(p);
    (p->q->trains ? trained_tables : timed_tables)(p);
    show_figures(p, NULL);
    checks(p);
    if (p->q->spec->changed_by_tier && strcmp(tier, "full"))
        note(p, "Tier %s may omit shapes, arms and rounds of %s.", plain(p, tier),
             md_command(p->w, "--tier full"));
    claim_table(p);
    details(p);
}
