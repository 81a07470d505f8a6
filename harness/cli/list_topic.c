/* SPDX-License-Identifier: MIT
 * Topics for words that are none (list_topic.h). Slots and axes are the worker's to name. */
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/figures/figure_list.h"
#include "harness/cli/list_topic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "scores" for score; -1: none is called so. */
static int axis_called(const struct axes *axes, const char *word)
{
    size_t length = strlen(word);
    int index = axes_find(axes, word);
    if (index >= 0 || length < 2 || word[length - 1] != 's') return index;
    char *singular = xformat("%.*s", (int)length - 1, word);
    index = axes_find(axes, singular);
    free(singular);
    return index;
}

static bool is_slot(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->slot_count; i++)
        if (!strcmp(axes->slots[i], name)) return true;
    return false;
}

/* Without a worker there is nothing to say of axes. */
static bool add_axis(struct text *message, const char *found)
{
    struct axes axes;
    char *error = NULL, *worker = path_worker();
    int index = axes_load(&axes, worker, &error) ? axis_called(&axes, found) : -1;
    if (index >= 0) {
        const char *name = axes.list[index].name;
        bool slot = is_slot(&axes, name);
        text_add(message, "; %s is %s: `attnlab list %s` shows what it may be", name,
                 slot ? "a slot" : "an axis", slot ? "slots" : "axes");
    }
    axes_free(&axes);
    free(worker);
    free(error);
    return index >= 0;
}

void add_topic_of(struct text *message, const char *found, const char *const *topics, int count)
{
    size_t length = strlen(found);
    for (int i = 0; length >= 3 && i < count; i++)
        if (!strncmp(topics[i], found, length)) {
            text_add(message, "; did you mean %s?", topics[i]);
            return;
        }
    if (!add_axis(message, found)) add_nearest(message, found, topics, count);
}

/* ==== attnlab list figures: the kinds of figures.def. ==== */

static void print_axis(const char *name, const char *axis)
{
    if (axis) printf("  %s: axis, %s\n", name, *axis ? axis : "needed");
}

bool list_figures(const struct axes *axes)
{
    (void)axes;
    for (const struct figure_kind *k = figure_kinds; k->name; k++) {
        printf("%-18s of questions that %s: %s\n", k->name, figure_questions[k->of], k->shows);
        print_axis("x", k->x);
        print_axis("y", k->y);
        if (k->option) printf("  %s: %s\n", k->option, k->words);
    }
    printf("every kind\n  where: axes and their values, arms\n  panel: axes\n");
    return true;
}
