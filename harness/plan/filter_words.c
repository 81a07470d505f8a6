/* SPDX-License-Identifier: MIT
 * What is said of filters that name an arm that is not, or leave no cell: which of them, of how
 * many cells, and what these have (filter.h). */
#include "base/nearest.h"
#include "harness/plan/filter.h"

#include <stdlib.h>
#include <string.h>

/* ---- names of arms ---- */

static void refuse_arm(const struct filter *f, const char *arm, const struct arm_names *arms,
                       struct diags *diags)
{
    struct text message = {0};
    text_add(&message, "'%s': there is no arm '%s'", f->text, arm);
    text_add(&message, arms->count ? "; the arms are" : "; the specification has no arms");
    for (int i = 0; i < arms->count; i++) text_add(&message, "%s %s", i ? "," : "", arms->list[i]);
    add_nearest(&message, arm, arms->list, arms->count);
    diag_add(diags, "--filter", 0, 0, "%s", message.data);
    text_free(&message);
}

void filters_check_arms(const struct filters *f, const struct spec *specs, int count,
                        struct diags *diags)
{
    struct arm_names arms = {0};
    for (int i = 0; i < count; i++) grid_add_arms(&specs[i].grid, &arms);
    for (int i = 0; i < f->count; i++) {
        const struct filter *one = &f->list[i];
        if (!one->name || strcmp(one->name, "arm")) continue;
        const char *names = one->text + strlen("arm=");
        if (arm_names_have(&arms, names))
            continue; /* one arm, with commas in its name or without */
        char *list = xstrdup(names), *rest = list;
        for (char *arm; (arm = strsep(&rest, ","));)
            if (!arm_names_have(&arms, arm)) refuse_arm(one, arm, &arms, diags);
        free(list);
    }
    free(arms.list);
}

/* ---- nothing left ---- */

static void add_had(struct text *out, const struct filter *f)
{
    if (!f->name) return;
    if (!f->had_count) {
        text_add(out, "; they have no %s", f->name);
        return;
    }
    text_add(out, "; %s is", f->name);
    for (int i = 0; i < f->had_count; i++)
        text_add(out, "%s %s", !i ? "" : i + 1 < f->had_count ? "," : " or", f->had[i]);
}

void filters_explain(const struct filters *f, struct diags *diags)
{
    int i = 0;
    while (i + 1 < f->count && f->list[i].left) i++;
    const struct filter *one = &f->list[i];
    struct text message = {0};
    text_add(&message, "'%s': none of %d cell%s", one->text, one->met, one->met == 1 ? "" : "s");
    if (i) text_add(&message, " that '%s' left", f->list[i - 1].text);
    text_add(&message, " meets it");
    add_had(&message, one);
    diag_add(diags, "--filter", 0, 0, "%s", message.data);
    text_free(&message);
}
