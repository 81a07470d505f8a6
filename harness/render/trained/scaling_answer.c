/* SPDX-License-Identifier: MIT
 * What the front page says of a question of `scaling`: the arms at their largest sizes. */
#include "harness/render/answers.h"
#include "harness/render/trained/scaling_words.h"

#include <string.h>

/* "neural score of 1.5 million parameters wastes compute: for its loss softmax of dot products
 * needs 0.17 [0.06, 0.43] times its FLOP". */
static const char *one_saving(const struct page *p, const struct scaling_point *at)
{
    const struct scaling_fit *f = &p->a->scaling_fits[at->fit];
    return words(
        p, "%s of %s parameters %s: for its loss %s needs %s times its %s", scaling_fit_name(p, f),
        count_words(p->d, at->parameters), scaling_does_words(at->multiplier, at->last.outcome),
        p->a->entries[f->reference].label, scaled_text(p, at->multiplier), scaling_cost_word(f));
}

/* The arms at their largest sizes: the clearest of each kind, and how many there are. */
enum kind { SAVES, WASTES, SUGGESTIVE, OPEN, UNSAID, KINDS };
struct savings {
    const struct scaling_point *clearest[KINDS];
    int count[KINDS];
};

static enum kind kind_of(enum outcome o)
{
    return o == OUTCOME_BETTER           ? SAVES
           : o == OUTCOME_WORSE          ? WASTES
           : o == OUTCOME_SUGGESTIVE     ? SUGGESTIVE
           : o == OUTCOME_NOT_ASSESSABLE ? UNSAID
                                         : OPEN;
}

/* Whether some arm names this one as its control: what that shows is read beside the other. */
static bool is_control(const struct page *p, const struct scaling_point *at)
{
    const struct entry *e = &p->a->entries[at->entry];
    const struct spec *s = p->q->spec;
    for (int i = 0; i < s->control_count; i++)
        if (!strcmp(s->controls[i].control, s->arms[e->arm].name)) return true;
    return false;
}

/* What is proposed before what is run beside it; then the one less likely by chance. */
static bool is_clearer(const struct page *p, const struct scaling_point *at,
                       const struct scaling_point *than)
{
    bool control = is_control(p, at), other = is_control(p, than);
    return control != other ? other : at->multiplier.p < than->multiplier.p;
}

static void take_saving(const struct page *p, struct savings *s, const struct scaling_point *at)
{
    enum kind kind = kind_of(at->last.outcome);
    const struct scaling_point **clearest = &s->clearest[kind];
    s->count[kind]++;
    if (!*clearest || is_clearer(p, at, *clearest)) *clearest = at;
}

/* "of the others 1 is suggestive, 1 open, and of 2 nothing can be said"; "". */
static const char *others_words(const struct page *p, const int left[KINDS])
{
    static const char *const names[KINDS] = {[SUGGESTIVE] = "suggestive", [OPEN] = "open"};
    const char *told = "";
    for (int k = SUGGESTIVE; k <= OPEN; k++)
        if (left[k]) {
            const char *are = *told ? "" : left[k] == 1 ? "is " : "are ";
            told = words(p, "%s%s%d %s%s", told, *told ? ", " : "", left[k], are, names[k]);
        }
    if (left[UNSAID])
        told = words(p, "%s%sof %d nothing can be said", told, *told ? ", and " : "", left[UNSAID]);
    return *told ? words(p, "; of the others %s", told) : "";
}

/* What saves and what wastes, else the clearest of the rest; and how many others there are of which
 * neither can be said. */
static const char *savings_words(const struct page *p, const struct savings *s)
{
    const char *told = "";
    int left[KINDS];
    memcpy(left, s->count, sizeof left);
    for (int k = SAVES; k <= WASTES; k++)
        if (s->clearest[k])
            told = words(p, "%s%s%s", told, *told ? "; " : "", one_saving(p, s->clearest[k]));
    if (!*told) {
        enum kind kind = left[SUGGESTIVE] ? SUGGESTIVE : left[OPEN] ? OPEN : UNSAID;
        told = one_saving(p, s->clearest[kind]);
        left[kind]--;
    }
    return words(p, "%s%s", told, others_words(p, left));
}

/* "1 saves, 2 suggestive, 1 open" */
static const char *counts_words(const struct page *p, const struct savings *s)
{
    static const char *const names[KINDS][2] = {{"saves", "save"},
                                                {"wastes", "waste"},
                                                {"suggestive", "suggestive"},
                                                {"open", "open"},
                                                {"not assessable", "not assessable"}};
    const char *word = "";
    for (int k = 0; k < KINDS; k++)
        if (s->count[k])
            word = words(p, "%s%s%d %s", word, *word ? ", " : "", s->count[k],
                         names[k][s->count[k] != 1]);
    return word;
}

bool scaling_answers(const struct page *p, struct answer *answer)
{
    struct savings s = {0};
    for_each_fit(f, p)
    {
        const struct scaling_point *at = f->cost == CURVE_FLOP ? largest_size(p->a, f) : NULL;
        if (at) take_saving(p, &s, at);
    }
    const struct scaling_point *told = NULL;
    for (int k = KINDS - 1; k >= 0; k--)
        if (s.clearest[k]) told = s.clearest[k];
    const struct effect *effect = told ? entry_effect(p->a, told->entry, READ_STEPS) : NULL;
    if (!effect) return false;
    answer->effect = effect;
    answer->found = savings_words(p, &s);
    answer->word = counts_words(p, &s);
    return true;
}
