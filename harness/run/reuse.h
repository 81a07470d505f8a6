/* SPDX-License-Identifier: MIT
 * `attnlab run --reuse DIR`: trainings of earlier runs instead of the same again. They are the same
 * to the bit where the facts of base/training_identity.h are: program, data, tokenizer, vector
 * path, core and version of OpenBLAS. Trainings that do not judge only choose (a learning rate,
 * say), and may come from any core, so that a long run can go on where the machine has changed. The
 * journal alone is believed.
 */
#ifndef ATTNLAB_REUSE_H
#define ATTNLAB_REUSE_H

#include <jansson.h>
#include <stdbool.h>

struct plan;

struct reuse {
    json_t *rows; /* "<cell>,round=R" -> a line of a journal with "same_as" and "host" added */
    int runs;     /* that have any of them */
};

/* Reads the finished trainings that the plan wants. A directory is a run, or a folder of runs, of
 * which those that do not fit are left out with a note on stderr; so are trainings that would be
 * others here, in a run that has more. False with *error to be freed: a directory without a
 * journal, or with nothing but trainings that would be others here; the difference is named. To be
 * freed in either case. */
bool reuse_open(struct reuse *, const char *const *directories, int count, const struct plan *,
                const char *worker, char **error);
/* How many trainings are there already, and in how many runs, as a note on stderr. */
void reuse_tell(const struct reuse *);
/* Where rows are to leave files (--keep): how many of these trainings left none, as a note. */
void reuse_tell_bare(const struct reuse *, const char *keep);
bool reuse_has(const struct reuse *, const char *cell, int round);
/* The line to take for a cell string and a round; NULL: none. */
json_t *reuse_find(const struct reuse *, const char *cell, int round);
void reuse_free(struct reuse *);

#endif
