/* SPDX-License-Identifier: MIT
 * The first screen: what a reader learns in a minute. The matrix, a few sentences made by rule, and
 * a line for each question. README.md, the page of a folder and that of a run of several questions
 * show the same parts. */
#ifndef ATTNLAB_FRONT_PAGE_H
#define ATTNLAB_FRONT_PAGE_H

#include "harness/analysis/variant_matrix.h"
#include "harness/render/answers.h"

/* Of all runs of the page's folder, as the picture shows it. */
struct variant_matrix matrix_of(const struct folder *);
/* The page on which a cell's question stands. */
struct page page_of_cell(const struct page *, const struct matrix_cell *);
/* links: what stands before the names of runs in links, "" or "results/reference/"; NULL: the
 * questions stand on this page. */
void matrix_table(const struct page *, const struct variant_matrix *, const char *links);
/* At most five sentences. */
void summary_sentences(const struct page *, const struct variant_matrix *);
/* One line a question and paper that claims something of it, by paper: what was claimed, what was
 * found. Those not assessable are folded; where this page leads to `rest`, these and the questions
 * of time stand there (NULL: there is no such place). */
void question_lines(const struct page *, const char *links, const char *rest);
/* Sentences and lines, for README.md. */
void front_part(const struct page *, const char *links);
/* What a later run shows of these answers beside its own (answers.csv of `home`'s reference);
 * nothing where there is none, or the run is of tier full. */
void reference_lines(const struct page *, const char *home);

#endif
