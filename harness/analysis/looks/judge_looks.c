/* SPDX-License-Identifier: MIT
 * Which comparisons are open, and which rows that leaves out (judge_looks.h). */
#include "harness/analysis/looks/judge_looks.h"
#include "base/mem.h"
#include "harness/run/power.h"

#include <stdlib.h>
#include <string.h>

/* ---- comparisons ---- */

/* So many primary claims a page may hold together (corrections.c). A run knows nothing of the
 * others, and what stops as soon as its own 5 % are reached stands beside none of them. */
static const double most_primaries = 20;

/* Whether a finding on the primary claim would not stand as the only one on such a page. */
static bool is_weak_primary(const struct analysis *a, const struct effect *e)
{
    bool needs_p = e->ungated == OUTCOME_BETTER || e->ungated == OUTCOME_WORSE;
    return e->primary && needs_p && e->p_corrected > (1 - a->level) / most_primaries;
}

static bool is_undecided(const struct analysis *a, const struct effect *e)
{
    double margin = entry_question(a, e->entry)->margin;
    if (a->entries[e->entry].damaged && e->ungated == OUTCOME_WORSE)
        return e->gain.interval.high >= -margin; /* its gate asks for more than the margin */
    return !outcome_says(e->ungated) || is_weak_primary(a, e);
}

/* Whether a claim speaks of an effect. */
static bool is_spoken_of(const struct analysis *a, int effect)
{
    const struct question *q = entry_question(a, a->effects[effect].entry);
    for (int i = q->judged.first; i < q->judged.last; i++)
        if (a->judged[i].effect == effect) return true;
    return false;
}

static bool is_of(const struct effect *e, int entry)
{
    return e->entry == entry || e->reference == entry;
}

/* A baseline goes on alone where it may yet beat counting, without which nothing would be said. */
static bool has_open_gate(const struct analysis *a, const struct question *q, int baseline)
{
    for (int i = q->gates.first; i < q->gates.last; i++)
        if (a->gates[i].baseline == baseline && a->gates[i].undecided) return true;
    return false;
}

bool entry_is_open(const struct analysis *a, int entry)
{
    const struct question *q = entry_question(a, entry);
    bool compared = false;
    if (has_open_gate(a, q, entry)) return true;
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        bool counts = e->reading == READ_STEPS || is_spoken_of(a, i);
        if (!counts || !is_of(e, entry)) continue;
        if (is_undecided(a, e)) return true;
        compared = true;
    }
    for (int i = q->interactions.first; i < q->interactions.last; i++) {
        const struct interaction *x = &a->interactions[i];
        bool own = is_of(&a->effects[x->effect], entry) || is_of(&a->effects[x->first], entry);
        if (own && !outcome_says(x->ungated)) return true;
    }
    return !compared;
}

/* ---- reasons ---- */

static const char *const found[OUTCOMES] = {[OUTCOME_BETTER] = "resolved as better than",
                                            [OUTCOME_WORSE] = "resolved as worse than",
                                            [OUTCOME_EQUIVALENT] = "equivalent to"};

/* Why an entry that is not open is not needed after a look, to be freed. */
static char *reason_of(const struct analysis *a, int entry, int look)
{
    const struct spec *s = entry_spec(a, entry);
    const struct effect *e = entry_effect(a, entry, READ_STEPS);
    int last = s->looks[s->look_count - 1];
    char *name = entry_name(a, entry), *reason;
    if (e && e->look > 0)
        reason = xformat("after %d of %d seeds %s was %s %s", s->looks[e->look - 1], last, name,
                         found[e->ungated], a->entries[e->reference].label);
    else
        reason = xformat("after %d of %d seeds all that is compared with %s was resolved",
                         s->looks[look], last, name);
    free(name);
    return reason;
}

/* ---- the judge ---- */

static int find_question(const struct analysis *a, const char *name)
{
    int i = 0;
    while (i < a->question_count && strcmp(a->questions[i].spec->name, name)) i++;
    require(i < a->question_count);
    return i;
}

/* What later looks know is not known yet; trials of a tuned value wait for no look. */
static void hide_later(struct run_data *run, int look)
{
    for (int i = 0; i < run->trial_count; i++) {
        struct trial *t = &run->trials[i];
        if (t->cell->look <= look || t->cell->tuning) continue;
        t->state = TRIAL_MISSING;
        t->row = -1;
    }
}

static json_t *rows_left_out(const struct analysis *a, int question, int look)
{
    const struct plan *plan = &a->run->plan;
    const struct span all = a->questions[question].entries;
    json_t *rows = json_object();
    int *entries = entries_of_cells(a);
    char **reasons = xarray((size_t)(all.last - all.first), sizeof *reasons);
    for (int e = all.first; e < all.last; e++)
        if (!entry_is_open(a, e)) reasons[e - all.first] = reason_of(a, e, look);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *c = plan_row_cell(plan, &plan->rows[i]);
        int entry = entries[plan->rows[i].cell_index];
        if (c->spec != question || c->look <= look || c->tuning || entry < 0) continue;
        if (reasons[entry - all.first])
            json_object_set_new(rows, plan->rows[i].key, json_string(reasons[entry - all.first]));
    }
    for (int e = 0; e < all.last - all.first; e++) free(reasons[e]);
    free(reasons);
    free(entries);
    return rows;
}

static json_t *left_out(const void *context, const char *directory, const char *question, int look,
                        char **error)
{
    struct run_data run;
    json_t *rows = NULL;
    (void)context;
    if (run_data_read_whole(&run, directory, error)) {
        struct analysis a;
        hide_later(&run, look);
        analysis_build(&a, &run, POWER_LEVEL, 0); /* 0: the margin of times, which have no looks */
        rows = rows_left_out(&a, find_question(&a, question), look);
        analysis_free(&a);
    }
    run_data_free(&run);
    return rows;
}

const struct look_judge judge_of_looks = {.left_out = left_out};
