/* SPDX-License-Identifier: MIT
 * Whether what a claim or a figure narrows itself to is there: where no cell meets its `where`, the
 * claim is judged by nothing and the figure is empty, which would be seen after all was measured.
 */
#include "harness/plan/expand.h"

#include <string.h>

static bool meets(const struct candidate *c, const struct conditions *where)
{
    bool all = true;
    for (int i = 0; i < where->set.count && all; i++) {
        const char *value = c->values.values[where->set.list[i].axis];
        all = value && setting_has(&where->set.list[i], value);
    }
    return all;
}

static void check(const struct conditions *where, const struct candidates *all, struct diags *diags)
{
    bool met = !where->set.count;
    for (int i = 0; i < all->count && !met; i++) met = meets(all->list[i], where);
    if (met) return;
    const struct yaml_place p = where->set.list[0].place;
    diag_add(diags, p.file, p.line, p.column,
             "key where: found %s, which no cell of this question has, expected values that some "
             "cell has, at one tier at least",
             where->text);
}

void spec_check_where(const struct spec *spec, const struct candidates *all, struct diags *diags)
{
    if (spec->setup_count > 1) return; /* it may speak of what another of them has */
    for (int i = 0; i < spec->claim_count; i++) check(&spec->claims[i].where, all, diags);
    for (int i = 0; i < spec->figure_count; i++) check(&spec->figures[i].where, all, diags);
}
