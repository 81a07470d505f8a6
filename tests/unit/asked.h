/* SPDX-License-Identifier: MIT
 * Creates a question with three arms, for tests of report pages. Each test fills in the results of
 * the arms. */
#ifndef ATTNLAB_TEST_ASKED_H
#define ATTNLAB_TEST_ASKED_H

/* Renames `struct folder` of trained_folder.h, because report.h declares a struct of the same name.
 */
#define folder made
#include "tests/unit/trained_folder.h"
#undef folder
#include "harness/report/report.h"

#define QUESTION                                                                                   \
    "baseline: base\nmetric: accuracy\nmargin: 0.01\nseeds: 1-4\ncontrols: {mlp: wide}\n"          \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"

struct asked {
    struct made f;
    struct writer w;
    struct page p;
};

static inline void ask(struct asked *k, const char *more)
{
    struct training runs[12];
    static const char *const arms[] = {"base", "mlp", "wide"};
    for (int i = 0; i < 12; i++) {
        bool mlp = i / 4 == 1;
        runs[i] =
            (struct training){arms[i / 4], mlp ? "off" : "", mlp ? "relu" : "", 8, 0.1, i % 4 + 1,
                              "ok",        2 - i * 0.01};
    }
    char *question = xformat("%s%s", QUESTION, more);
    *k = (struct asked){0};
    set_up(&k->f, runs, 12, question);
    pass_validity_checks(&k->f);
    for (int i = 0; i < k->f.analysis.effect_count; i++) {
        free(k->f.analysis.effects[i].failed_check);
        k->f.analysis.effects[i].failed_check = NULL;
    }
    k->w.plain = true;
    k->p = (struct page){.w = &k->w, .a = &k->f.analysis, .q = &k->f.analysis.questions[0]};
    free(question);
}

static inline void forget(struct asked *k)
{
    writer_free(&k->w);
    folder_remove(&k->f);
}

static inline struct effect *effect_of(struct asked *k, const char *arm, enum comparison comparison)
{
    struct effect *e =
        (struct effect *)entry_effect(&k->f.analysis, find(&k->f.analysis, arm, 0), comparison);
    assert_non_null(e);
    return e;
}

#endif
