/* SPDX-License-Identifier: MIT
 * The text of bAbI's files, wherever it comes from: babi.c reads files,
 * generated/story_questions.c writes it. */
#ifndef ATTNLAB_BABI_H
#define ATTNLAB_BABI_H

#include "datasets/formats/file.h"

/* Adds the questions of a text. False with *error naming the line. Answers are class names until
 * classes_settle. The text must outlive the data set. */
bool babi_read(struct dataset *, enum split, const struct file *, char **error);
extern const char babi_note[]; /* what a reader of a result must know of these records */

#endif
