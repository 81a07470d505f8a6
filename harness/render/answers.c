/* SPDX-License-Identifier: MIT
 * The sentences of answers (answers.h). No sentence has more than three numbers, an interval
 * counting for what it belongs to. */
#include "harness/render/answers.h"
#include "base/csv_write.h"
#include "harness/render/rounded_words.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- words ---- */

const char *count_words(struct document *d, double count) { return doc_keep(d, count_text(count)); }

/* "nonlinear-query": "Nonlinear query". */
const char *title_of(const struct page *p)
{
    const struct spec *s = p->q->spec;
    if (s->title) return s->title;
    char *title = xstrdup(s->name);
    for (char *c = title; *c; c++)
        if (*c == '-' || *c == '_') *c = ' ';
    title[0] = (char)toupper((unsigned char)title[0]);
    return doc_keep(p->d, title);
}

/* ---- trained ---- */

/* Whether a size is written by noughts alone, with its interval or up to it. */
static bool is_nought(const char *size) { return !size[strcspn(size, "123456789")]; }
static bool begins_nought(const char *size)
{
    return strcspn(size, "123456789") >= strcspn(size, "[");
}

/* Of no gain: the side whose runs were lost; -1: neither's were. */
static int lost_side(const struct effect *e)
{
    return e->lost_runs ? e->entry : e->reference_lost_runs ? e->reference : -1;
}

const char *no_gain_words(const struct page *p, const struct effect *e)
{
    int lost = lost_side(e);
    if (lost < 0) return e->noughts ? "no ratio to a loss of 0" : "not measured";
    const char *whose = lost == e->entry                ? ""
                        : e->reading == READ_PARAMETERS ? "its control "
                                                        : "its baseline ";
    return words(p, "%s%s", whose, entry_lost_word(p->a, lost));
}

/* That it is better or worse is said behind a verdict alone; else it was only measured so. */
const char *effect_sentence(const struct page *p, const struct effect *e)
{
    const char *name = name_of(p, e->entry), *other = p->a->entries[e->reference].label;
    const struct estimate *g = &e->gain;
    int lost = lost_side(e);
    if (!g->n && lost >= 0)
        return words(p, "%s %s, so nothing can be compared", name_of(p, lost),
                     entry_lost_word(p->a, lost));
    if (!g->n && e->noughts)
        return words(p, "%s and %s cannot be compared: a loss of 0 has no ratio to another", name,
                     other);
    if (!g->n) return words(p, "%s was not measured", name);
    const char *size = gain_size_text(p->d, p->q->metric, g), *said = metric_said(p->q->metric);
    if (is_nought(size)) return words(p, "%s shows no difference in %s from %s", name, said, other);
    if (e->outcome == OUTCOME_EQUIVALENT)
        return words(p, "%s is no different in %s from %s: %s%s", name, said, other,
                     begins_nought(size) ? ""
                     : g->centre < 0     ? "worse by "
                                         : "better by ",
                     size);
    return words(p, "%s %s %s by %s in %s than %s", name,
                 outcome_says(e->outcome) ? "is" : "was measured",
                 g->centre < 0 ? "worse" : "better", size, said, other);
}

/* The gate that shuts an effect; NULL: an edge of its own sweep, or none does. */
static const struct gate *gate_before(const struct page *p, const struct effect *e)
{
    for (int i = p->q->gates.first; i < p->q->gates.last; i++) {
        const struct gate *g = &p->a->gates[i];
        if (g->baseline == p->a->entries[e->entry].reference && g->state != GATE_PASSED &&
            e->shut && !strcmp(g->figure, e->shut))
            return g;
    }
    return NULL;
}

static const char *counting_words(const struct page *p, const struct gate *g)
{
    const struct standing s = standing_of(p->a, g->baseline);
    if (!s.seen.by) return "no model that only counts was measured beside it";
    if (!s.own.n) return words(p, "its baseline %s", entry_lost_word(p->a, g->baseline));
    const char *unit = metric_unit_said(s.metric);
    return words(p, "its baseline ends with %s %.4g%s%s, where %s gives %.4g",
                 metric_said(s.metric), s.own.centre, *unit ? " " : "", unit,
                 axes_yardstick_said(&p->a->run->axes, s.seen.by->name), s.seen.value);
}

static const char *why_shut(const struct page *p, const struct effect *e)
{
    const struct gate *g = e && e->shut ? gate_before(p, e) : NULL;
    if (!e || !e->shut) return "";
    if (!g) return words(p, "the best value that was tried is the last one: %s", e->shut);
    if (g->kind == GATE_COUNTING) return counting_words(p, g);
    if (g->kind == GATE_DAMAGE && strstr(g->figure, "was run"))
        return "no control that was damaged on purpose was run, so nobody knows what it can see";
    if (g->kind == GATE_DAMAGE && g->state == GATE_UNMEASURED)
        return "no pair of the control that was damaged on purpose and its baseline ended, so "
               "nobody knows what it can see";
    if (g->kind == GATE_DAMAGE)
        return "even a control that was damaged on purpose is not seen to be worse";
    return g->figure;
}

static const char *size_words(const struct page *p, const struct effect *e)
{
    const struct standing s = standing_of(p->a, e->reference);
    const char *data = doc_keep(p->d, axes_data_said(&p->a->run->axes, data_words(p, e->entry)));
    if (isnan(s.parameters) && isnan(s.tokens)) return data; /* none of its trainings ended */
    return words(p, "%s parameters, %s tokens%s%s", count_words(p->d, s.parameters),
                 count_words(p->d, s.tokens), *data ? " of " : "", data);
}

/* Trainings of both sides were made, though perhaps none of them ended. */
static bool is_known(const struct effect *e) { return e->gain.n || e->pairs; }

/* The claim that answers: one of which something ended, if there is one. NULL:
 * nothing was measured of any. */
static const struct judged *told(const struct page *p)
{
    const struct judged *found = NULL;
    int best = 0;
    for_each_judged(j, p)
    {
        if (j->effect < 0 || !is_known(&p->a->effects[j->effect])) continue;
        int worth = j->claim->primary ? 2 : 1;
        if (judged_gain(p->a, j)->n) worth += 2;
        if (worth > best) found = j, best = worth;
    }
    return found;
}

static bool stands(const struct effect *e)
{
    return e->outcome == OUTCOME_BETTER || e->outcome == OUTCOME_WORSE;
}

/* Of one that is assessable more can be told than of one that is not. */
static bool tells_more(const struct effect *e, const struct effect *than)
{
    if (!e->gain.n != !than->gain.n) return e->gain.n;
    if (stands(e) != stands(than)) return stands(e);
    if (!e->shut != !than->shut) return !e->shut;
    return fabs(e->gain.centre) > fabs(than->gain.centre);
}

static const struct effect *largest_effect(const struct page *p)
{
    const struct effect *found = NULL;
    for_each_effect(e, p)
    {
        bool counts =
            is_known(e) && e->outcome != OUTCOME_BY_FORMULA && !p->a->entries[e->entry].damaged;
        if (counts && (!found || tells_more(e, found))) found = e;
    }
    return found;
}

/* Where nothing else is compared, as in a set-up by itself: what its damaged control shows. */
static const struct effect *damage_of(const struct page *p)
{
    for_each_effect(e, p) if (p->a->entries[e->entry].damaged && e->gain.n) return e;
    return NULL;
}

/* A change of a gain by a condition is another sentence. */
static const char *found_words(const struct page *p, const struct answer *a)
{
    if (!a->effect) return nothing_words(p);
    if (!a->judged || !a->judged->claim->axis)
        return words(p, "%s%s", effect_sentence(p, a->effect), price_words(p, a->effect));
    const char *name = name_of(p, a->effect->entry),
               *change = gain_text(p->d, p->q->metric, judged_gain(p->a, a->judged));
    if (!*change)
        return words(p, "how the gain of %s changes cannot be said: too few trainings ended", name);
    return words(p, "the gain of %s changes by %s", name, change);
}

/* Takes the effect of the answer. */
static struct answer trained_answer(const struct page *p, struct answer a)
{
    a.paper = paper_of(p, a.judged);
    a.claimed = claimed_words(p, a.judged);
    a.found = found_words(p, &a);
    a.why = a.size = a.word = "";
    if (!a.effect) return a;
    const char *no_room = a.judged ? a.judged->no_room : NULL;
    a.why = no_room ? no_room : why_shut(p, a.effect);
    a.size = size_words(p, a.effect);
    a.word = a.judged ? judged_word(a.judged) : outcome_names[a.effect->outcome];
    const struct interaction *change = a.judged ? judged_change(p->a, a.judged) : NULL;
    a.tone = no_room ? TONE_NOT_ASSESSABLE : change ? tone_of_change(change) : tone_of(a.effect);
    return a;
}

/* Where nothing is claimed and several are compared, all of them answer: the largest of many is
 * large by chance too, so it is named only if it stands. */
static struct answer answer_of_all(const struct page *p, const struct comparisons *n,
                                   const struct effect *largest)
{
    struct answer a = trained_answer(p, (struct answer){.effect = largest});
    const char *all = comparisons_sentence(p, n);
    a.of_all = true;
    a.found = stands(largest) ? words(p, "%s; the largest that stands: %s", all, a.found) : all;
    a.word = counts_text(p->d, n->outcomes, outcome_names, OUTCOMES);
    return a;
}

struct answer answer_to(const struct page *p, const struct judged *j)
{
    const struct effect *e = j->effect < 0 ? NULL : &p->a->effects[j->effect];
    return trained_answer(p, (struct answer){.judged = j, .effect = e && is_known(e) ? e : NULL});
}

/* What a change saves of compute says more than what it gains at one size. */
static struct answer scaled_answer(const struct page *p, struct answer a)
{
    a.paper = paper_of(p, NULL);
    a.claimed = a.why = "";
    a.size = size_words(p, a.effect);
    return a;
}

/* ---- timed ---- */

static struct answer timed_answer(const struct page *p)
{
    struct answer a = {
        .paper = paper_of(p, NULL), .claimed = "", .why = "", .size = "", .word = ""};
    a.found = nothing_words(p);
    if (has_no_result(p)) return a;
    for_each_pass(s, p)
    {
        if (!s.n.least && a.effect) continue;
        a.effect = s.n.greatest;
        a.found = timed_sentence(p, &s);
        a.word = outcomes_text(p->d, &s.n);
    }
    return a;
}

struct answer answer_of(const struct page *p)
{
    struct answer scaled = {0};
    if (!p->q->trains) return timed_answer(p);
    if (scaling_answers(p, &scaled)) return scaled_answer(p, scaled);
    const struct judged *j = told(p);
    if (j) return answer_to(p, j);
    const struct effect *e = largest_effect(p);
    const struct comparisons n = comparisons_of(p, p->q->conditions);
    if (e && n.compared && n.all > 1) return answer_of_all(p, &n, e);
    return trained_answer(p, (struct answer){.effect = e ? e : damage_of(p)});
}

/* ---- for programs ---- */

static void save_answer(struct csv *out, const struct page *p)
{
    const struct answer a = answer_of(p);
    const struct run_data *run = &p->r->run;
    const char *const fields[] = {p->q->spec->name,
                                  title_of(p),
                                  a.paper,
                                  a.claimed,
                                  a.found,
                                  a.word,
                                  a.why,
                                  a.size,
                                  manifest_text(run, "program", "commit"),
                                  manifest_text(run, "machine", "cpu_model"),
                                  manifest_started(run),
                                  NULL};
    csv_header(out, fields);
    csv_end_line(out);
}

bool answers_save(const struct folder *f)
{
    static const char *const head[] = {"question", "title", "paper",  "claimed", "found",   "word",
                                       "why",      "size",  "commit", "machine", "started", NULL};
    struct document d = {0};
    struct csv out = {0};
    csv_header(&out, head);
    csv_end_line(&out);
    for (int i = 0; i < f->count; i++)
        for (int trains = 1; trains >= 0; trains--) {
            struct page p = page_of(&d, f, i);
            while (next_question(&p, trains)) save_answer(&out, &p);
        }
    char *path = xformat("%s/" ANSWERS_NAME, f->directory);
    bool good = csv_save(&out, path);
    free(path);
    document_free(&d);
    return good;
}
