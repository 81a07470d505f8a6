/* SPDX-License-Identifier: MIT
 * Statuses of rows, from status_list.def, as written in records, journals and tables. */
#ifndef ATTNLAB_ROW_STATUS_H
#define ATTNLAB_ROW_STATUS_H

#include <stdbool.h>

enum row_status {
    STATUS_UNKNOWN, /* unknown word, without traits */
#define STATUS(word, WORD, traits) STATUS_##WORD,
#include "base/status_list.def"
#undef STATUS
    STATUSES
};
extern const char *const status_names[STATUSES]; /* STATUS_UNKNOWN: NULL */
/* STATUS_UNKNOWN for unknown words and NULL. */
enum row_status status_find(const char *word);

/* Whether a row of this status makes the run fail. measured: the row has its measurement. Without
 * one, a row whose worker finished failed too, for example timed steps that diverged; a diverged
 * training still has its curve. */
bool status_fails(enum row_status, bool measured);
bool status_trained(enum row_status);
bool status_is_of_the_moment(enum row_status);
/* Whether a resumed run may replace it. */
bool status_may_change(enum row_status);

#endif
