/* SPDX-License-Identifier: MIT
 * Reading the last whole line of progress that a worker wrote (training_step.h). */
#include "harness/run/progress/training_step.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

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
    const json_t *loss = json_object_get(json_object_get(progress, "point"), "train_loss");
    *at = (struct training_step){
        .step = (int)json_integer_value(json_object_get(progress, "step")),
        .steps = (int)json_integer_value(json_object_get(progress, "steps")),
        .loss = json_is_number(loss) ? json_number_value(loss) : (double)NAN};
    bool told = progress;
    json_decref(line);
    return told;
}

const char *training_loss_text(const struct training_step *at, char *buffer)
{
    *buffer = '\0';
    if (isfinite(at->loss)) snprintf(buffer, TRAINING_STEP_TEXT, "loss %.3f", at->loss);
    return buffer;
}
