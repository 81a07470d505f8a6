/* SPDX-License-Identifier: MIT
 * Sentences and lines of the first screen (front_page.h). Every sentence is made from the data by a
 * rule that stands here, and names at most three numbers. */
#include "harness/render/front_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was found, over all runs ---- */

struct found {
    int questions, telling; /* that train and name a baseline; of them those of which one passes
                             * all gates */
    int setups, passing;    /* their baselines, one a condition or more; that pass all gates */
    int alone;              /* questions that train, and name no baseline */
    int refuted;            /* published claims that are contradicted */
    double most_parameters, most_tokens;
};

/* An edge of its sweep shuts the comparisons of an arm alone, and all only where it is the
 * baseline's. */
static bool passes(const struct page *p, int baseline)
{
    if (p->a->entries[baseline].at_edge) return false;
    for (int i = p->q->gates.first; i < p->q->gates.last; i++) {
        const struct gate *g = &p->a->gates[i];
        if (g->baseline == baseline && g->kind != GATE_SWEEP && gate_is_shut(g)) return false;
    }
    return true;
}

static void count_setups(struct found *f, const struct page *p)
{
    int before = f->passing, alone = f->setups;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        if (p->a->entries[i].reference != i) continue;
        const struct standing s = standing_of(p->a, i);
        f->setups++;
        f->passing += passes(p, i);
        f->most_parameters = fmax(f->most_parameters, s.parameters);
        f->most_tokens = fmax(f->most_tokens, s.tokens);
    }
    f->alone += f->setups == alone;
    f->questions += f->setups > alone;
    f->telling += f->passing > before;
}

static void count_claims(struct found *f, const struct page *p)
{
    for_each_judged(j, p) f->refuted += j->judgement == JUDGED_CONTRADICTED;
}

static struct found find_all(const struct page *p)
{
    struct found f = {0};
    for (int i = 0; i < p->folder->count; i++) {
        struct page of = page_of(p->d, p->folder, i);
        while (next_question(&of, true)) {
            count_setups(&f, &of);
            count_claims(&f, &of);
        }
    }
    return f;
}

/* ---- sentences ---- */

static void say_gates(const struct page *p, const struct found *f)
{
    const char *asks = doc_strong(p->d, "Can the set-ups tell?");
    const char *asked = things(p, f->questions, "question", "questions"),
               *which = f->alone ? "with a baseline" : "for which models were trained";
    if (f->passing == f->setups)
        say(p, "%s Every question %s can tell variants apart.", asks, which);
    else if (!f->passing)
        say(p,
            "%s Of %s %s none can tell variants apart. For that the plain model would have to "
            "beat one that only counts words or answers, a control that was damaged on purpose to "
            "be seen to be worse, and the plain model's best learning rate to lie inside what was "
            "tried. The numbers are shown, and nothing is concluded.",
            asks, asked, which);
    else
        say(p,
            "%s Of %s %s, %d can tell variants apart in at least one of %s conditions: there the "
            "plain model beats one that only counts words or answers, a control that was damaged "
            "on purpose is seen to be worse, and the plain model's best learning rate lies inside "
            "what was tried. Of all others the numbers are shown, and nothing is concluded.",
            asks, asked, which, f->telling, f->telling == 1 ? "its" : "their");
}

/* " (17 of these where the plain layer makes hardly any mistake)". */
static const char *top_words(const struct page *p, const struct matrix_counts *n)
{
    int equivalent = n->outcomes[OUTCOME_EQUIVALENT];
    if (!n->at_top) return "";
    const char *these = n->at_top < equivalent ? words(p, "%d of them ", n->at_top)
                        : equivalent > 1       ? "all of them "
                                               : "";
    return words(p, " (%swhere the plain layer makes hardly any mistake)", these);
}

static const char *open_words(const struct page *p, const struct matrix_counts *n)
{
    int open = n->outcomes[OUTCOME_SUGGESTIVE] + n->outcomes[OUTCOME_UNRESOLVED];
    const char *are = words(p, "%d %s open", open, open == 1 ? "is" : "are");
    return n->leaning ? words(p, "%s, %d of them leaning to better", are, n->leaning) : are;
}

/* So that with those before it all are counted. */
static const char *unsaid_words(const struct page *p, const struct matrix_counts *n)
{
    int said = n->outcomes[OUTCOME_BETTER] + n->outcomes[OUTCOME_WORSE] +
               n->outcomes[OUTCOME_EQUIVALENT] + n->outcomes[OUTCOME_SUGGESTIVE] +
               n->outcomes[OUTCOME_UNRESOLVED];
    return n->all > said ? words(p, "; of %d nothing can be said", n->all - said) : "";
}

/* "the one better result does not stand", "10 of the 12 worse ones stand". */
static const char *stand_words(const struct page *p, int standing, int all, const char *what)
{
    if (!all) return "";
    if (all == 1)
        return words(p, "the one %s result %s", what, standing ? "stands" : "does not stand");
    if (!standing) return words(p, "none of the %d %s ones stands", all, what);
    if (standing == all && all == 2) return words(p, "both %s ones stand", what);
    if (standing == all) return words(p, "all %d %s ones stand", all, what);
    return words(p, "%d of the %d %s ones %s", standing, all, what,
                 standing == 1 ? "stands" : "stand");
}

/* What is better or worse by its own question may still be one chance finding among so many. */
static const char *together_words(const struct page *p, const struct matrix_counts *n)
{
    const char *better = stand_words(p, n->stand_better, n->outcomes[OUTCOME_BETTER], "better"),
               *worse = stand_words(p, n->stand_worse, n->outcomes[OUTCOME_WORSE], "worse");
    if (!*better && !*worse) return "";
    return words(p, " Corrected for all of these at once, %s%s%s.", better,
                 *better && *worse ? " and " : "", worse);
}

static void say_help(const struct page *p, const struct found *f, const struct variant_matrix *m)
{
    const char *asks = doc_strong(p->d, "Does it help?");
    const struct matrix_counts n = variant_matrix_counts(m);
    int better = n.outcomes[OUTCOME_BETTER];
    if (!f->passing || !n.all) {
        say(p, "%s These runs cannot tell.", asks);
        return;
    }
    const char *best = "";
    if (n.best) {
        const struct page of = page_of_cell(p, n.best);
        best = words(p, " The clearest gain%s: %s%s.",
                     n.best_stands ? "" : ", which stands by its own question alone",
                     effect_sentence(&of, n.best->effect), price_words(&of, n.best->effect));
    }
    int equivalent = n.outcomes[OUTCOME_EQUIVALENT];
    say(p,
        "%s Of %s in the picture, damaged controls apart, %s better than the plain layer (the "
        "baseline of its question) and %d "
        "worse. %d %s no different%s; %s%s.%s%s",
        asks, things(p, n.all, "result", "results"),
        better ? words(p, "%d %s", better, better == 1 ? "is" : "are") : "none is",
        n.outcomes[OUTCOME_WORSE], equivalent, equivalent == 1 ? "is" : "are", top_words(p, &n),
        open_words(p, &n), unsaid_words(p, &n), together_words(p, &n), best);
}

/* "from 0.95 times (no query matrix) to 1.4 times (MLP)": the least and the greatest of what the
 * variants of the picture take, of times of a formula none; NULL: there are no two. */
static const char *cost_range(const struct page *p, const struct variant_matrix *m,
                              struct matrix_time (*time)(const struct matrix_row *))
{
    const struct matrix_row *low = NULL, *high = NULL;
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_row *r = &m->rows[i];
        const struct matrix_time own = time(r);
        if (isnan(own.ratio) || own.by_formula || matrix_row_is_control(r)) continue;
        if (!low || own.ratio < time(low).ratio) low = r;
        if (!high || own.ratio > time(high).ratio) high = r;
    }
    if (!low || low == high) return NULL;
    return words(p, "from %s times (%s) to %s times (%s)", ratio_text(p->d, time(low).ratio),
                 low->name, ratio_text(p->d, time(high).ratio), high->name);
}

/* " (Time of a training step: Masked words; of other shapes it differs)": the question whose steps
 * were timed; "": there are several. */
static const char *steps_of(const struct page *p, const struct variant_matrix *m)
{
    const char *title = NULL;
    for (int i = 0; i < m->row_count; i++) {
        if (!m->rows[i].step.a) continue;
        const struct page of = page_of_cell(p, &m->rows[i].step);
        const char *own = title_of(&of);
        if (title && strcmp(title, own)) return "";
        title = own;
    }
    return title ? words(p, " (%s; of other shapes it differs)", title) : "";
}

/* False: nothing is known of it. */
static bool say_cost(const struct page *p, const struct variant_matrix *m)
{
    const char *timed = cost_range(p, m, matrix_step_time);
    const char *step = timed ? timed : cost_range(p, m, matrix_training_time),
               *layer = cost_range(p, m, matrix_layer_time);
    const char *where = m->column_count ? "of the picture" : "below";
    const char *asks = doc_strong(p->d, "What does it cost?");
    if (step)
        say(p,
            "%s Among the variants %s, controls and changes of size apart, a step of training "
            "takes %s as long as with "
            "the plain layer%s.",
            asks, where, step, timed ? steps_of(p, m) : "");
    else if (layer)
        say(p,
            "%s Among the variants %s, controls and changes of size apart, one layer takes %s as "
            "long as the plain "
            "one; "
            "other shapes and settings stand in their questions.",
            asks, where, layer);
    return step || layer;
}

static void say_alone(const struct page *p, const struct found *f)
{
    if (!f->alone) return;
    say(p,
        "In %s for which models were trained no baseline is named, so nothing is compared there: "
        "what was measured stands with its question.",
        things(p, f->alone, "question", "questions"));
}

void summary_sentences(const struct page *p, const struct variant_matrix *m)
{
    const struct found f = find_all(p);
    if (f.setups) say_help(p, &f, m);
    bool cost = say_cost(p, m);
    if (f.setups) say_gates(p, &f);
    say_alone(p, &f);
    if (!f.setups && !f.alone && !cost)
        say(p, "No model was trained here, and there are no two variants whose costs could be set "
               "beside each other: what was measured stands with its question.");
    if (f.most_parameters > 0)
        say(p,
            "%s All of it was found with plain models of at most %s parameters%s; larger ones may "
            "differ%s.",
            doc_strong(p->d, "At which scale?"), count_words(p->d, f.most_parameters),
            f.most_tokens > 0
                ? words(p, " that saw at most %s tokens", count_words(p->d, f.most_tokens))
                : "",
            f.refuted ? "" : ", and no paper is refuted by any of it");
}

void front_part(const struct page *p, const char *links)
{
    struct variant_matrix m = matrix_of(p->folder);
    summary_sentences(p, &m);
    question_lines(p, links, words(p, "%sreport#questions", links));
    variant_matrix_free(&m);
}
