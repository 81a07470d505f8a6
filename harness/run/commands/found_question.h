/* SPDX-License-Identifier: MIT
 * Which run of a reference has rows of a question. */
#ifndef ATTNLAB_FOUND_QUESTION_H
#define ATTNLAB_FOUND_QUESTION_H

/* The folder of the run, to be freed; NULL with *error (to be freed). reference: a folder of runs,
 * or a run. A run that has the name of the question but no plan is taken too, so that the caller
 * can say which file is missing. */
char *find_question(const char *reference, const char *question, char **error);
/* The questions that a folder of runs, or a run, has rows of: "a, b", "" of none; to be freed. */
char *found_questions(const char *reference);

#endif
