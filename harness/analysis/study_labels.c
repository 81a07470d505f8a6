/* SPDX-License-Identifier: MIT
 * What contenders and conditions are called. See study.h. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const char *value(const struct study *s, int contender, int column)
{
    const struct candidate *c = &s->candidates[s->contenders[contender].first];
    return table_at(s->rows, s->trials[c->first].row, column);
}

const char *contender_text(const struct study *s, int contender, const char *column)
{
    return value(s, contender, table_column(s->rows, column));
}

static bool same_condition(const struct study *s, const struct study_question *q, int i, int j)
{
    for (int c = 0; c < s->rows->columns; c++)
        if (q->part[c] == PART_CONDITION && strcmp(value(s, i, c), value(s, j, c))) return false;
    return true;
}

/* Of an axis of the variant: whether the contender's arm has several of its values in one condition
 * (what changes with the condition is said of that); of the condition: whether any two differ. */
static bool tells_apart(const struct study *s, const struct study_question *q, int contender,
                        int column)
{
    int arm = s->contenders[contender].arm_index;
    bool member = q->part[column] == PART_MEMBER;
    for (int i = q->first; i < q->last; i++) {
        if (member && s->contenders[i].arm_index != arm) continue;
        for (int j = i + 1; j < q->last; j++) {
            if (!strcmp(value(s, i, column), value(s, j, column))) continue;
            if (!member) return true;
            if (s->contenders[j].arm_index == arm && same_condition(s, q, i, j)) return true;
        }
    }
    return false;
}

static bool tells_some_apart(const struct study *s, const struct study_question *q, int column)
{
    for (int i = q->first; i < q->last; i++)
        if (tells_apart(s, q, i, column)) return true;
    return false;
}

/* An earlier axis of the same part says the same wherever this one applies (k_norm follows
 * q_norm). */
static bool said_already(const struct study *s, const struct study_question *q, const bool *told,
                         int column)
{
    for (int other = 0; other < column; other++) {
        bool same = told[other] && q->part[other] == q->part[column];
        for (int i = q->first; i < q->last && same; i++)
            same = !*value(s, i, column) || !strcmp(value(s, i, other), value(s, i, column));
        if (same) return true;
    }
    return false;
}

/* The text of a cell leaves out what has its default, as the warm-up that follows the steps: what
 * no cell names was not chosen, and tells nothing that what it follows does not. */
static bool was_chosen(const struct study *s, const struct study_question *q, int column)
{
    char *part = xformat(",%s=", s->rows->name[column]);
    bool chosen = false;
    for (int i = q->first; i < q->last && !chosen; i++)
        chosen = strstr(contender_text(s, i, "cell"), part);
    free(part);
    return chosen;
}

/* How much an axis's value says by itself: a name (the data) more than a choice or what is 0 in
 * some condition, as a choice is (swap_steps); this more than a size; and a size more than a rate.
 */
static int telling(const struct study *s, const struct study_question *q, int column)
{
    enum { REAL, INT, CHOICE, TEXT };
    const char *type = "";
    for (int a = 0; a < s->axes->rows; a++)
        if (!strcmp(table_text(s->axes, a, "axis"), s->rows->name[column]))
            type = table_text(s->axes, a, "type");
    if (!strcmp(type, "text")) return TEXT;
    if (!strcmp(type, "choice")) return CHOICE;
    for (int i = q->first; i < q->last; i++)
        if (!strcmp(value(s, i, column), "0")) return CHOICE;
    return strcmp(type, "int") ? REAL : INT;
}

static double sum(const struct study *s, const struct study_question *q, int column)
{
    double total = 0;
    for (int i = q->first; i < q->last; i++) total += strtod(value(s, i, column), NULL);
    return total;
}

/* Of equally telling sizes the larger: d_model, not heads; steps, not those of warm-up. */
static bool tells_more(const struct study *s, const struct study_question *q, int one, int other)
{
    int more = telling(s, q, one) - telling(s, q, other);
    if (more) return more > 0;
    double larger = sum(s, q, one) - sum(s, q, other);
    return larger > 0 || (!(larger < 0) && one < other);
}

/* Whether contenders with the same value of the one have the same of the other. */
static bool determines(const struct study *s, const struct study_question *q, int one, int other)
{
    for (int i = q->first; i < q->last; i++)
        for (int j = i + 1; j < q->last; j++)
            if (!strcmp(value(s, i, one), value(s, j, one)) &&
                strcmp(value(s, i, other), value(s, j, other)))
                return false;
    return true;
}

/* Another axis of the condition says the same or more: n and steps that were set for each data set
 * need not be told beside its name. Of two that say the same the more telling one stays. */
static bool goes_with_another(const struct study *s, const struct study_question *q,
                              const bool *told, int column)
{
    for (int other = 0; other < s->rows->columns; other++) {
        if (other == column || !told[other] || q->part[other] != PART_CONDITION) continue;
        if (determines(s, q, other, column) &&
            (!determines(s, q, column, other) || tells_more(s, q, other, column)))
            return true;
    }
    return false;
}

static char *words(const struct study *s, int contender, const bool *told, char part,
                   const char *before)
{
    const struct study_question *q = &s->questions[s->contenders[contender].question];
    struct text out = {0};
    text_add(&out, "%s", before);
    for (int c = 0; c < s->rows->columns; c++) {
        const char *text = value(s, contender, c);
        if (told[c] && q->part[c] == part && *text && tells_apart(s, q, contender, c))
            text_add(&out, "%s%s = %s", out.length ? ", " : "", s->rows->name[c], text);
    }
    return out.data;
}

static void number(struct study *s, const struct study_question *q)
{
    int count = 0;
    for (int i = q->first; i < q->last; i++) {
        struct contender *c = &s->contenders[i];
        c->label_index = -1;
        for (int j = q->first; j < i && c->label_index < 0; j++)
            if (s->contenders[j].arm_index == c->arm_index &&
                !strcmp(s->contenders[j].label, c->label))
                c->label_index = s->contenders[j].label_index;
        if (c->label_index < 0) c->label_index = count++;
    }
}

void study_labels(struct study *s)
{
    bool *told = xarray((size_t)s->rows->columns + 1, sizeof *told);
    for (int k = 0; k < s->question_count; k++) {
        const struct study_question *q = &s->questions[k];
        memset(told, 0, (size_t)s->rows->columns * sizeof *told);
        for (int c = 0; c < s->rows->columns; c++)
            told[c] = (q->part[c] == PART_MEMBER || q->part[c] == PART_CONDITION) &&
                      tells_some_apart(s, q, c) && was_chosen(s, q, c) &&
                      !said_already(s, q, told, c);
        for (int c = 0; c < s->rows->columns; c++)
            if (q->part[c] == PART_CONDITION)
                told[c] = told[c] && !goes_with_another(s, q, told, c);
        for (int i = q->first; i < q->last; i++) {
            struct contender *c = &s->contenders[i];
            c->label = words(s, i, told, PART_MEMBER, c->arm_label);
            c->shape = words(s, i, told, PART_CONDITION, "");
        }
        number(s, q);
    }
    free(told);
}
