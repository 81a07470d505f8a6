/* SPDX-License-Identifier: MIT
 * See labels.h. */
#include "harness/analysis/labels.h"
#include "base/mem.h"
#include "harness/analysis/passes.h"

#include <stdlib.h>
#include <string.h>

/* The cells first..last-1 of one ablation. */
struct scope {
    const struct summary *summary;
    int first, last;
};

static const char *value(const struct summary *s, int cell, int axis)
{
    return table_at(s->rows, s->order[s->cells[cell].first], axis);
}

static bool same_arm(const struct summary_cell *a, const struct summary_cell *b)
{
    return a->arm_index == b->arm_index;
}
static bool same_group(const struct summary_cell *a, const struct summary_cell *b)
{
    return !strcmp(a->group, b->group);
}

/* What an axis tells apart in an ablation. */
enum part { PART_NONE, PART_ARM, PART_SHAPE, PART_MEMBER };

static enum part part_of(struct scope a, int axis)
{
    bool in_arm = false, in_group = false, in_both = false;
    const struct summary_cell *cells = a.summary->cells;
    for (int i = a.first; i < a.last; i++)
        for (int j = i + 1; j < a.last; j++) {
            if (!strcmp(value(a.summary, i, axis), value(a.summary, j, axis))) continue;
            bool arm = same_arm(&cells[i], &cells[j]), group = same_group(&cells[i], &cells[j]);
            in_arm |= arm;
            in_group |= group;
            in_both |= arm && group;
        }
    if (in_both) return PART_MEMBER;
    if (in_arm) return in_group ? PART_MEMBER : PART_SHAPE;
    return in_group ? PART_ARM : PART_NONE;
}

const char *arm_label(const struct summary *s, const struct summary_cell *c)
{
    const char *label = summary_text(s, c, "arm_label");
    return *label ? label : c->arm;
}

char *legend_text(const char *label)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (; *label; label++) {
        if (strchr(",\"%", *label))
            text_add(&out, "%%%02X", (unsigned)*label);
        else
            text_add_bytes(&out, label, 1);
    }
    return out.data;
}

static void add_value(struct text *t, const char *axis, const char *text)
{
    if (*text) text_add(t, "%s%s = %s", t->length ? ", " : "", axis, text);
}

/* Whether an earlier axis of the same part says the same in every cell (keys m follow queries n).
 */
static bool said_already(struct scope a, const enum part *parts, int x)
{
    const struct summary *s = a.summary;
    for (int other = 0; other < x; other++) {
        bool same = parts[other] == parts[x];
        for (int i = a.first; i < a.last && same; i++)
            same = !strcmp(value(s, i, s->axes[other]), value(s, i, s->axes[x]));
        if (same) return true;
    }
    return false;
}

static void name_cells(struct scope a, const enum part *parts, struct label *labels)
{
    const struct summary *s = a.summary;
    for (int i = a.first; i < a.last; i++) {
        struct text label = {0}, shape = {0};
        text_add(&label, "%s", arm_label(s, &s->cells[i]));
        text_add(&shape, "%s", "");
        for (int x = 0; x < s->axis_count; x++) {
            int axis = s->axes[x];
            if (parts[x] == PART_MEMBER) add_value(&label, s->rows->name[axis], value(s, i, axis));
            if (parts[x] == PART_SHAPE) add_value(&shape, s->rows->name[axis], value(s, i, axis));
        }
        labels[i] = (struct label){label.data, shape.data, 0, 0};
    }
}

/* Cells are sorted by arm and then axes, so first meetings come in the order wanted. Two arms with
 * the same label are still two rows. */
static void number_cells(struct scope a, struct label *labels)
{
    int rows = 0, columns = 0;
    for (int i = a.first; i < a.last; i++) {
        labels[i].row = labels[i].column = -1;
        for (int j = a.first; j < i; j++) {
            bool row = same_arm(&a.summary->cells[i], &a.summary->cells[j]) &&
                       !strcmp(labels[i].label, labels[j].label);
            if (row) labels[i].row = labels[j].row;
            if (!strcmp(labels[i].shape, labels[j].shape)) labels[i].column = labels[j].column;
        }
        if (labels[i].row < 0) labels[i].row = rows++;
        if (labels[i].column < 0) labels[i].column = columns++;
    }
}

struct label *labels_make(const struct summary *s)
{
    struct label *labels = xarray((size_t)s->count, sizeof *labels);
    enum part *parts = xarray((size_t)s->axis_count, sizeof *parts);
    for (int first = 0, last; first < s->count; first = last) {
        const char *name = s->cells[first].ablation;
        for (last = first; last < s->count && !strcmp(s->cells[last].ablation, name);) last++;
        struct scope a = {s, first, last};
        for (int x = 0; x < s->axis_count; x++) {
            bool apart = *s->cells[first].pass && !strcmp(s->rows->name[s->axes[x]], PASS_AXIS);
            parts[x] = apart ? PART_NONE : part_of(a, s->axes[x]);
            if (said_already(a, parts, x)) parts[x] = PART_NONE;
        }
        name_cells(a, parts, labels);
        number_cells(a, labels);
    }
    free(parts);
    return labels;
}

void labels_free(struct label *labels, int count)
{
    for (int i = 0; i < count; i++) {
        free(labels[i].label);
        free(labels[i].shape);
    }
    free(labels);
}
