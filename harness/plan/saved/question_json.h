/* SPDX-License-Identifier: MIT
 * A question in plan.json. */
#ifndef ATTNLAB_QUESTION_JSON_H
#define ATTNLAB_QUESTION_JSON_H

#include "harness/plan/saved/codec.h"

/* item: a struct spec, zeroed before it is read. */
void code_question(struct codec *, void *item);

#endif
