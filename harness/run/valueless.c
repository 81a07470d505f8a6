/* SPDX-License-Identifier: MIT
 * A training that ended without the metric by which its question is judged: told at the first one,
 * not on the page after days. The plan refuses what no task measures (plan/checks/check_metric.c);
 * what a data set's own metric is, and which of them its texts are scored by, only a training
 * shows. */
#include "harness/run/row_steps.h"

#include "base/mem.h"
#include "base/metric_names.h"

#include <stdlib.h>

/* "loss, perplexity": what there is of a split; to be freed. */
static char *names_of(const json_t *split)
{
    struct text names = {0};
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)split, name, value)
    {
        if (json_is_number(value) && metric_find(name))
            text_add(&names, "%s%s", names.length ? ", " : "", name);
    }
    return names.length ? names.data : xstrdup("none");
}

static char *words_of(const struct spec *spec, const char *metric, const json_t *split)
{
    char *names = names_of(split);
    char *words = xformat(
        "note: %s: the first training that ended has no %s, the metric of this question, but %s. "
        "Nothing will be said of the others either: end the run, and name one of these as "
        "`metric`, or let it be measured",
        spec->name, metric, names);
    free(names);
    return words;
}

void tell_valueless(struct run *run, const struct progress *progress, const struct plan_row *row,
                    const struct outcome *o)
{
    const struct spec *spec = plan_row_spec(run->plan, row);
    const int place = (int)(spec - run->plan->specs);
    const json_t *quality = json_object_get(o->record, "quality");
    bool trained = row_is_quality(run, row) && !plan_row_cell(run->plan, row)->yardstick;
    if (o->status != STATUS_OK || !quality || !trained) return;
    if (!run->judged_seen) run->judged_seen = xarray((size_t)run->plan->spec_count, sizeof(bool));
    if (run->judged_seen[place]) return;
    run->judged_seen[place] = true;
    const char *own = json_string_value(json_object_get(quality, "metric"));
    const char *metric = spec->metric ? spec->metric : own;
    const json_t *split = json_object_get(quality, spec->split ? spec->split : "valid");
    if (!metric || json_is_number(json_object_get(split, metric))) return;
    char *words = words_of(spec, metric, split);
    progress_say(progress, words);
    free(words);
}
