/* SPDX-License-Identifier: MIT
 * A question's page: its answer, one table, figures, the validity checks, what was claimed, and
 * details of the runs. The same for timed layers and trained models, but for answer and tables. */
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
    }
    n.run = s.last - s.first - n.of[TRIAL_MISSING];
    return n;
}

/* Rows that ended so and are no results: a row that is ok and yet no result learned nothing. */
static int rows_lost(const struct page *p, enum row_status status)
{
    const struct span s = trials_of(p->a, p->q->entries);
    int count = 0;
    for (int i = s.first; i < s.last && status != STATUS_NOT_NEEDED; i++)
        count += p->a->members[i]->status == status &&
                 (status != STATUS_OK || p->a->members[i]->untrained);
    return count;
}

static const char *became_words(const struct page *p, enum row_status s)
{
    if (s == STATUS_OK) return "learned nothing";
    if (s == STATUS_UNSTABLE) return "disturbed by other programs (--resume measures them again)";
    return words(p, "%s", status_names[s]);
}

/* Of trainings that ended without the number that they are compared by: the numbers they have,
 * since only another metric or task mends that. NULL: there are none. */
static const char *valueless_words(const struct page *p)
{
    const struct span s = trials_of(p->a, p->q->entries);
    const struct trial *first = NULL;
    struct text others = {0};
    int count = 0;
    for (int i = s.first; i < s.last; i++) {
        const struct trial *t = p->a->members[i];
        if (t->status != STATUS_OK || t->state != TRIAL_FAILED || t->untrained) continue;
        if (!count++) first = t;
    }
    if (!p->q->trains || !first) return NULL;
    for (int m = 0; metrics[m].name; m++)
        if (isfinite(first->metric[spec_split(p->q->spec)][m]))
            list_add(&others, ", ", plain(p, metrics[m].name));
    return words(p, "%s ended without %s, the metric of this question (recorded: %s)",
                 things(p, count, "training", "trainings"), plain(p, p->q->metric->name),
                 others.length ? keep(p->w, others.data) : "none");
}

const char *nothing_words(const struct page *p)
{
    const struct trial_counts n = count_trials(p);
    struct text said = {0};
    if (n.of[TRIAL_OK]) return NULL;
    if (p->a->run->way_on) return "no result yet";
    for (enum row_status s = STATUS_UNKNOWN + 1; s < STATUSES; s++) {
        int rows = rows_lost(p, s);
        if (rows)
            list_add(&said, "; ",
                     words(p, "%d of %s: %s", rows, things(p, n.run, "row", "rows"),
                           became_words(p, s)));
    }
    const char *valueless = valueless_words(p);
    if (valueless) list_add(&said, "; ", valueless);
    const char *all = said.length ? keep(p->w, said.data) : NULL;
    return all ? words(p, "no result: %s", all) : "nothing was measured";
}

const char *first_text(const struct page *p, const char *column)
{
    const struct span s = trials_of(p->a, p->q->entries);
    const char *text = "";
    for (int i = s.first; i < s.last && !*text; i++)
        text = trial_text(&p->r->run, p->a->members[i], column);
    return text;
}

/* ---- figures ---- */

static void show(const struct page *p, const struct figure *f)
{
    if (f->fault)
        say(p, "Figure %s %s: %s", plain(p, f->stem),
            f->empty ? "is not drawn" : "could not be drawn", plain(p, f->fault));
    else
        md_figure(p->w, f->stem, f->title);
}

void show_figure(const struct page *p, const char *stem)
{
    for (int i = 0; i < p->folder->figures.count; i++) {
        const struct figure *f = &p->folder->figures.list[i];
        if (!f->question && !strcmp(f->stem, stem)) show(p, f);
    }
}

static void show_figures(const struct page *p)
{
    for (int i = 0; i < p->folder->figures.count; i++) {
        const struct figure *f = &p->folder->figures.list[i];
        if (f->question && !strcmp(f->question, p->q->spec->name)) show(p, f);
    }
}

/* ---- what was claimed ---- */

static const char *expected_words(const struct page *p, const struct spec_claim *c)
{
    if (!c->axis) return c->expects;
    return words(p, "%s with %s", c->expects, plain(p, c->axis));
}

/* Claims of others, in their words; what nobody published is no claim. */
static void claim_table(const struct page *p)
{
    bool begun = false;
    for_each_judged(j, p)
    {
        const struct spec_claim *c = j->claim;
        const struct estimate *g = judged_gain(p->a, j);
        const char *paper = c->source ? plain(p, c->source) : paper_of(p, j);
        if (!c->published) continue;
        if (!begun) {
            heading(p, p->level + 1, "Claims");
            md_table(p->w, "source | claim | arm, expected | measured | comes to");
            begun = true;
        }
        const char *against =
            c->reading && !strcmp(c->reading, comparison_names[COMPARE_PARAMETERS])
                ? " (at equal parameters)"
                : "";
        row(p, "%s | %s | %s: %s%s | %s | %s", paper, plain(p, c->published),
            j->effect < 0 ? plain(p, c->arm) : name_of(p, p->a->effects[j->effect].entry),
            expected_words(p, c), against, g && g->n ? gain_text(p, p->q->metric, g) : "",
            judged_word(j));
        if (j->no_room) note(p, "%s", plain(p, j->no_room));
    }
}

/* ---- details ---- */

/* Of a timed question every axis in its cells, of a trained one those of the condition: the label
 * says what the variant is. */
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

/* "batch = 1, heads = 8": what is the same in all entries of the question. */
static const char *constants_of(const struct page *p)
{
    const struct span entries = p->q->entries;
    const struct axes *axes = &p->a->run->axes;
    struct text out = {0};
    for (int x = 0; x < axes->count; x++) {
        const char *value = entry_value(p->a, entries.first, x);
        bool same = *value && is_told(p, x, value);
        for (int i = entries.first; i < entries.last && same; i++)
            same = !strcmp(entry_value(p->a, i, x), value);
        if (same) list_add(&out, ", ", words(p, "%s=%s", axes->list[x].name, value));
    }
    return out.length ? plain(p, keep(p->w, out.data)) : "nothing";
}

/* What several grids share is said once. */
static void note_rules(const struct page *p, const struct grid *g, json_t *met)
{
    for (int i = 0; i < g->rule_count; i++) {
        const struct rule *r = &g->rules[i];
        const char *because = r->because ? words(p, " (%s)", plain(p, r->because)) : "";
        const char *cells =
            words(p, "%s %s%s", r->require ? "all but where" : "where", plain(p, r->text), because);
        if (!json_object_get(met, cells)) note(p, "Left out by a rule: %s", cells);
        json_object_set_new(met, cells, json_true());
    }
    for (int i = 0; i < g->grid_count; i++) note_rules(p, &g->grids[i], met);
}

/* What its file has and the run does not have. */
static void note_left_out(const struct page *p)
{
    char *arms = plan_absent_arms(p->q->spec);
    json_t *met = json_object();
    note_rules(p, &p->q->spec->grid, met);
    if (arms) note(p, "Arms of its file that this run does not have: %s", plain(p, arms));
    json_decref(met);
    free(arms);
}

/* The value that most entries were judged with. */
static const char *usual_value(const struct page *p)
{
    const struct span s = p->q->entries;
    const char *usual = "";
    int most = 0;
    for (int i = s.first; i < s.last; i++) {
        const struct candidate *c = entry_winner(p->a, i), *other;
        int count = 0;
        for (int k = s.first; k < s.last && c; k++)
            count += (other = entry_winner(p->a, k)) && !strcmp(other->value, c->value);
        if (count > most) most = count, usual = c->value;
    }
    return usual;
}

/* "0.008; 0.004 for gate, MLP": which value each arm was judged with. */
static const char *chosen_values(const struct page *p)
{
    enum { MOST = 4 }; /* more are in summary.csv */
    const char *usual = usual_value(p);
    struct text others = {0};
    int count = 0;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct candidate *c = entry_winner(p->a, i);
        if (!c || !strcmp(c->value, usual)) continue;
        if (count++ < MOST) text_add(&others, "; %s for %s", c->value, name_of(p, i));
    }
    if (count > MOST) text_add(&others, "; for %d more: summary.csv", count - MOST);
    const char *all = words(p, "%s%s", usual, others.data ? others.data : "");
    text_free(&others);
    return all;
}

static void note_tuning(const struct page *p)
{
    struct text seeds = {0};
    const struct spec *s = p->q->spec;
    const struct candidate *c = NULL;
    for (int i = p->q->entries.first; i < p->q->entries.last && !c; i++) c = entry_winner(p->a, i);
    for (int i = 0; i < s->tune_seed_count; i++) list_add(&seeds, ", ", s->tune_seeds[i]);
    if (p->q->tuned >= 0)
        note(p, "Tuned: %s, for each arm by its validation loss%s%s%s. Chosen: %s.",
             plain(p, keep(p->w, axes_label(&p->a->run->axes, p->q->tuned))),
             seeds.length ? " with seeds " : "", seeds.length ? plain(p, seeds.data) : "",
             s->tune_apart ? ", which judge nothing" : "", chosen_values(p));
    text_free(&seeds);
    const struct trial_counts n = count_trials(p);
    struct text rest = {0};
    if (n.of[TRIAL_DIVERGED] - n.untrained)
        list_add(&rest, ", ", words(p, "%d diverged", n.of[TRIAL_DIVERGED] - n.untrained));
    if (n.untrained) list_add(&rest, ", ", words(p, "%d learned nothing", n.untrained));
    if (n.of[TRIAL_FAILED] + n.of[TRIAL_SKIPPED])
        list_add(&rest, ", ",
                 words(p, "%d failed (see Failures)", n.of[TRIAL_FAILED] + n.of[TRIAL_SKIPPED]));
    note(p, "Trainings: %d%s%s; judged by %s of the %s split, margin of equivalence %g.", n.run,
         rest.length ? ", of which " : "", rest.length ? rest.data : "",
         plain(p, metric_said(p->q->metric)), split_titles[p->q->split], p->q->margin);
    text_free(&rest);
}

/* The first sentences of a text; where that is not all of it, where the rest is. */
static const char *shortened(const struct page *p, const char *text)
{
    enum { MOST = 250 };
    size_t length = strlen(text);
    if (length <= MOST) return text;
    for (length = MOST; length > 1 && strncmp(text + length - 1, ". ", 2);) length--;
    return words(p, "%.*s More: input_notes in cells.csv.", (int)length, text);
}

static void note_data(const struct page *p)
{
    const char *notes = first_text(p, "input_notes"), *source = first_text(p, "input_source");
    int axis = axes_find(&p->a->run->axes, "data");
    const char *data = axis < 0 ? "" : entry_value(p->a, p->q->entries.first, axis);
    if (*source) note(p, "Input: %s.", plain(p, source));
    if (*notes) note(p, "Data: %s. %s", plain(p, data), plain(p, shortened(p, notes)));
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

/* For its wording: the tier, the time and the machine of the run. */
static void note_run(const struct page *p)
{
    const struct run_data *run = &p->r->run;
    note(p, "Run: commit %s, tier %s, started %s, %s.",
         plain(p, manifest_text(run, "program", "commit")),
         plain(p, manifest_text(run, "plan", "tier")), plain(p, manifest_started(run)),
         plain(p, manifest_text(run, "machine", "cpu_model")));
}

static void details(const struct page *p)
{
    const struct spec *s = p->q->spec;
    heading(p, p->level + 1, "Details");
    if (s->source) note(p, "Source: %s", plain(p, s->source));
    note_data(p);
    note(p, "The same in all rows: %s.", constants_of(p));
    if (p->q->trains) note_tuning(p);
    note_left_out(p);
    if (p->r->run.manifest) note_run(p);
    say(p, "Run it again, or the same rows as here and compare:");
    md_code(p->w, words(p, "%s\n./attnlab reproduce %s --question %s", run_command(p),
                        in_shell(p, p->r->run.path), in_shell(p, p->q->spec->name)));
}

/* ---- the whole ---- */

struct known {
    int rows, planned;
    bool open; /* tuning may spare some of what is planned */
};
static struct known known_of(const struct page *p)
{
    struct known k = {0};
    const struct run_data *run = p->a->run;
    for (int i = 0; i < run->trial_count; i++) {
        if (p->q && run->trials[i].cell->spec != (int)(p->q - p->a->questions)) continue;
        k.planned++;
        k.rows += run->trials[i].state != TRIAL_MISSING;
        k.open |= run->plan.specs[run->trials[i].cell->spec].tune_axis != NULL;
    }
    return k;
}

void say_progress(const struct page *p)
{
    const struct known k = known_of(p);
    const char *most = k.open ? "at most " : "";
    if (!p->a->run->way_on || (p->q && k.rows == k.planned)) return;
    if (p->q) {
        say(p, "Not ended: %d of %s%d rows of this question are known.", k.rows, most, k.planned);
        return;
    }
    const char *command = words(p, "attnlab report %s", in_shell(p, p->a->run->path));
    say(p, "This run has not ended: %d of %s%d rows are known%s. %s", k.rows,
        k.open ? most : "its ", k.planned,
        k.rows == k.planned ? ", and its tables are not written yet" : "",
        p->a->run->at_work
            ? words(p, "It is running: %s updates this page. If it stops, resume with:",
                    md_command(p->w, command))
            : "No process is working on it. Resume with:");
    md_code(p->w, p->a->run->way_on);
}

void report_question(const struct page *p)
{
    const char *tier = manifest_text(&p->r->run, "plan", "tier");
    heading(p, p->level, "%s", title_of(p));
    say(p, "%s", plain(p, p->q->spec->question ? p->q->spec->question : p->q->spec->name));
    struct page run = *p;
    run.q = NULL;
    say_progress(p->level == 1 ? &run : p);
    (p->q->trains ? trained_answer : timed_answer)(p);
    (p->q->trains ? trained_tables : timed_tables)(p);
    show_figures(p);
    checks(p);
    if (*tier && strcmp(tier, "full"))
        note(p, "Tier %s is small: draw conclusions from tier full.", plain(p, tier));
    claim_table(p);
    details(p);
}
