/* SPDX-License-Identifier: MIT
 * Who is compared with whom: the baseline's contender and the control of the same condition; and
 * the trials of a winner, by seed. See study.h. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_condition(const struct contender *a, const struct contender *b)
{
    return a->question == b->question && a->condition == b->condition;
}

/* How many axes of the variant have the same value. */
static int likeness(const struct study *s, int a, int b)
{
    const struct study_question *q = &s->questions[s->contenders[a].question];
    int x = s->trials[s->candidates[s->contenders[a].first].first].row, same = 0;
    int y = s->trials[s->candidates[s->contenders[b].first].first].row;
    for (int c = 0; c < s->rows->columns; c++)
        same +=
            q->part[c] == PART_MEMBER && !strcmp(table_at(s->rows, x, c), table_at(s->rows, y, c));
    return same;
}

/* The contender of an arm in the condition of another; of several, the one most like it. */
static int of_arm(const struct study *s, int contender, const char *arm)
{
    int best = -1, most = -1;
    const struct contender *mine = &s->contenders[contender];
    for (int i = 0; i < s->contender_count; i++) {
        if (!same_condition(&s->contenders[i], mine) || strcmp(s->contenders[i].arm, arm)) continue;
        int like = likeness(s, contender, i);
        if (like > most) best = i, most = like;
    }
    return best;
}

/* The contender whose trial is the planned baseline cell of one of its own. */
static int of_cell(const struct study *s, int contender)
{
    const struct candidate *c = &s->candidates[s->contenders[contender].first];
    const char *baseline = table_text(s->rows, s->trials[c->first].row, "baseline");
    const struct study_question *q = &s->questions[s->contenders[contender].question];
    int cell = table_column(s->rows, "cell");
    for (int i = q->first; i < q->last && *baseline; i++)
        for (int t = s->candidates[s->contenders[i].first].first;
             t < s->candidates[s->contenders[i].last - 1].last; t++)
            if (!strcmp(table_at(s->rows, s->trials[t].row, cell), baseline)) return i;
    return -1;
}

/* From "arm=control;arm=control" that of an arm, to be freed; NULL. */
static char *control_of(const char *list, const char *arm)
{
    char *copy = xstrdup(list), *rest = copy, *found = NULL;
    for (char *part; !found && (part = strsep(&rest, ";"));) {
        char *equals = strchr(part, '=');
        if (!equals) continue;
        *equals = '\0';
        if (!strcmp(part, arm)) found = xstrdup(equals + 1);
    }
    free(copy);
    return found;
}

void study_references(struct study *s)
{
    for (int i = 0; i < s->contender_count; i++) {
        struct contender *c = &s->contenders[i];
        int row = s->questions[c->question].row;
        const char *baseline = table_text(s->questions_table, row, "baseline");
        c->reference = *baseline ? of_arm(s, i, baseline) : -1;
        if (c->reference < 0) c->reference = of_cell(s, i);
        char *control = control_of(table_text(s->questions_table, row, "controls"), c->arm);
        if (control) c->control = of_arm(s, i, control);
        free(control);
    }
}

const struct metric *study_metric(const struct study *s, int contender)
{
    return s->questions[s->contenders[contender].question].metric;
}

const struct trial *winner_trial(const struct study *s, int contender, const char *seed)
{
    int winner = contender < 0 ? -1 : s->contenders[contender].winner;
    if (winner < 0) return NULL;
    for (int i = s->candidates[winner].first; i < s->candidates[winner].last; i++)
        if (!strcmp(s->trials[i].seed, seed)) return &s->trials[i];
    return NULL;
}

double winner_mean(const struct study *s, int contender, const char *column)
{
    int winner = contender < 0 ? -1 : s->contenders[contender].winner, n = 0;
    double sum = 0;
    if (winner < 0) return NAN;
    for (int i = s->candidates[winner].first; i < s->candidates[winner].last; i++) {
        double value = table_number(s->rows, s->trials[i].row, column);
        if (s->trials[i].state != TRIAL_OK || isnan(value)) continue;
        sum += value;
        n++;
    }
    return n ? sum / n : (double)NAN;
}

double study_gain(const struct metric *m, double own, double reference)
{
    if (m->higher_is_better) return own - reference;
    return own > 0 && reference > 0 ? log(reference / own) : (double)NAN;
}
