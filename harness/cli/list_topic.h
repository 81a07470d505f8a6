/* SPDX-License-Identifier: MIT
 * Where `attnlab list` has what somebody looks for under another name. */
#ifndef ATTNLAB_LIST_TOPIC_H
#define ATTNLAB_LIST_TOPIC_H

#include "base/mem.h"
#include "harness/plan/axes/axes.h"

/* Appends the topic that shows a word: one of which it is the beginning or a misspelling, or slots
 * or axes if it is the name of one, also with an s ("scores"). Nothing if there is none. */
void add_topic_of(struct text *, const char *found, const char *const *topics, int count);

/* ---- attnlab list figures: the kinds of figures and what each takes. ---- */

bool list_figures(const struct axes *);

#endif
