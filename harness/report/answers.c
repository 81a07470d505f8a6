/* SPDX-License-Identifier: MIT
 * Writes the answer to each question, in one or a few sentences, for pages and answers.csv. Answers
 * ignore controls.
 * Trained question: the verdict on the primary claim. If that claim has no result, the verdict on
 * the first claim with a result; without a result for any claim, counts of all comparisons.
 * `scaling`: the clearest compute multiplier.
 * Timed question: the smallest and largest time ratio of the last pass at the last shape. */
#include "base/csv_write.h"
#include "harness/analysis/scaling.h"
#include "harness/report/report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *title_of(const struct page *p)
{
    const struct spec *s = p->q->spec;
    if (s->title) return plain(p, s->title);
    char *title = xstrdup(s->name);
    for (char *c = title; *c; c++)
        if (*c == '-' || *c == '_') *c = ' ';
    title[0] = (char)toupper((unsigned char)title[0]);
    return plain(p, keep(p->w, title));
}

const char *setup_of(const struct page *p)
{
    const char *setup = p->q->spec->setup_title;
    return setup ? plain(p, setup) : title_of(p);
}

const char *question_link(const struct page *p, const char *text)
{
    const char *page = page_name(p);
    return md_link(p->w, p->folder->is_run ? page : words(p, "%s/%s", p->r->name, page), text);
}

/* ---- claims ---- */

/* Returns the first paper named in a text, such as "arXiv 2310.11398", or "" if no paper is named.
 */
static const char *paper_in(const struct page *p, const char *text)
{
    for (const char *at = text; at && (at = strstr(at, "arXiv")); at += 5) {
        const char *number = at + 6;
        size_t year = at[5] ? strspn(number, "0123456789") : 0;
        size_t rest = year == 4 && number[4] == '.' ? strspn(number + 5, "0123456789") : 0;
        if (rest >= 4) return words(p, "arXiv %.*s", (int)(5 + rest), number);
    }
    return "";
}

const char *paper_of(const struct page *p, const struct judged *j)
{
    const char *own = j ? paper_in(p, j->claim->source) : "";
    if (j && !*own) own = paper_in(p, j->claim->published);
    return *own ? own : paper_in(p, p->q->spec->source);
}

const struct judged *claim_of(const struct page *p, const struct effect *e)
{
    for_each_judged(j, p)
    {
        if (j->effect == (int)(e - p->a->effects) && !j->claim->axis) return j;
    }
    return NULL;
}

/* ---- one effect ---- */

/* Returns the entry of the effect or its reference, whichever has training runs that diverged or
 * learned nothing. Returns -1 if neither has. */
static int lost_side(const struct effect *e)
{
    return e->lost_runs ? e->entry : e->reference_lost_runs ? e->reference : -1;
}

const char *no_gain_words(const struct page *p, const struct effect *e)
{
    int lost = lost_side(e);
    if (lost < 0) return "not measured";
    const char *whose = lost == e->entry                      ? ""
                        : e->comparison == COMPARE_PARAMETERS ? "its control "
                                                              : "its baseline ";
    return words(p, "%s%s", whose, entry_lost_word(p->a, lost));
}

const char *effect_sentence(const struct page *p, const struct effect *e)
{
    const char *name = quoted_name(p, e->entry), *other = quoted(p, label_of(p, e->reference));
    if (!e->gain.n) return words(p, "%s: %s", name, no_gain_words(p, e));
    const char *gain = gain_words(p, p->q->metric, &e->gain);
    if (e->outcome == OUTCOME_BETTER || e->outcome == OUTCOME_WORSE)
        return words(p, "%s is %s than %s: %s", name, outcome_names[e->outcome], other, gain);
    return words(p, "%s with %s than with %s", gain, name, other);
}

/* smallest ratio of parameters or FLOPs that is mentioned */
static const double more = 1.05;

const char *price_words(const struct page *p, const struct effect *e)
{
    const struct cost *c = &e->cost;
    bool size = c->parameters >= more, work = c->flops >= more;
    if (e->outcome != OUTCOME_BETTER || !(size || work)) return "";
    return words(p, ". It has %s%s%s%s%s", size ? ratio_text(p, c->parameters) : "",
                 size ? " times the parameters" : "", size && work ? " and " : "",
                 work ? ratio_text(p, c->flops) : "", work ? " times the FLOPs" : "");
}

const char *control_words(const struct page *p, const struct effect *e)
{
    const struct effect *c = entry_effect(p->a, e->entry, COMPARE_PARAMETERS);
    if (e->outcome != OUTCOME_BETTER || !(e->cost.parameters >= more)) return "";
    if (!c) return ". No control of the same size was run";
    if (!c->gain.n)
        return words(p, ". The comparison with a control of the same size has no result: %s",
                     no_gain_words(p, c));
    const char *control = quoted(p, label_of(p, c->reference)), *verdict = verdict_text(p, c),
               *gain = gain_words(p, p->q->metric, &c->gain);
    if (c->outcome == OUTCOME_BETTER || c->outcome == OUTCOME_WORSE)
        return words(p, ". It is %s than a control of the same size, %s (%s)", verdict, control,
                     gain);
    return words(p, ". The comparison with a control of the same size, %s, is %s (%s)", control,
                 verdict, gain);
}

/* ---- counts ---- */

struct counts counts_of(const struct page *p, struct span conditions)
{
    struct counts n = {0};
    for_each_effect(e, p)
    {
        int condition = p->a->entries[e->entry].condition;
        if (condition < conditions.first || condition >= conditions.last || !is_proposal(p->a, e))
            continue;
        n.all++;
        n.of[e->outcome]++;
        if (!e->gain.n || e->outcome == OUTCOME_BY_FORMULA) continue;
        if (!n.least || e->gain.centre > n.least->gain.centre) n.least = e;
        if (!n.greatest || e->gain.centre < n.greatest->gain.centre) n.greatest = e;
    }
    return n;
}

const char *counts_text(const struct page *p, const int *counts, const char *const *names)
{
    struct text out = {0};
    for (int i = 0; i < OUTCOMES; i++)
        if (counts[i] && *names[i]) list_add(&out, ", ", words(p, "%d %s", counts[i], names[i]));
    return keep(p->w, out.data);
}

/* Returns text such as "16 comparisons with softmax attention: 1 better, 3 worse". */
static const char *counts_sentence(const struct page *p, const struct counts *n)
{
    const struct effect *any = n->least;
    const char *other = any ? words(p, " with %s", quoted(p, label_of(p, any->reference))) : "";
    return words(p, "%s%s: %s", things(p, n->all, "comparison", "comparisons"), other,
                 counts_text(p, n->of, outcome_names));
}

/* ---- which effect answers ---- */

/* Returns true if the entry and its reference both have training runs, even if all runs diverged.
 */
static bool is_known(const struct effect *e) { return e->gain.n || e->pairs; }

/* Returns the claim that answers the question, or NULL if no claim was measured. Claims with a
 * result take precedence; among these, the primary claim. */
static const struct judged *measured_claim(const struct page *p)
{
    const struct judged *found = NULL;
    int best = 0;
    for_each_judged(j, p)
    {
        if (j->effect < 0 || !is_known(&p->a->effects[j->effect])) continue;
        int rank = (j->claim->primary ? 2 : 1) + (judged_gain(p->a, j)->n ? 2 : 0);
        if (rank > best) found = j, best = rank;
    }
    return found;
}

static bool has_direction(const struct effect *e)
{
    return e->outcome == OUTCOME_BETTER || e->outcome == OUTCOME_WORSE;
}

/* Returns true if one effect ranks before another. Measured effects come first, then effects with
 * the verdict better or worse, then judged effects, then larger effects. */
static bool is_stronger(const struct effect *e, const struct effect *than)
{
    if (!e->gain.n != !than->gain.n) return e->gain.n;
    if (has_direction(e) != has_direction(than)) return has_direction(e);
    if (!e->failed_check != !than->failed_check) return !e->failed_check;
    return fabs(e->gain.centre) > fabs(than->gain.centre);
}

/* Returns the strongest effect of a proposal, or of any arm if there are no proposals. */
static const struct effect *largest_effect(const struct page *p)
{
    const struct effect *found = NULL;
    for (int proposals = 1; proposals >= 0 && !found; proposals--)
        for_each_effect(e, p) if (is_known(e) && (!proposals || is_proposal(p->a, e)) &&
                                  (!found || is_stronger(e, found))) found = e;
    return found;
}

static struct answer answer_of_effect(const struct page *p, const struct effect *e,
                                      const struct judged *j)
{
    struct answer a = {.effect = e, .judged = j, .why = ""};
    const struct estimate *change = j && j->claim->axis ? judged_gain(p->a, j) : NULL;
    a.found =
        change ? words(p, "the gain of %s changes by %s", quoted_name(p, e->entry),
                       gain_text(p, p->q->metric, change))
               : words(p, "%s%s%s", effect_sentence(p, e), price_words(p, e), control_words(p, e));
    a.word = j ? judged_word(j) : verdict_text(p, e);
    a.why = e->failed_check ? plain(p, e->failed_check) : "";
    return a;
}

/* Answers a question by counts of verdicts. Used if the question has no claims, or if no arm can be
 * better than the baseline. The largest effect is added only if its verdict is better or worse,
 * because the largest of many effects is often due to chance. */
static struct answer answer_of_all(const struct page *p, const struct effect *e,
                                   const struct judged *j)
{
    const struct counts n = counts_of(p, p->q->conditions);
    struct answer a = answer_of_effect(p, e, j);
    if ((!j && n.all < 2) || *a.why) return a;
    const char *rest = j                  ? words(p, ". %s", capital(p, plain(p, j->why_no_gain)))
                       : has_direction(e) ? words(p, ". Largest effect: %s", a.found)
                                          : "";
    a.of_all = true;
    a.found = words(p, "%s%s", counts_sentence(p, &n), rest);
    a.word = counts_text(p, n.of, outcome_names);
    return a;
}

/* ---- scaling ---- */

static bool is_fit_of_proposal(const struct page *p, const struct scaling_fit *f)
{
    const struct effect *e = entry_effect(p->a, f->entry, COMPARE_STEPS);
    return e && is_proposal(p->a, e);
}

/* Returns true if one fit ranks before another. Fits of proposals come first, then judged fits,
 * then fits that save or waste compute, then fits with smaller p-values. */
static bool is_clearer(const struct page *p, const struct scaling_fit *f,
                       const struct scaling_fit *than)
{
    bool significant = f->outcome == OUTCOME_BETTER || f->outcome == OUTCOME_WORSE;
    bool its = than->outcome == OUTCOME_BETTER || than->outcome == OUTCOME_WORSE;
    bool proposed = is_fit_of_proposal(p, f), other = is_fit_of_proposal(p, than);
    if (proposed != other) return proposed;
    if (!f->failed_check != !than->failed_check) return !f->failed_check;
    return significant != its ? significant : f->pooled.p < than->pooled.p;
}

/* Writes the answer to a question with compute multipliers to *answer. Returns false if there are
 * no multipliers. */
static bool scaling_answer(const struct page *p, struct answer *answer)
{
    const struct scaling_fit *shown = NULL;
    int counts[OUTCOMES] = {0};
    for (int i = p->q->scaling.first; i < p->q->scaling.last; i++) {
        const struct scaling_fit *f = &p->a->scaling_fits[i];
        if (f->entry == f->reference || isnan(f->pooled.centre)) continue;
        counts[f->outcome] += is_fit_of_proposal(p, f);
        if (!shown || is_clearer(p, f, shown)) shown = f;
    }
    if (!shown) return false;
    const struct estimate *m = &shown->pooled;
    const struct scaling_point *largest = &p->a->scaling_points[shown->points.first];
    for (int i = shown->points.first; i < shown->points.last; i++) {
        const struct scaling_point *at = &p->a->scaling_points[i];
        if (!at->left_out && at->parameters > largest->parameters) largest = at;
    }
    *answer = (struct answer){.effect = entry_effect(p->a, largest->entry, COMPARE_STEPS),
                              .of_all = true,
                              .why = shown->failed_check ? plain(p, shown->failed_check) : ""};
    bool significant = shown->outcome == OUTCOME_BETTER || shown->outcome == OUTCOME_WORSE;
    const char *verdict = saving_names[shown->outcome];
    answer->found = words(
        p, "%s%s: %s needs %s times as many FLOPs for the same loss [%s, %s], over %d sizes%s",
        quoted(p, label_of(p, shown->entry)), significant ? words(p, " %s compute", verdict) : "",
        quoted(p, label_of(p, shown->reference)), ratio_text(p, exp(m->centre)),
        ratio_text(p, exp(m->interval.low)), ratio_text(p, exp(m->interval.high)), shown->sizes,
        significant ? "" : words(p, " (%s)", verdict));
    const char *names[OUTCOMES];
    memcpy(names, saving_names, sizeof names);
    names[OUTCOME_BETTER] = "saving compute", names[OUTCOME_WORSE] = "wasting compute";
    answer->word = counts_text(p, counts, names);
    return true;
}

/* ---- timed ---- */

/* Returns text such as "MLP takes 0.95 times as long as dot product [0.88, 0.98]". If `first` is
 * false, the text omits the baseline. */
static const char *ratio_words(const struct page *p, const struct effect *e, bool first)
{
    const char *ratio = gain_text(p, NULL, &e->gain);
    int length = (int)strcspn(ratio, " "); /* number of characters of the text up to the interval */
    return words(p, "%s takes %.*s times as long%s%s%s%s", quoted(p, label_of(p, e->entry)), length,
                 ratio, first ? " as " : "", first ? quoted(p, label_of(p, e->reference)) : "",
                 ratio + length,
                 is_conclusive(e->outcome) ? "" : words(p, " (%s)", verdict_text(p, e)));
}

static struct answer timed_found(const struct page *p)
{
    int condition = main_condition(p);
    const struct counts n = counts_of(p, (struct span){condition, condition + 1});
    const char *where = condition_words(p, condition), *factors = factor_words(p, condition);
    struct answer a = {.effect = n.greatest, .word = "", .why = ""};
    if (!n.all) {
        a.found = p->q->spec->baseline
                      ? "only times are reported, because no change is compared with the baseline"
                      : "only times are reported, because no baseline is named";
    } else if (!n.least && n.of[OUTCOME_BY_FORMULA]) {
        a.found = "all compared arms ran by formula";
    } else if (!n.least) {
        const char *lost = lost_words(p);
        a.found = words(p, "no ratio to the baseline was measured%s%s", *lost ? ": " : "", lost);
    } else if (*factors) {
        a.found = words(p, "time of the %s: %s", where, factors);
    } else {
        bool one = n.least == n.greatest;
        a.found = words(p, "%s: %s%s%s", where, ratio_words(p, n.least, true), one ? "" : "; ",
                        one ? "" : ratio_words(p, n.greatest, false));
    }
    a.word = counts_text(p, n.of, outcome_names_of_time);
    return a;
}

struct answer answer_of(const struct page *p)
{
    struct answer scaled;
    const char *nothing = nothing_words(p);
    if (nothing) return (struct answer){.found = nothing, .word = "", .why = ""};
    if (!p->q->trains) return timed_found(p);
    if (scaling_answer(p, &scaled)) return scaled;
    const struct judged *j = measured_claim(p);
    const struct effect *e = j ? &p->a->effects[j->effect] : largest_effect(p);
    if (e) return (!j || j->why_no_gain ? answer_of_all : answer_of_effect)(p, e, j);
    return (struct answer){.found = p->q->spec->baseline
                                        ? "no comparison has a result yet"
                                        : "no baseline is named, so nothing is compared",
                           .word = "",
                           .why = ""};
}

struct answer answer_about(const struct page *p, const char *paper)
{
    for_each_judged(j, p)
    {
        if (j->effect < 0 || !*paper || !strstr(paper_of(p, j), paper)) continue;
        const struct effect *e = &p->a->effects[j->effect];
        if (is_known(e) && !j->why_no_gain) return answer_of_effect(p, e, j);
    }
    return answer_of(p);
}

const char *short_answer(const struct page *p, const struct answer *a)
{
    return p->q->trains ? a->found : words(p, "%.*s", (int)strcspn(a->found, ";"), a->found);
}

/* ---- for programs ---- */

static void save_answer(struct csv *out, const struct page *p)
{
    const struct answer a = answer_of(p);
    const struct run_data *run = &p->r->run;
    const struct judged *j = a.judged;
    const char *const fields[] = {p->q->spec->name,
                                  title_of(p),
                                  paper_of(p, j),
                                  j && j->claim->published ? j->claim->published : "",
                                  a.found,
                                  a.word,
                                  a.why,
                                  manifest_text(run, "program", "commit"),
                                  manifest_text(run, "machine", "cpu_model"),
                                  manifest_started(run),
                                  NULL};
    csv_header(out, fields);
    csv_end_line(out);
}

bool answers_save(const struct folder *f)
{
    static const char *const head[] = {"question", "title",  "paper",   "claimed", "found", "word",
                                       "why",      "commit", "machine", "started", NULL};
    struct writer w = {.plain = true};
    struct csv out = {0};
    csv_header(&out, head);
    csv_end_line(&out);
    for (int i = 0; i < f->count; i++)
        for (int trains = 1; trains >= 0; trains--) {
            struct page p = page_of(&w, f, i);
            while (next_question(&p, trains)) save_answer(&out, &p);
        }
    char *path = xformat("%s/" ANSWERS_NAME, f->directory);
    bool good = csv_save(&out, path);
    free(path);
    writer_free(&w);
    return good;
}
