/* SPDX-License-Identifier: MIT
 * Captions: what a kind of figure draws, what holds in this one, what its script has to add. */
#ifndef ATTNLAB_CAPTION_H
#define ATTNLAB_CAPTION_H

/* script: a path of plots/, whose first sentence is taken. held: "axis=value axis=value", may be
 * empty. To be freed. */
char *caption_make(const char *script, const char *held);
/* Adds a sentence at the end; "" adds nothing. */
void caption_add(char **caption, const char *sentence);

#endif
