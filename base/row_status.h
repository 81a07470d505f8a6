/* SPDX-License-Identifier: MIT
 * What became of a row, from status_list.def. Its word stands where a row is written or shown:
 * in records, journals and tables. */
#ifndef ATTNLAB_ROW_STATUS_H
#define ATTNLAB_ROW_STATUS_H

#include <stdbool.h>

enum row_status {
    STATUS_UNKNOWN, /* no word of ours: it has no trait at all */
#define STATUS(word, WORD, traits) STATUS_##WORD,
#include "base/status_list.def"
#undef STATUS
    STATUSES
};
extern const char *const status_names[STATUSES]; /* of STATUS_UNKNOWN: NULL */
/* Of a word that is none, or NULL: STATUS_UNKNOWN. */
enum row_status status_find(const char *word);

/* Whether such a row makes the run fail. measured: it has what it was to measure; without that one
 * whose worker came to its end has failed too: of steps that are timed one that diverged, where a
 * training that diverged has a curve to tell of. */
bool status_fails(enum row_status, bool measured);
bool status_trained(enum row_status);
bool status_is_of_the_moment(enum row_status);
/* Whether a run that goes on may put down something else in its place. */
bool status_may_change(enum row_status);

#endif
