/* SPDX-License-Identifier: MIT
 * The judge of looks (run/looks/look_judge.h): the analysis itself, on the rows known so far.
 *
 * A comparison is open until its outcome is better, worse or equivalent, as if every gate were
 * passed: a gate that is shut keeps no comparison running. But a baseline whose interval reaches to
 * both sides of what counting gives goes on alone, since its seeds may open that gate. Comparisons
 * are the effects at equal steps, those at equal parameters of which something is claimed or
 * expected, and the interactions that the question asks for. An arm is trained as long as one that
 * it is part of is open, so a baseline as long as any of its arms is. What the primary claim speaks
 * of is open until it would stand as the only finding among twenty: pages of several questions ask
 * that of it, and what stops at its own 5 % stands on none of them (tests/slow/simulated.sh). A
 * control that is damaged on purpose is open until its gate is decided: until all of its interval
 * lies beyond the margin, or all of it on this side.
 *
 * Of a shard the comparisons of the others count as open, so that it leaves out no training that
 * the whole run would make. */
#ifndef ATTNLAB_JUDGE_LOOKS_H
#define ATTNLAB_JUDGE_LOOKS_H

#include "harness/analysis/analysis.h"
#include "harness/run/looks/look_judge.h"

extern const struct look_judge judge_of_looks;

/* Whether an entry of a question is needed beyond what its looks have told; one that is compared
 * with nothing is. */
bool entry_is_open(const struct analysis *, int entry);

#endif
