/* SPDX-License-Identifier: MIT
 * The pages of a run and of a folder of runs. Every sentence with a number is computed from what
 * the analysis found, and no number is formed across runs.
 *
 * A run of one question has one page, report.md. A run of several has a front page and one page per
 * question, report-QUESTION.md. Functions that return texts return Markdown, in which names from
 * files are escaped; the texts live as long as the writer. */
#ifndef ATTNLAB_REPORT_H
#define ATTNLAB_REPORT_H

#include "base/shell.h"
#include "harness/analysis/variant_matrix.h"
#include "harness/report/figures/figures.h"
#include "harness/report/page/page.h"

/* A run, and its analysis. May not be moved: the parts point at each other. */
struct report {
    struct run_data run;
    struct analysis analysis;
    const char *name; /* of its folder */
};
struct folder {
    const char *directory;
    struct report *runs; /* in the order of their names */
    int count;
    bool is_run; /* the directory is a run itself, and runs[0] */
    struct figures figures;
};
/* Reads a run, or all runs of a folder that is none itself (has neither cells.csv nor journal) but
 * holds some with tables, and analyses each; draws nothing. level: of the intervals; margin: of
 * equivalence of time ratios. False with *error (the caller frees it): the first that cannot be
 * read. run_folder_free() anyway. */
bool run_folder_read(struct folder *, const char *directory, double level, double margin,
                     char **error);
void run_folder_free(struct folder *);

/* The subject of a page or of a part of it. */
struct page {
    struct writer *w;
    const struct folder *folder;
    const struct report *r;
    const struct analysis *a; /* that of r */
    const struct question *q; /* NULL: the run, or all */
};
typedef void page_part(const struct page *);
struct page page_of(struct writer *, const struct folder *, int run);
/* The next question of which a row was run and that trains, or times; false: none, and q is past
 * all. */
bool next_question(struct page *, bool trains);
#define words(p, ...)          keep_format((p)->w, __VA_ARGS__)
#define heading(p, level, ...) md_heading((p)->w, level, __VA_ARGS__)
#define say(p, ...)            md_paragraph((p)->w, __VA_ARGS__)
#define note(p, ...)           md_item((p)->w, __VA_ARGS__)
#define row(p, ...)            md_row((p)->w, __VA_ARGS__)
#define plain(p, text)         md((p)->w, text)

/* ---- pages ---- */

/* home: the folder of results/reference; NULL: not found. */
void run_page(const struct page *, const char *home);
page_part question_page, folder_page;
/* "report.md", "report-QUESTION.md": the page of a question. */
const char *page_name(const struct page *);
/* How many questions of the run have rows. */
int question_count(const struct page *);
/* The findings, figure and table by paper for README.md; links: before the names of runs. */
void front_part(const struct page *, const char *links);
/* The findings of all runs, the main table and the list of questions (front.c). */
page_part front_page;
/* The reference's answers to the questions that the tier left out (front.c). */
void reference_answers(const struct page *, const char *home);

/* The page of the question that a cell of the matrix is from. */
struct page page_of_cell(const struct page *, const struct matrix_cell *);
/* Changes by the tasks in `shown`, with their costs and what to do next (front_tables.c). */
void matrix_table(const struct page *, const struct variant_matrix *, const int *shown, int count);
/* Papers and changes by the tasks in which most claims are judged. */
void paper_table(const struct page *, const struct variant_matrix *);

/* ---- parts ---- */

page_part report_failures, say_progress;
page_part timed_answer, timed_tables, trained_answer, trained_tables, checks;
/* Time at each shape of the last pass, FLOPs and memory at the last shape. */
page_part shapes_table;
/* The figures of a kind of a question, or those of no question; kind NULL: all. */
void show_figures(const struct page *, const char *kind);

/* ---- answers (answers.c) ---- */

/* The answer to a question, a sentence without its full stop. */
struct answer {
    const struct effect *effect; /* NULL: nothing was measured */
    const struct judged *judged; /* NULL: no published claim is answered */
    const char *found, *word;
    const char *why; /* it is not judged; "" */
    bool of_all;     /* found counts all comparisons */
};
struct answer answer_of(const struct page *);
/* The answers of all questions as a table for programs. */
#define ANSWERS_NAME "answers.csv"
bool answers_save(const struct folder *);
/* "MLP is better than dot product: loss 1.1 % lower [0.2, 2.1]". */
const char *effect_sentence(const struct page *, const struct effect *);
/* ", with 1.75 times the parameters": what a better arm has more of than its baseline; "". */
const char *price_words(const struct page *, const struct effect *);
/* "; against wider FFN, of the same size, inconclusive: loss 0.5 % lower [-1.4, 2.3]"; "". */
const char *control_words(const struct page *, const struct effect *);
/* "diverged", "its baseline learned nothing": why an effect has no gain. */
const char *no_gain_words(const struct page *, const struct effect *);
/* "arXiv 2310.11398"; "": no paper is named. */
const char *paper_of(const struct page *, const struct judged *);
/* The claim by which an effect is judged; NULL: none. */
const struct judged *claim_of(const struct page *, const struct effect *);
const char *title_of(const struct page *);
/* What distinguishes a question from the same one in another setup; else its title. */
const char *setup_of(const struct page *);
/* A link to the page of a question. */
const char *question_link(const struct page *, const char *text);

/* Outcomes of the effects at equal steps of some conditions; controls apart. */
struct counts {
    int all, of[OUTCOMES];
    const struct effect *least, *greatest; /* by gain, of those with a test; NULL: none */
};
struct counts counts_of(const struct page *, struct span conditions);
/* "3 faster, 1 slower, 2 inconclusive"; "". */
const char *counts_text(const struct page *, const int *counts, const char *const *names);

/* ---- trials (question.c, failures.c) ---- */

struct span trials_of(const struct analysis *, struct span entries);
struct trial_counts {
    int of[TRIAL_MISSING + 1];
    int untrained; /* of those that count as diverged: they ended, and learned nothing */
    int run;       /* all but the missing */
};
struct trial_counts count_trials(const struct page *);
/* "3 of 12 rows: timeout": rows that are not results; "". */
const char *lost_words(const struct page *);
/* Why a question has no answer; NULL: it has measured rows. */
const char *nothing_words(const struct page *);
/* A column of cells.csv in the first row of the question that has it; "". As it is. */
const char *first_text(const struct page *, const char *column);
/* The rows of an entry that were not measured, as "2 timeout, 1 oom". */
const char *failures_text(const struct page *, int entry);
/* The entry of a row of labels in a condition; -1: none. */
int entry_at(const struct page *, int condition, int label);

#define for_each_effect(e, p)                                                                      \
    for (const struct effect *e = (p)->a->effects + (p)->q->effects.first;                         \
         e < (p)->a->effects + (p)->q->effects.last && e->comparison == COMPARE_STEPS; e++)
#define for_each_judged(j, p)                                                                      \
    for (const struct judged *j = (p)->a->judged + (p)->q->judged.first;                           \
         j < (p)->a->judged + (p)->q->judged.last; j++)

/* The condition that the sentences and the main table of a timed question are about: the last in
 * which a ratio was measured, else the last with a time. */
int main_condition(const struct page *);
/* "forward pass, length 512". */
const char *condition_words(const struct page *, int condition);
/* The effects of the factors of arms on time; "": arms have no factors. */
const char *factor_words(const struct page *, int condition);

/* ---- numbers and names (report_words.c); "" for what was not measured ---- */

const char *time_text(const struct page *, double ns);     /* "12.3 ms" */
const char *bytes_text(const struct page *, double bytes); /* "64.0 MiB" */
const char *count_text(const struct page *, double);       /* "2.24 million" */
const char *ratio_text(const struct page *, double);       /* "0.93", "12.4" */
/* Of a training "+2.10 % [+0.40, +3.77]"; timed (no metric) the ratio "0.931 [0.918, 0.944]". */
const char *gain_text(const struct page *, const struct metric *, const struct estimate *);
/* "loss 2.1 % lower [0.4, 3.8]". */
const char *gain_words(const struct page *, const struct metric *, const struct estimate *);
/* "▲ 1.1 % better [0.2, 2.1]", "∅ not judged": in a table over several tasks. */
const char *cell_text(const struct page *, const struct effect *);
/* "▲ better": mark and word; of an effect that is suggestive its direction. */
const char *outcome_mark(enum outcome, double gain);
const char *verdict_text(const struct page *, const struct effect *);
extern const char marks_legend[];
/* "1 row was", "2 rows were". */
#define things(p, n, one, many) words(p, "%d %s", n, (n) == 1 ? (one) : (many))
#define list_add(text, separator, item)                                                            \
    text_add(text, "%s%s", (text)->length ? (separator) : "", item)
#define in_shell(p, word) keep((p)->w, shell_word(word))
/* With its first letter large. */
const char *capital(const struct page *, const char *text);
const char *name_of(const struct page *, int entry);  /* "MLP (d_model = 64)" */
const char *label_of(const struct page *, int entry); /* "MLP" */

#endif
