/* SPDX-License-Identifier: MIT
 * Whether the split that is to judge is scored: every one but the first has an axis of its name,
 * and without `yes` there no row would have a value of it, found after all had been trained. Asked
 * of the file as written: a tier may do without, whose data have no such split. */
#include "harness/plan/expand.h"

#include "base/splits.h"

#include <string.h>

void candidates_check_split(const struct candidates *all, const struct spec *spec,
                            const struct planning *p)
{
    int axis = spec->split ? axes_find(p->axes, spec->split) : -1;
    if (axis < 0 || !spec_trains(spec)) return;
    for (int i = 0; i < all->count; i++) {
        const char *value = all->list[i]->values.values[axis];
        if (value && !strcmp(value, "yes")) continue;
        report_once(p, spec->split_place,
                    xformat("key split: found %s, which is not scored in all cells, expected "
                            "`fixed: {%s: yes}` beside it",
                            spec->split, spec->split));
        return;
    }
}
