/* SPDX-License-Identifier: MIT
 * From agreements and changes to lines of tables (compare_lines.h). */
#include "harness/analysis/compare/compare_lines.h"

#include <math.h>

static const struct told untold = {NAN, NAN, NAN};

bool told_in_percent(const struct question *q)
{
    return !q->trains || !q->metric->higher_is_better;
}

/* An interval of one pair is none. */
static struct told told_gain(const struct question *q, const struct estimate *e)
{
    bool wide = e->n > 1;
    return (struct told){gain_told(q->metric, e->centre),
                         wide ? gain_told(q->metric, e->interval.low) : (double)NAN,
                         wide ? gain_told(q->metric, e->interval.high) : (double)NAN};
}

static struct compared_line effect_line(const struct comparison *c, int index)
{
    const struct agreement *f = &c->agreements[index];
    const struct question *q = entry_question(c->reference, f->effect->entry);
    return (struct compared_line){.says = f->by_formula ? changing_names[CHANGE_BY_FORMULA]
                                                        : agreeing_names[f->says],
                                  .question = q,
                                  .name = entry_name(c->reference, f->effect->entry),
                                  .reference = told_gain(q, &f->effect->gain),
                                  .rerun = told_gain(q, &f->again),
                                  .change = untold,
                                  .pairs = f->again.n,
                                  .of = f->effect->gain.n};
}

static struct compared_line change_line(const struct comparison *c, int index)
{
    const struct change *k = &c->changes[index];
    const struct question *q = entry_question(c->reference, k->entry);
    const struct candidate *own = entry_winner(c->reference, k->entry);
    return (struct compared_line){.says = changing_names[k->says],
                                  .question = q,
                                  .name = entry_name(c->reference, k->entry),
                                  .reference = {k->reference, NAN, NAN},
                                  .rerun = {k->rerun, NAN, NAN},
                                  .change = told_gain(q, &k->gain),
                                  .pairs = k->gain.n + k->noughts,
                                  .of = own->last - own->first};
}

static const struct {
    struct compared_line (*line)(const struct comparison *, int index);
} parts[COMPARED] = {{effect_line}, {change_line}};

int compared_count(const struct comparison *c, enum compared part)
{
    return part == COMPARED_EFFECTS ? c->agreement_count : c->change_count;
}

struct compared_line compared_line(const struct comparison *c, enum compared part, int index)
{
    return parts[part].line(c, index);
}
