/* SPDX-License-Identifier: MIT
 * What a prediction needs to know of a data set: how many records there are, and how long. */
#ifndef ATTNLAB_DATA_FACTS_H
#define ATTNLAB_DATA_FACTS_H

#include "harness/measure/worker_cell.h"

struct data_facts {
    bool known; /* false: it could not be opened, and all else is 0 */
    int records[SPLITS];
    double characters[SPLITS][2]; /* of all texts of a split, and of their second texts */
    double words_a_character;     /* words and marks, in the training split */
    int length;                   /* POSITIONS: of a record of the training split, on average */
    double asked_share;           /* POSITIONS: of its tokens, those with a target */
    int width, height, channels;  /* IMAGES */
    int classes, vocabulary;
};
/* Of the data of a cell. Cells of a plan read few different data, so that each is opened once;
 * borrowed, for as long as the process runs. */
const struct data_facts *data_facts_of(const struct worker_cell *);

#endif
