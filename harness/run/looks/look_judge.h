/* SPDX-License-Identifier: MIT
 * Who decides at a look which trainings are not needed any more: the analysis, which stands above
 * this room, and whose decision is its verdict on the rows known so far. So a run is handed one of
 * these (main.c). */
#ifndef ATTNLAB_LOOK_JUDGE_H
#define ATTNLAB_LOOK_JUDGE_H

#include <jansson.h>

struct look_judge {
    /* Of a question of the run in a directory, at a look (from 0) of which all rows are in the
     * journal: an object with the keys of those rows of later looks that are not needed any more,
     * each with its reason; to be released. It depends on the rows of this look and those before
     * it alone. NULL with *error. */
    json_t *(*left_out)(const void *context, const char *directory, const char *question, int look,
                        char **error);
    const void *context;
};

#endif
