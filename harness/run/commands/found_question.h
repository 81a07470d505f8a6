/* SPDX-License-Identifier: MIT
 * A question as a run of a reference asked it: which run has rows of it, and its specification. */
#ifndef ATTNLAB_FOUND_QUESTION_H
#define ATTNLAB_FOUND_QUESTION_H

#include <stdbool.h>

struct found_question {
    char *run;  /* its folder */
    char *text; /* its specification, with its set-up; NULL: the run has no plan.yaml */
    char *file; /* that asked it, without folder and ending; NULL with text */
};

/* reference: a folder of runs, or a run. A run of the question's own name without a plan is taken,
 * so that what it lacks can be said. False with *error (to be freed). To be freed in either case.
 */
bool found_question_read(struct found_question *, const char *reference, const char *question,
                         char **error);
/* The questions that a folder of runs, or a run, has rows of: "a, b", "" of none; to be freed. */
char *found_questions(const char *reference);
void found_question_free(struct found_question *);

#endif
