/* SPDX-License-Identifier: MIT
 * Declares the statuses of rows in records, journals and tables, from status_list.def. */
#ifndef ATTNLAB_ROW_STATUS_H
#define ATTNLAB_ROW_STATUS_H

#include <stdbool.h>

enum row_status {
    STATUS_UNKNOWN, /* any unknown status word; has no traits */
#define STATUS(word, WORD, traits) STATUS_##WORD,
#include "base/status_list.def"
#undef STATUS
    STATUSES
};
extern const char *const status_names[STATUSES];
/* Returns the status with this name; STATUS_UNKNOWN for NULL and unknown names. */
enum row_status status_find(const char *word);

/* Returns true if a row with this status makes the run fail. `measured` is true if the row has a
 * measurement. A finished row without a measurement fails, for example if the timed steps diverged.
 * A diverged training run does not fail, because its learning curve is a result. */
bool status_fails(enum row_status, bool measured);
bool status_trained(enum row_status);
bool status_is_of_the_moment(enum row_status);
/* Returns true if a resumed run may repeat a row with this status. */
bool status_may_change(enum row_status);

#endif
