/* SPDX-License-Identifier: MIT
 * Reading the last whole line of progress that a worker wrote (training_step.h). */
#include "harness/run/progress/training_step.h"
#include "harness/run/spawn.h"

#include <jansson.h>

/* To be released; NULL: there is none. */
static json_t *last_line(const struct worker *w)
{
    const struct text *r = &w->record;
    size_t to = r->length;
    while (to && r->data[to - 1] != '\n') to--;
    size_t from = to ? to - 1 : 0;
    while (from && r->data[from - 1] != '\n') from--;
    return to ? json_loadb(r->data + from, to - from, 0, NULL) : NULL;
}

bool training_step_of(const struct worker *w, struct training_step *at)
{
    json_t *line = last_line(w), *progress = json_object_get(line, "progress");
    const json_t *point = json_object_get(progress, "point");
    *at =
        (struct training_step){.step = (int)json_integer_value(json_object_get(progress, "step")),
                               .steps = (int)json_integer_value(json_object_get(progress, "steps")),
                               .loss = json_number_value(json_object_get(point, "train_loss"))};
    bool told = progress;
    json_decref(line);
    return told;
}
