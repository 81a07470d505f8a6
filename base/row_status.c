/* SPDX-License-Identifier: MIT
 * Defines the names and traits of row statuses from status_list.def. */
#include "base/row_status.h"

#include <stddef.h>
#include <string.h>

enum { NONE, FAILS = 1, TRAINED = 2, MOMENT = 4, FOLLOWS = 8 };

#define STATUS(word, WORD, traits) #word,
const char *const status_names[STATUSES] = {
    NULL,
#include "base/status_list.def"
};
#undef STATUS

#define STATUS(word, WORD, traits) traits,
static const int status_traits[STATUSES] = {
    NONE,
#include "base/status_list.def"
};
#undef STATUS

enum row_status status_find(const char *word)
{
    for (int s = STATUS_UNKNOWN + 1; word && s < STATUSES; s++)
        if (!strcmp(status_names[s], word)) return (enum row_status)s;
    return STATUS_UNKNOWN;
}

bool status_fails(enum row_status s, bool measured)
{
    return status_traits[s] & FAILS || (status_trained(s) && !measured);
}

bool status_trained(enum row_status s) { return status_traits[s] & TRAINED; }

bool status_is_of_the_moment(enum row_status s) { return status_traits[s] & MOMENT; }

bool status_may_change(enum row_status s) { return status_traits[s] & (MOMENT | FOLLOWS); }
