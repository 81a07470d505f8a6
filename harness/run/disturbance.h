/* SPDX-License-Identifier: MIT
 * Whether other work on its cores had a part in what a timed row measured.
 *
 * Three signs, each as a share of the time in which the samples were taken: the row's threads were
 * ready and waited for a CPU; the hypervisor ran something else there; the other hardware threads
 * of these cores worked. On quiet machines 99 of 100 rows have less than 0.2 % of any (two threads:
 * 2 %); a competing program has a third or more. */
#ifndef ATTNLAB_DISTURBANCE_H
#define ATTNLAB_DISTURBANCE_H

#include <jansson.h>

/* More than this share of the time: then medians of samples move, too. */
extern const double disturbance_most;
/* Which it was, as text to be freed, from the member "noise" of a record; NULL: none, or nothing is
 * told. ATTNLAB_DISTURBED=no in the environment: none is looked for, as in tests that run side by
 * side. */
char *disturbance_of(const json_t *record);

#endif
